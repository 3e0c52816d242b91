/** A hand written or changed by hand: who won from whom, who paid, who was ready. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { changeGame } from "../games.js";
import { t } from "../i18n/index.js";
import { hasSticks, losersScore, missingOf, withHandAt } from "../model/game.js";
import { store, useStore } from "../state.js";
import { AmountField, Toggles } from "./choices.js";
import { Segments } from "./controls.js";
import { signed } from "./figures.js";
import { Icon } from "./icons.js";
import { Sheet } from "./sheet.js";
import { WorthFields } from "./worth_fields.js";

const EMPTY = { winners: [], discarder: null, payments: [0, 0, 0, 0], riichi: [], tenpai: [], note: "" };
const NOBODY = "nobody";

/** Whose amount follows from the others': the only winner, the discarder of several, or whoever pays a penalty. */
function balancing({ outcome, winners, discarder, offender }) {
  if (outcome === "penalty") return offender;
  return winners.length > 1 ? discarder : winners[0] ?? null;
}

/** The entry with the amount that follows from the others. */
function balanced(entry) {
  const player = balancing(entry);
  if (player === null || player === undefined) return entry;
  const others = entry.payments.reduce((sum, amount, at) => (at === player ? sum : sum + amount), 0);
  return { ...entry, payments: entry.payments.map((amount, at) => (at === player ? 0 - others : amount)) };
}

/** What is kept: no more fields than the outcome has. */
function entryOf({ outcome, winners, discarder, payments, riichi, tenpai, note }, sticks) {
  const entry = { outcome, note, ...(sticks && outcome !== "penalty" ? { riichi } : {}) };
  if (outcome === "win") return { ...entry, winners, discarder, payments };
  if (outcome === "penalty") return { ...entry, payments };
  return outcome === "draw" && sticks ? { ...entry, tenpai: [...new Set([...tenpai, ...riichi])] } : entry;
}

/**
 * @param {{kept: import("../model/game.js").KeptGame, at: number | null, outcome?: string,
 *   onWrite: (entry: object) => Promise<void>, onClose: () => void}} props `at` is the place of the hand that is changed,
 *   null for a new one.
 */
