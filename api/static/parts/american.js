/** American: the nearest hands of the card, and what to pass, call and exchange. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import { codesOf } from "../model/reading.js";
import { number } from "./figures.js";
import { allInWords, sectionName } from "./said.js";
import { TileFace, TileRow } from "./tile.js";

const SHOWN = 3;

/**
 * @param {{advice: object, step: string}} props `advice` is `american` of an analysis; `step` the step of the Charleston,
 *   "" once it is over.
 */
export function American({ advice, step }) {
  const [all, setAll] = useState(false);
  const lines = all ? advice.nearest : advice.nearest.slice(0, SHOWN);
  return html`
    ${advice.dead && html`<p class="card bad">${t("american.dead")}</p>`}
    ${step && advice.pass.length > 0 && html`
      <section class="card stack" aria-label=${t("american.pass")}>
        <div class="row spread"><h2>${t("american.pass")}</h2><a class="button quiet" href="#table">${step}</a></div>
        <${TileRow} codes=${advice.pass} size="" />
      </section>
    `}
    <section class="stack" aria-label=${t("american.nearest")}>
      <h2>${t("american.nearest")}</h2>
      ${lines.map((line) => html`<${Line} key=${line.line} line=${line} />`)}
      ${advice.nearest.length > lines.length && html`
        <button type="button" class="button quiet" onClick=${() => setAll(true)}>${t("american.all", { n: advice.nearest.length })}</button>
      `}
    </section>
    <${Moves} title=${t("american.calls")} moves=${advice.calls} />
    <${Moves} title=${t("american.exchanges")} moves=${advice.exchanges} />
  `;
}

function Line({ line }) {
  const groups = line.hand.split(" ");
  return html`
    <div class="card stack line">
      <div class="row spread">
        <strong>${line.line} · ${sectionName(line.section)}</strong>
        <span>${t("american.value", { n: number(line.value) })}</span>
      </div>
      <div class="line-groups">
        ${groups.map((group, n) => html`<${LineGroup} key=${n} wanted=${codesOf(group)} held=${codesOf(line.assignment[n] ?? "")} />`)}
      </div>
      <p class="small">
        ${line.missing === 0 ? t("american.complete") : t("american.missing", { n: line.missing })}
        ${!line.possible && html` · ${t("american.impossible")}`}
      </p>
    </div>
  `;
}

/** A group of the printed hand: held tiles are there, missing ones are pale and have a dashed edge. */
function LineGroup({ wanted, held }) {
  const left = [...held];
  const tiles = wanted.map((code) => {
    const at = left.indexOf(code);
    if (at >= 0) return { code: left.splice(at, 1)[0], missing: false };
    return { code, missing: true };
  });
  // Jokers among the held tiles stand for what is not there itself.
  for (const tile of tiles) {
    if (tile.missing && left.includes("1j")) {
      left.splice(left.indexOf("1j"), 1);
      Object.assign(tile, { code: "1j", missing: false });
    }
  }
  const label = tiles.map(({ code, missing }) => (missing ? t("american.needed", { tile: tileName(code) }) : tileName(code))).join(", ");
  return html`
    <span class="tile-row" role="img" aria-label=${label}>
      ${tiles.map(({ code, missing }) => html`<${TileFace} code=${code} size="small" mark=${missing ? "missing" : ""} />`)}
    </span>
  `;
}

function Moves({ title, moves }) {
  if (moves.length === 0) return null;
  return html`
    <section class="card stack" aria-label=${title}>
      <h2>${title}</h2>
      <ul class="stack">
        ${moves.map(({ tile, group, worth, reasons, reason_codes: codes }) => html`
          <li class="row move">
            <${TileRow} codes=${[tile]} size="" />
            <span class="discard-words">
              <strong>${t(worth ? "american.worth" : "american.notWorth")}</strong>
              ${group && html`<${TileRow} codes=${codesOf(group)} />`}
              ${allInWords(reasons, codes).map((reason) => html`<span class="small dim">${reason}</span>`)}
            </span>
          </li>
        `)}
      </ul>
    </section>
  `;
}
