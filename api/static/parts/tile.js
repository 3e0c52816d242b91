/** A tile: its face from the sprite, and below it its code, for when the sprite cannot be fetched. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { tileName, t } from "../i18n/index.js";
import { SPRITE } from "../tiles/sprite.js";

/**
 * The name of a tile with what is particular about it, for screen readers.
 * @param {{code: string, sure?: boolean, turned?: boolean}} tile
 * @returns {string}
 */
export const tileLabel = ({ code, sure = true, turned = false }) =>
  [tileName(code), !sure && t("tile.unsure"), turned && t("tile.turned")].filter(Boolean).join(", ");

/** Where a face lies in the sprite, as a background position. @param {string} code */
function facePosition(code) {
  const at = SPRITE.codes.indexOf(code);
  const [column, row] = [at % SPRITE.columns, Math.floor(at / SPRITE.columns)];
  return `${(column * 100) / (SPRITE.columns - 1)}% ${(row * 100) / (SPRITE.rows - 1)}%`;
}

/**
 * The picture of a tile. It says nothing to screen readers; whatever holds it has the label.
 * @param {{code: string, sure?: boolean, turned?: boolean, size?: "small" | "large", mark?: string}} props `mark` is
 *   the class of a mark, "fault" for instance.
 */
export function TileFace({ code, sure = true, turned = false, size = "", mark = "" }) {
  const names = ["tile", `suit-${code[1]}`, size && `tile-${size}`, !sure && "unsure", turned && "turned", mark];
  return html`
    <span class=${names.filter(Boolean).join(" ")} aria-hidden="true">
      <span class="tile-code">${code}</span>
      <span class="tile-face" style=${{ backgroundPosition: facePosition(code) }}></span>
      ${!sure && html`<span class="tile-doubt">?</span>`}
    </span>
  `;
}

/**
 * Tiles in a line of text, with one label for all.
 * @param {{codes: string[], size?: "small" | "large"}} props
 */
export const TileRow = ({ codes, size = "small" }) => html`
  <span class="tile-row" role="img" aria-label=${codes.map(tileName).join(", ")}>
    ${codes.map((code) => html`<${TileFace} code=${code} size=${size} />`)}
  </span>
`;
