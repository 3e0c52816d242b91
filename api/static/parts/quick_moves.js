/** Where a tile goes most often, one tap each: melds it makes, the winning tile, back to the concealed ones, the flowers. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import { groupOf, meldTiles, meldsWith, moveTile, tileById } from "../model/hand.js";
import { isBonus } from "../model/tiles.js";
import { TileRow } from "./tile.js";

/** Groups that a tile of a kind of group goes to. @type {Record<string, string[]>} */
const GOES_TO = {
  concealed: ["winning"],
  winning: ["concealed"],
  meld: ["concealed", "winning"],
  bonus: ["concealed"],
  indicator: ["concealed"],
  loose: ["concealed", "winning"],
};

/**
 * Everything else stands under "Move to" of the tile's sheet.
 * @param {{hand: import("../model/hand.js").Hand, id: number, onMove: (hand: import("../model/hand.js").Hand) => void}} props
 */
export function QuickMoves({ hand, id, onMove }) {
  const { code } = tileById(hand, id);
  const { kind } = groupOf(hand, id);
  const melds = kind === "concealed" || kind === "winning" ? meldsWith(hand, id) : [];
  const groups = isBonus(code) ? ["bonus"] : GOES_TO[kind];
  return html`
    <div class="quick-moves" role="group" aria-label=${t("tile.move")}>
      ${groups.filter((name) => name !== kind).map((name) => html`
        <button key=${name} type="button" class="button" onClick=${() => onMove(moveTile(hand, id, name))}>${t(`group.${name}`)}</button>
      `)}
      ${melds.flatMap((ids) => [false, true].filter((concealed) => !concealed || ids.length === 4).map((concealed) => {
        const codes = ids.map((other) => tileById(hand, other).code);
        const title = t(concealed ? "sheet.concealedKong" : "group.new-meld");
        return html`
          <button key=${`${ids} ${concealed}`} type="button" class="button" aria-label=${[title, ...codes.map(tileName)].join(t("list.and"))}
            onClick=${() => onMove(meldTiles(hand, ids, concealed))}>
            ${concealed && t("group.concealed")} <${TileRow} codes=${codes} />
          </button>
        `;
      }))}
    </div>
  `;
}