export function DealSheet({ kept, at, outcome = "win", onWrite, onClose }) {
  const { game } = kept;
  const sticks = hasSticks(game);
  const first = at === null
    ? { ...EMPTY, outcome, riichi: outcome === "penalty" ? [] : store.get().game.draft.riichi, offender: null }
    : { ...EMPTY, ...game.hands[at], offender: game.hands[at].payments.findIndex((amount) => amount < 0) };
  const [entry, setEntry] = useState(first);
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const change = (facts) => setEntry((now) => balanced({ ...now, ...facts }));
  const rules = useStore((state) => state.rules);
  // Where losers score too, a winner's worth is not all that is paid.
  const worth = losersScore(game) ? [] : Object.keys(rules?.find(({ name }) => name === game.settings.rules)?.worth ?? {});
  const players = game.players.map((name, player) => ({ value: player, label: name }));
  const run = async (action) => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  const kinds = ["win", "draw", ...(sticks ? ["abort"] : []), "penalty"];
  const missing = missingOf(entry);
  const isNamed = missing !== "winner" && missing !== "offender";
  return html`
    <${Sheet} title=${t(at === null ? "deal.new" : "deal.change")} onClose=${onClose} class="deal-sheet">
      <${Segments} label=${t("entry.outcome")} name="outcome" value=${entry.outcome} choices=${kinds.map((kind) => ({ value: kind, label: t(`outcome.${kind}`) }))}
        onChange=${(kind) => change({ outcome: kind, winners: [], discarder: null, payments: EMPTY.payments, tenpai: [] })} />
      ${entry.outcome === "win" && html`<${Win} entry=${entry} players=${players} several=${sticks} change=${change} />`}
      ${entry.outcome === "penalty" && html`
        <${Segments} label=${t("deal.offender")} name="offender" value=${entry.offender} choices=${players} onChange=${(offender) => change({ offender, payments: EMPTY.payments })} />
      `}
      ${entry.outcome === "win" && isNamed && worth.length > 0 && html`
        <${WorthFields} names=${worth} deal=${at === null ? kept.sheet.next : kept.sheet.rows[at]} game=${game} winners=${entry.winners} discarder=${entry.discarder}
          onPayments=${(payments) => change({ payments })} />
      `}
      ${(entry.outcome === "win" || entry.outcome === "penalty") && isNamed && html`<${Amounts} entry=${entry} names=${game.players} change=${change} />`}
      ${entry.outcome === "draw" && sticks && html`<${Toggles} label=${t("entry.tenpai")} chosen=${[...new Set([...entry.tenpai, ...entry.riichi])]} choices=${players} onChange=${(tenpai) => change({ tenpai, riichi: entry.riichi.filter((player) => tenpai.includes(player)) })} />`}
      ${sticks && entry.outcome !== "penalty" && html`<${Toggles} label=${t("entry.riichi")} chosen=${entry.riichi} choices=${players} onChange=${(riichi) => change({ riichi })} />`}
      <label class="field"><span>${t("entry.note")}</span><input type="text" maxlength="500" value=${entry.note} onInput=${(event) => change({ note: event.target.value })} /></label>
      ${problem && html`<p class="card bad" role="alert">${problem.message}</p>`}
      <div class="row sheet-foot">
        ${missing && html`<p id="deal-missing" class="dim small">${t(`deal.missing.${missing}`)}</p>`}
        ${at !== null && html`<button type="button" class="button danger" disabled=${busy} onClick=${() => run(() => changeGame((document) => withHandAt(document, at, null)))}><${Icon} name="remove" />${t("deal.remove")}</button>`}
        <button type="button" class="button primary big" disabled=${busy || missing !== null} aria-describedby=${missing ? "deal-missing" : undefined} onClick=${() => run(() => onWrite(entryOf(entry, sticks)))}>${t("game.write")}</button>
      </div>
    <//>
  `;
}

function Win({ entry, players, several, change }) {
  const { winners, discarder } = entry;
  const others = players.filter(({ value }) => !winners.includes(value));
  const setWinners = (chosen) => change({
    winners: chosen,
    discarder: chosen.includes(discarder) ? null : discarder,
    // What another winner got says nothing about this one.
    ...(winners.every((player) => chosen.includes(player)) ? {} : { payments: EMPTY.payments }),
  });
  return html`
    ${several
      ? html`<${Toggles} label=${t("entry.winners")} chosen=${winners} choices=${players} onChange=${setWinners} />`
      : html`<${Segments} label=${t("entry.winners")} name="winner" value=${winners[0]} choices=${players} onChange=${(player) => setWinners([player])} />`}
    ${winners.length > 0 && html`
      <${Segments} label=${t("entry.discarder")} name="discarder" value=${discarder ?? NOBODY} onChange=${(player) => change({ discarder: player === NOBODY ? null : player })}
        choices=${[...(winners.length > 1 ? [] : [{ value: NOBODY, label: t("answer.drawn") }]), ...others]} />
    `}
  `;
}

/** What each player wins or pays; one amount follows from the others. */
function Amounts({ entry, names, change }) {
  const fixed = balancing(entry);
  return html`
    <fieldset class="amounts">
      <legend>${t("entry.payments")}</legend>
      ${names.map((name, player) => (player === fixed
        ? html`<p key=${player} class="amount-sum"><span>${name}</span><output>${signed(entry.payments[player])}</output></p>`
        : html`<${AmountField} key=${`${player} ${fixed}`} label=${name} value=${startOf(entry, player)} plus=${t("deal.gets")} minus=${t("deal.pays")}
            onChange=${(amount) => change({ payments: entry.payments.map((other, at) => (at === player ? amount : other)) })} />`))}
    </fieldset>
  `;
}

/** Losers pay and winners win until it is said otherwise: that is what the sign of an empty amount says. */
const startOf = ({ outcome, winners, payments }, player) => {
  if (payments[player] !== 0) return payments[player];
  return outcome === "penalty" || winners.includes(player) ? 0 : -0;
};
