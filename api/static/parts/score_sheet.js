/** How a game stands, and the line of each hand. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { sitAs } from "../games.js";
import { t } from "../i18n/index.js";
import { hasSticks, windOf } from "../model/game.js";
import { number, signed } from "./figures.js";

/** Where a hand stands in the game: "East 2", with its counters. @param {object} deal @returns {string} */
export const dealName = (deal) => {
  const place = t("game.deal", { wind: t(`wind.${deal.wind}`), turn: deal.turn });
  const more = deal.honba || deal.repeats;
  return more ? t("game.dealMore", { place, n: more }) : place;
};

/** The same as sheets have it: "E2", and below it "+1" or what happened. */
const dealSign = (deal) => `${t(`windSign.${deal.wind}`)}${deal.turn}`;
const dealRemark = (row) => [row.honba || row.repeats ? `+${row.honba || row.repeats}` : "", t(`outcomeSign.${row.outcome}`)].filter(Boolean).join(" ");

/**
 * Points of all four, in the order in which they sit; a tap says who holds this phone.
 * @param {{kept: import("../model/game.js").KeptGame}} props
 */
export function Standing({ kept }) {
  const { game, sheet, me } = kept;
  const deal = sheet.next ?? sheet.rows.at(-1);
  return html`
    <section class="standing" aria-label=${t("game.standing")}>
      ${game.players.map((name, player) => {
        const wind = deal ? windOf(deal, player) : "";
        const dealer = sheet.next?.dealer === player;
        const place = sheet.ranking.indexOf(player) + 1;
        return html`
          <button key=${player} type="button" class=${dealer ? "player dealer" : "player"} aria-pressed=${me === player}
            aria-label=${t("game.player", { name, wind: wind && t(`wind.${wind}`), points: number(sheet.totals[player]), place })}
            onClick=${() => sitAs(me === player ? null : player)}>
            <span class="player-name">${sheet.next && html`<span class="seat-sign">${t(`windSign.${wind}`)}</span>`}<span class="cut">${name}</span></span>
            <strong>${number(sheet.totals[player])}</strong>
            <span class="small dim">${t("game.place", { n: place })}${me === player ? ` · ${t("game.me")}` : ""}</span>
          </button>
        `;
      })}
    </section>
    ${hasSticks(game) && sheet.sticks > 0 && html`<p class="dim small">${t("game.sticksLeft", { n: sheet.sticks })}</p>`}
    ${me === null && sheet.next && html`<p class="dim small">${t("game.whoAmI")}</p>`}
  `;
}

/**
 * The score sheet, a line for each hand; a tap on a hand changes it.
 * @param {{game: object, sheet: object, onEdit: (at: number) => void}} props
 */
export function ScoreSheet({ game, sheet, onEdit }) {
  if (sheet.rows.length === 0) return null;
  return html`
    <div class="score-sheet card">
      <table>
        <caption class="only-heard">${t("game.sheet")}</caption>
        <thead><tr><th scope="col"><span class="only-heard">${t("game.hand")}</span></th>${game.players.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
        <tbody>
          ${sheet.rows.map((row, n) => html`
            <tr key=${n}>
              <th scope="row">
                <button type="button" class="hand-button" aria-label=${t("game.change", { hand: `${dealName(row)}, ${t(`outcome.${row.outcome}`)}` })} onClick=${() => onEdit(n)}>
                  ${dealSign(row)}<span class="small dim">${dealRemark(row)}</span>
                </button>
              </th>
              ${row.changes.map((change, player) => html`
                <td key=${player} class=${row.winners.includes(player) ? "won" : ""}>
                  <span class=${change > 0 ? "gets" : change < 0 ? "pays" : "dim"}>${change === 0 ? "·" : signed(change)}</span>
                  <span class="small dim">${number(row.totals[player])}</span>
                </td>
              `)}
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `;
}
