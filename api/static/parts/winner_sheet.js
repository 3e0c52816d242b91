/** Which tile of a full rack won: a photo of all fourteen in a row does not show it. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { groupById, moveTile } from "../model/hand.js";
import { TileButton } from "./palette.js";
import { Sheet } from "./sheet.js";

/**
 * @param {{hand: import("../model/hand.js").Hand, onChange: (hand: import("../model/hand.js").Hand) => void,
 *   onOther: () => void, onClose: () => void}} props `onOther` is for a tile that the rack does not have yet.
 */
export function WinnerSheet({ hand, onChange, onOther, onClose }) {
  const { tiles } = groupById(hand, "concealed");
  // Of equal tiles it does not matter which one won; the last one leaves the row as it stands.
  const kinds = tiles.filter(({ code }, n) => tiles.findIndex((other) => other.code === code) === n);
  const pick = (code) => {
    onChange(moveTile(hand, tiles.findLast((tile) => tile.code === code).id, "winning"));
    onClose();
  };
  return html`
    <${Sheet} title=${t("sheet.winner")} onClose=${onClose}>
      <div class="palette-row">${kinds.map(({ code }) => html`<${TileButton} key=${code} code=${code} onPick=${pick} />`)}</div>
      <button type="button" class="button" onClick=${onOther}>${t("sheet.otherWinner")}</button>
    <//>
  `;
}
