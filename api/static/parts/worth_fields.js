/** What each winner's hand was worth, as it was said at the table; the service says what is paid for it. */

import { html, useEffect, useState } from "../vendor/preact-htm/standalone.module.js";
import { paymentsOf } from "../games.js";
import { t } from "../i18n/index.js";
import { NumberField, Select } from "./choices.js";
import { Switch } from "./controls.js";
import { limitName } from "./figures.js";

/** Riichi hands that are said by their limit. @type {Record<string, object>} */
const LIMITS = {
  mangan: { han: 5 }, haneman: { han: 6 }, baiman: { han: 8 }, sanbaiman: { han: 11 }, yakuman: { yakuman: 1 }, double_yakuman: { yakuman: 2 },
};

/** Switches among what a worth is said in; the others are numbers. */
const SWITCHES = new Set(["jokerless"]);

/** Below a limit, han say nothing without fu. @param {object} said @param {string[]} names */
const isWhole = (said, names) => (names.includes("yakuman")
  ? Boolean(said.yakuman) || said.han >= LIMITS.mangan.han || Boolean(said.han && said.fu)
  : names.every((name) => SWITCHES.has(name) || said[name]));

/**
 * @param {{names: string[], deal: object, game: object, winners: number[], discarder: number | null,
 *   onPayments: (payments: number[]) => void}} props `names` is what a worth is said in (`worth` of a rule set); `deal` tells who sits where.
 */
export function WorthFields({ names, deal, game, winners, discarder, onPayments }) {
  const [said, setSaid] = useState({});
  const [problem, setProblem] = useState(null);
  const whole = winners.every((player) => isWhole(said[player] ?? {}, names)) && (winners.length === 1 || discarder !== null);
  const asked = JSON.stringify([winners, discarder, winners.map((player) => said[player])]);
  useEffect(() => {
    if (!whole) return undefined;
    let wanted = true;
    paymentsOf(game, deal, winners.map((player) => ({ player, worth: said[player] })), discarder).then(
      (payments) => { if (wanted) { setProblem(null); onPayments(payments); } },
      (error) => { if (wanted) setProblem(error); },
    );
    return () => { wanted = false; };
  }, [asked, whole]);
  return html`
    <fieldset class="worths">
      <legend>${t("worth.title")}</legend>
      ${winners.map((player) => html`
        <${Worth} key=${player} names=${names} said=${said[player] ?? {}} title=${winners.length > 1 ? game.players[player] : ""}
          onChange=${(worth) => setSaid({ ...said, [player]: worth })} />
      `)}
      ${problem && html`<p class="wrong small" role="alert">${problem.message}</p>`}
      <p class="dim small">${t("worth.hint")}</p>
    </fieldset>
  `;
}

function Worth({ names, said, title, onChange }) {
  const limits = names.includes("yakuman");
  const limit = Object.keys(LIMITS).find((name) => LIMITS[name].yakuman === said.yakuman && LIMITS[name].han === said.han && !said.fu);
  const fields = names.filter((name) => name !== "yakuman" && !SWITCHES.has(name));
  return html`
    <div class="worth" role="group" aria-label=${title || t("worth.title")}>
      ${title && html`<strong>${title}</strong>`}
      ${fields.map((name) => html`
        <${NumberField} key=${name} label=${t(`worth.${name}`)} value=${said[name] ?? null} optional
          onChange=${(value) => onChange({ ...said, yakuman: undefined, [name]: value ?? undefined })} />
      `)}
      ${limits && html`
        <${Select} label=${t("worth.limit")} value=${limit ?? ""} onChange=${(name) => onChange(name ? { ...LIMITS[name] } : {})}
          choices=${[{ value: "", label: t("worth.noLimit") }, ...Object.keys(LIMITS).map((name) => ({ value: name, label: limitName(name) }))]} />
      `}
      ${names.filter((name) => SWITCHES.has(name)).map((name) => html`
        <${Switch} key=${name} label=${t(`worth.${name}`)} checked=${said[name] === 1} onChange=${(on) => onChange({ ...said, [name]: on ? 1 : 0 })} />
      `)}
    </div>
  `;
}
