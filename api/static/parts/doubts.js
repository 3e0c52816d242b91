/** Tiles the reader is not sure of, asked about one by one, one tap each. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import { changeTile, confirmTile, unsureTiles } from "../model/hand.js";
import { UNREADABLE } from "../model/tiles.js";
import { TileButton } from "./palette.js";
import { PhotoPiece } from "./photo_view.js";

/** More than this are in nobody's way to read. */
const ASKED_CODES = 3;

/**
 * @param {{hand: import("../model/hand.js").Hand, photos: import("../model/reading.js").Photo[],
 *   onChange: (hand: import("../model/hand.js").Hand) => void, onOther: (id: number) => void}} props `onOther` opens the
 *   palette for a tile.
 */
export function Doubts({ hand, photos, onChange, onOther }) {
  const doubtful = unsureTiles(hand);
  const tile = doubtful[0];
  if (!tile) return null;
  const codes = [tile.code, ...tile.alternatives.map(({ code }) => code)]
    .filter((code, n, all) => code !== UNREADABLE && all.indexOf(code) === n).slice(0, ASKED_CODES);
  const pick = (code) => onChange(code === tile.code ? confirmTile(hand, tile.id) : changeTile(hand, tile.id, code));
  return html`
    <section class="card doubt doubts" aria-label=${t("doubt.title", { n: doubtful.length })}>
      <${PhotoPiece} photo=${photos.find((photo) => photo.id === tile.photo)} quad=${tile.quad} />
      <div class="doubt-words">
        <p aria-live="polite">${question(codes)}</p>
        ${doubtful.length > 1 && html`<p class="small dim">${t("doubt.more", { n: doubtful.length - 1 })}</p>`}
      </div>
      <div class="doubt-answers">
        ${codes.map((code) => html`<${TileButton} key=${`${tile.id} ${code}`} code=${code} size="large" onPick=${pick} />`)}
        <button type="button" class="button" onClick=${() => onOther(tile.id)}>${t("doubt.other")}</button>
      </div>
    </section>
  `;
}

/** @param {string[]} codes */
function question(codes) {
  if (codes.length === 0) return t("doubt.unreadable");
  if (codes.length === 1) return t("doubt.one", { tile: tileName(codes[0]) });
  return t("doubt.several", { first: codes.slice(0, -1).map(tileName).join(", "), last: tileName(codes.at(-1)) });
}
