/** The view "table": the rule set and the facts of the table, remembered until they are changed. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { groupById, isEmpty } from "../model/hand.js";
import { nextHand } from "../model/table.js";
import { Card, Charleston } from "../parts/american_table.js";
import { Segments } from "../parts/controls.js";
import { Circumstances, Seats, Seen, Winning } from "../parts/facts.js";
import { rulesTitle } from "../parts/figures.js";
import { HouseRules, Presets } from "../parts/house_rules.js";
import { Icon } from "../parts/icons.js";
import { inWords } from "../parts/said.js";
import { store, useStore } from "../state.js";

/** @param {Partial<import("../model/table.js").Table>} facts */
const setTable = (facts) => store.set(({ table }) => ({ table: { ...table, ...facts } }));

/** The view. */
export function Table() {
  const { table, rules, hand, analysis, game } = useStore();
  if (!rules) return html`<div class="view"><h1>${t("view.table")}</h1><p class="dim">${t("table.waiting")}</p></div>`;
  const described = rules.find(({ name }) => name === table.rules) ?? rules[0];
  const chosen = table.options[described.name] ?? {};
  const { facts } = described;
  const shape = { melds: hand.groups.filter(({ kind }) => kind === "meld"), empty: isEmpty(hand) };
  const choices = rules.map((entry) => ({ value: entry.name, label: rulesTitle(entry, entry.name) }));
  return html`
    <div class="view table-view">
      <h1>${t("view.table")}</h1>
      <section class="card stack">
        <div class="thirds">
          <${Segments} label=${t("table.rules")} name="rules" value=${table.rules} choices=${choices} onChange=${(name) => setTable({ rules: name })} />
        </div>
        <${Presets} described=${described} chosen=${chosen} />
      </section>
      <${Contradictions} analysis=${analysis} />
      <section class="card stack">
        <${Seats} facts=${facts} context=${table.context} />
        ${playing(game) && html`<p class="dim small">${t("table.fromGame")}</p>`}
      </section>
      <section class="card stack">
        <h2>${t("table.thisHand")}</h2>
        <${Winning} context=${table.context} />
        <${Circumstances} facts=${facts} context=${table.context} hand=${shape} />
        <button type="button" class="button quiet" onClick=${() => setTable({ context: nextHand(table.context), charleston: 0 })}>
          <${Icon} name="undo" />${t("table.clear")}
        </button>
      </section>
      ${described.name === "american" && html`
        <${Card} table=${table} />
        ${groupById(hand, "winning").tiles.length === 0 && html`<${Charleston} table=${table} />`}
      `}
      <${Seen} rules=${described.name} context=${table.context} />
      <${HouseRules} described=${described} chosen=${chosen} />
    </div>
  `;
}

/** Whether seat and round follow from a game under way. @param {object | null} game */
const playing = (game) => Boolean(game?.games.find(({ id }) => id === game.current)?.sheet.next);

/** Facts that contradict each other or the hand, said at once and in the same words as in the answer. */
function Contradictions({ analysis }) {
  const conflicts = (analysis.answer?.faults ?? []).filter(({ code }) => code === "context_conflict");
  if (conflicts.length === 0) return null;
  return html`
    <div class="card bad stack" role="alert">
      <h2>${t("table.conflict")}</h2>
      <ul class="stack">${conflicts.map((fault) => html`<li key=${fault.message}>${conflictWords(fault)}</li>`)}</ul>
    </div>
  `;
}

/** Both facts, and why they exclude each other. @param {{message: string, details: object[]}} fault */
function conflictWords({ message, details: [{ values: { first, second } }, why] }) {
  const english = message.slice(message.indexOf(": ") + 2);
  return t("table.conflictOf", { first: t(`fact.${first}`), second: t(`fact.${second}`), reason: inWords(english, why) });
}
