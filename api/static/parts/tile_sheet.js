/** What can be done with one tile: the model's other readings first, then the whole palette; turn, move, remove. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import {
  NEW_MELD, changeTile, confirmTile, groupOf, meldTiles, meldsWith, moveTile, removeTile, shiftTile, tileById, turnTile,
} from "../model/hand.js";
import { UNREADABLE } from "../model/tiles.js";
import { Icon } from "./icons.js";
import { Palette, TileButton } from "./palette.js";
import { PhotoPiece } from "./photo_view.js";
import { QuickMoves } from "./quick_moves.js";
import { Sheet } from "./sheet.js";
import { groupTitle } from "./strip.js";
import { TileFace, TileRow, tileLabel } from "./tile.js";

/**
 * @param {{hand: import("../model/hand.js").Hand, id: number, photos: import("../model/reading.js").Photo[],
 *   onChange: (hand: import("../model/hand.js").Hand) => void, onClose: () => void}} props
 */
export function TileSheet({ hand, id, photos, onChange, onClose }) {
  const [moving, setMoving] = useState(false);
  const tile = tileById(hand, id);
  if (!tile) return null;
  const group = groupOf(hand, id);
  const done = (changed) => { onChange(changed); onClose(); };
  const title = html`
    <span class="sheet-tile">
      <${PhotoPiece} photo=${photos.find((photo) => photo.id === tile.photo)} quad=${tile.quad} sure=${tile.sure} />
      <${TileFace} code=${tile.code} size="large" sure=${tile.sure} />
      <span><span class="capital">${tileName(tile.code)}</span><span class="dim small">${groupTitle(hand, group)}</span></span>
    </span>
  `;
  return html`
    <${Sheet} title=${title} label=${t("sheet.tile", { tile: tileLabel(tile) })} onClose=${onClose} class="tile-sheet">
      ${moving
        ? html`<${Places} hand=${hand} id=${id} onMove=${done} onBack=${() => setMoving(false)} />`
        : html`
          <${LikelyCodes} tile=${tile} onConfirm=${() => done(confirmTile(hand, id))} onPick=${(code) => done(changeTile(hand, id, code))} />
          <${Palette} chosen=${tile.code} onPick=${(code) => done(changeTile(hand, id, code))} />
        `}
      <div class="sheet-foot">
        ${!moving && html`<${QuickMoves} hand=${hand} id=${id} onMove=${done} />`}
        <${Action} icon="remove" label=${t("tile.remove")} onClick=${() => done(removeTile(hand, id))} />
        <${Action} icon="turn" label=${t(tile.turned ? "tile.turnBack" : "tile.turn")} onClick=${() => onChange(turnTile(hand, id))} />
        <${Action} icon="left" label=${t("tile.left")} disabled=${group.tiles[0].id === id} onClick=${() => onChange(shiftTile(hand, id, -1))} />
        <${Action} icon="right" label=${t("tile.right")} disabled=${group.tiles.at(-1).id === id} onClick=${() => onChange(shiftTile(hand, id, 1))} />
        <${Action} icon="move" label=${t("tile.move")} pressed=${moving} onClick=${() => setMoving(!moving)} />
      </div>
    <//>
  `;
}

const Action = ({ icon, label, onClick, disabled, pressed }) => html`
  <button type="button" class="action" disabled=${disabled} aria-pressed=${pressed} onClick=${onClick}>
    <${Icon} name=${icon} /><span>${label}</span>
  </button>
`;

/** What the model also thought of; in doubt also that its first reading is right. */
function LikelyCodes({ tile, onConfirm, onPick }) {
  const asked = !tile.sure && tile.code !== UNREADABLE;
  const others = tile.alternatives.filter(({ code }) => code !== tile.code);
  if (!asked && others.length === 0) return null;
  return html`
    <div class="stack">
      <h3 class="small dim">${t("sheet.likely")}</h3>
      <div class="row likely">
        ${asked && html`<${TileButton} code=${tile.code} size="large" label=${t("doubt.right", { tile: tileName(tile.code) })} onPick=${onConfirm}><${Icon} name="check" size=${18} /><//>`}
        ${others.map(({ code, confidence }) => html`
          <${TileButton} key=${code} code=${code} size="large" onPick=${onPick}><span class="small">${percent(confidence)}</span><//>
        `)}
      </div>
    </div>
  `;
}

const percent = (share) => (share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`);

/** Where the tile may go: groups, and melds that it makes with others of the hand. */
function Places({ hand, id, onMove }) {
  const own = groupOf(hand, id);
  const others = hand.groups.filter((group) => group.id !== own.id && (group.kind !== "indicator" || group.tiles.length > 0));
  const melds = own.kind === "concealed" || own.kind === "winning" ? meldsWith(hand, id) : [];
  return html`
    <div class="stack">
      ${melds.length > 0 && html`
        <h3 class="small dim">${t("sheet.makeMeld")}</h3>
        <div class="row">
          ${melds.flatMap((ids) => [false, true].filter((concealed) => !concealed || ids.length === 4).map((concealed) => html`
            <button type="button" class="button" onClick=${() => onMove(meldTiles(hand, ids, concealed))}>
              ${concealed && t("group.concealed")} <${TileRow} codes=${ids.map((other) => tileById(hand, other).code)} />
            </button>
          `))}
        </div>
      `}
      <h3 class="small dim">${t("sheet.moveTo")}</h3>
      <div class="places">
        ${others.map((group) => html`
          <button key=${group.id} type="button" class="button" onClick=${() => onMove(moveTile(hand, id, group.id))}>
            <span>${groupTitle(hand, group)}</span>
            ${group.kind === "meld" && html`<${TileRow} codes=${group.tiles.map(({ code }) => code)} />`}
          </button>
        `)}
        <button type="button" class="button" onClick=${() => onMove(moveTile(hand, id, NEW_MELD))}>${t("group.new-meld")}</button>
      </div>
    </div>
  `;
}
