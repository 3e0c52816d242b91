/** Tiles set by hand, one tap each: for a hand without a photo, and for what the photo does not show. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { NEW_MELD, addTile, groupById, groupOf, isEmpty, removeTile, takesTile } from "../model/hand.js";
import { isBonus } from "../model/tiles.js";
import { Segments } from "./controls.js";
import { Icon } from "./icons.js";
import { Palette } from "./palette.js";
import { Sheet } from "./sheet.js";
import { groupTitle } from "./strip.js";
import { TileFace, TileRow } from "./tile.js";

/**
 * @param {{hand: import("../model/hand.js").Hand, into?: string, onChange: (hand: import("../model/hand.js").Hand) => void,
 *   onClose: () => void}} props `into` is the id of the group that is filled at first.
 */
export function AddSheet({ hand, into = "concealed", onChange, onClose }) {
  const [chosen, setChosen] = useState(into);
  const [added, setAdded] = useState([]);
  const target = chosen === NEW_MELD || groupById(hand, chosen) ? chosen : "concealed";
  const isMeld = (id) => groupById(hand, id)?.kind === "meld";
  const add = (code) => {
    // A flower among the concealed tiles is a bonus tile; nobody means otherwise.
    const bonus = target === "concealed" && isBonus(code);
    const place = bonus ? "bonus" : isMeld(target) && !takesTile(groupById(hand, target), code) ? NEW_MELD : target;
    const tileId = hand.next;
    const made = addTile(hand, code, place);
    onChange(made);
    setAdded([...added, tileId]);
    if (target === "winning") setChosen("concealed");
    if (place === NEW_MELD) setChosen(groupOf(made, tileId).id);
  };
  const takeBack = () => {
    const tileId = added.at(-1);
    setAdded(added.slice(0, -1));
    if (groupOf(hand, tileId)) onChange(removeTile(hand, tileId));
  };
  const melds = hand.groups.filter(({ kind }) => kind === "meld");
  const choices = [
    { value: "concealed", label: t("group.concealed") },
    ...melds.map((meld) => ({ value: meld.id, label: html`<${TileRow} codes=${meld.tiles.map(({ code }) => code)} />`, spoken: groupTitle(hand, meld) })),
    { value: NEW_MELD, label: t("group.new-meld") },
    { value: "winning", label: t("group.winning") },
    { value: "bonus", label: t("group.bonus") },
  ];
  const group = groupById(hand, target);
  return html`
    <${Sheet} title=${t("sheet.add")} onClose=${onClose} class="add-sheet">
      <div class="add-so-far" aria-live="polite">
        ${isEmpty(hand) || !group?.tiles.length
          ? html`<p class="dim">${t("sheet.addHint")}</p>`
          : html`${group.tiles.map((tile) => html`<${TileFace} key=${tile.id} ...${tile} size="small" />`)}<span class="dim">${group.tiles.length}</span>`}
      </div>
      <${Segments} label=${t("sheet.addInto")} name="add-into" value=${target} onChange=${setChosen} choices=${choices} />
      <${Palette} onPick=${add} />
      <div class="sheet-foot">
        <button type="button" class="button" disabled=${added.length === 0} onClick=${takeBack}><${Icon} name="undo" />${t("action.undo")}</button>
        <button type="button" class="button primary" onClick=${onClose}>${t("action.done")}</button>
      </div>
    <//>
  `;
}
