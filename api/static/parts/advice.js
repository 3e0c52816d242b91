/** What to throw, what is waited for, what brings the hand nearer. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import { amount, nearness, number, percent, totalOf } from "./figures.js";
import { Icon } from "./icons.js";
import { allInWords } from "./said.js";
import { TileFace } from "./tile.js";

/** So many discards are looked at; the others are a tap away. */
const SHOWN = 4;

/**
 * Tiles with how many of each are left.
 * @param {{accepts: {tile: string, live: number}[]}} props
 */
export const Accepts = ({ accepts }) => html`
  <ul class="accepts">
    ${accepts.map(({ tile, live }) => html`
      <li key=${tile} class=${live === 0 ? "gone-tile" : ""}>
        <span class="only-heard">${t("advice.accept", { tile: tileName(tile), n: live })}</span>
        <${TileFace} code=${tile} size="small" /><span aria-hidden="true">×${live}</span>
      </li>
    `)}
  </ul>
`;

/**
 * @param {{discards: object[], unit: string, onThrow: (code: string) => void, title?: string}} props
 */
export function Discards({ discards, unit, onThrow, title = t("advice.throw") }) {
  const [all, setAll] = useState(false);
  const shown = all ? discards : discards.slice(0, SHOWN);
  return html`
    <section class="stack" aria-label=${title}>
      <h2>${title}</h2>
      ${shown.map((discard, n) => html`<${Discard} key=${discard.tile} discard=${discard} unit=${unit} best=${n === 0} onThrow=${onThrow} />`)}
      ${discards.length > shown.length && html`
        <button type="button" class="button quiet" onClick=${() => setAll(true)}>${t("advice.all", { n: discards.length })}</button>
      `}
    </section>
  `;
}

function Discard({ discard, unit, best, onThrow }) {
  const { tile, shanten, accepts, accept_count: live, win_probability: chance, expected_value: worth, reasons, reason_codes: codes } = discard;
  return html`
    <details class=${best ? "card discard best" : "card discard"} open=${best}>
      <summary>
        <${TileFace} code=${tile} size=${best ? "large" : ""} />
        <span class="discard-words">
          <strong class="capital">${tileName(tile)}</strong>
          <span class="small">${nearness(shanten)} · ${t("advice.live", { n: live })}</span>
          ${chance !== null && html`<span class="small dim">${t("advice.outlook", { chance: percent(chance), worth: amount(Math.round(worth), unit) })}</span>`}
        </span>
        <${Icon} name="down" />
      </summary>
      <${Accepts} accepts=${accepts} />
      <ul class="reasons">${allInWords(reasons, codes).map((reason) => html`<li>${reason}</li>`)}</ul>
      <button type="button" class=${best ? "button primary" : "button"} onClick=${() => onThrow(tile)}>${t("advice.throwThis", { tile: tileName(tile) })}</button>
    </details>
  `;
}

/**
 * @param {{waits: object[], drawn: boolean, onWin: (code: string) => void}} props `drawn`: what they are worth is asked for
 *   a drawn tile, not a claimed one. `onWin` takes a tile as the winning one.
 */
export const Waits = ({ waits, drawn, onWin }) => html`
  <section class="stack" aria-label=${t("advice.waits")}>
    <h2>${t("advice.waits")}</h2>
    <ul class="stack">
      ${waits.map(({ tile, live, score }) => html`
        <li key=${tile}>
          <button type="button" class="card wait" onClick=${() => onWin(tile)}>
            <${TileFace} code=${tile} size="large" />
            <span class="discard-words">
              <strong class="capital">${tileName(tile)}</strong>
              <span class="small">${t("advice.left", { n: live })}</span>
            </span>
            <span class="wait-worth">${score ? totalOf(score) : t(drawn ? "advice.noWin" : "advice.noClaim")}</span>
          </button>
        </li>
      `)}
    </ul>
    <p class="dim small">${t("advice.waitHint")}</p>
  </section>
`;

/**
 * @param {{analysis: object}} props A hand of 13 tiles that is not ready.
 */
export const Nearer = ({ analysis }) => html`
  <section class="card stack" aria-label=${t("advice.nearer")}>
    <h2>${nearness(analysis.shanten)}</h2>
    <p>${t("advice.nearerWith", { n: number(analysis.accept_count) })}</p>
    <${Accepts} accepts=${analysis.accepts} />
  </section>
`;
