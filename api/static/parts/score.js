/** A score: its total, the items that add up to it, and who pays what. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { itemName, language, t } from "../i18n/index.js";
import { WINDS } from "../model/table.js";
import { amount, limitName, number, signed, totalOf } from "./figures.js";
import { allInWords } from "./said.js";

/**
 * @param {{score: object, rules: string, seat: string, title?: string}} props `seat` is the own one.
 */
export const Score = ({ score, rules, seat, title = t("score.title") }) => html`
  <section class="card score" aria-label=${title}>
    <p class="score-total">
      ${totalOf(score)}${score.limit && html` <span class="score-limit">${limitName(score.limit)}</span>`}
    </p>
    ${score.points !== null && score.points !== undefined && html`<p>${t("score.worth", { n: number(score.points) })}</p>`}
    ${score.uncapped !== null && score.uncapped !== score.total && html`<p class="dim">${t("score.uncapped", { n: number(score.uncapped) })}</p>`}
    <${Payments} score=${score} seat=${seat} />
    ${score.items.length > 0 && html`<${Items} score=${score} original=${rules === "riichi" ? "ja" : "zh"} />`}
    ${score.explanation.length > 0 && html`
      <details class="explain">
        <summary>${t("score.how")}</summary>
        <ul>${allInWords(score.explanation, score.explanation_codes).map((line) => html`<li>${line}</li>`)}</ul>
      </details>
    `}
  </section>
`;

/** Whether an item has an English name besides the one it goes by, as Pinfu has. */
const isExplained = ({ name, names }) => language() === "en" && names.en !== undefined && names.en !== name;

/** Items by unit, each unit with its sum. */
function Items({ score, original }) {
  const units = [...new Set(score.items.map((item) => item.unit))];
  return html`
    <table class="items">
      <caption class="only-heard">${t("score.items")}</caption>
      ${units.map((unit) => {
        const items = score.items.filter((item) => item.unit === unit);
        return html`
          <tbody key=${unit}>
            ${items.map((item) => html`
              <tr>
                <th scope="row">${itemName(item, original)}${isExplained(item) && html`<br /><span class="dim small">${item.names.en}</span>`}</th>
                <td>${amount(item.value, unit)}</td>
              </tr>
            `)}
            ${items.length > 1 && html`
              <tr class="sum"><th scope="row">${t("score.sum")}</th><td>${amount(score.sums[unit], unit)}</td></tr>
            `}
          </tbody>
        `;
      })}
    </table>
  `;
}

/** Characters of an amount of which a small phone shows four beside each other; longer ones stand two and two. */
const FOUR_ABREAST = 6;

/** All four seats, or the roles while it is not known who discarded. */
function Payments({ score, seat }) {
  const { payments } = score;
  if (!payments) return null;
  const bySeat = WINDS.every((wind) => wind in payments);
  const amounts = Object.entries(payments).map(([who, paid]) => ({ who, paid, text: signed(paid) }));
  const long = amounts.some(({ text }) => text.length > FOUR_ABREAST);
  return html`
    <dl class=${`payments ${bySeat ? "" : "roles"} ${long ? "long" : ""}`}>
      ${amounts.map(({ who, paid, text }) => html`
        <div key=${who} class=${who === seat ? "own" : ""}>
          <dt>${t(bySeat ? `wind.${who}` : `payer.${who}`)}${who === seat && html` <span class="small">${t("score.you")}</span>`}</dt>
          <dd class=${paid < 0 ? "pays" : paid > 0 ? "gets" : ""}>${text}</dd>
        </div>
      `)}
    </dl>
    ${score.sticks_won > 0 && html`<p>${t("score.sticks", { n: number(score.sticks_won) })}</p>`}
  `;
}
