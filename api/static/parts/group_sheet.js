/** What can be done with a whole group: sort, exposed or concealed, back to the rack, add. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { groupById, removeTile, setConcealed, sortTiles, unmeld } from "../model/hand.js";
import { plain } from "../model/tiles.js";
import { Segments } from "./controls.js";
import { Sheet } from "./sheet.js";
import { groupTitle } from "./strip.js";
import { TileRow } from "./tile.js";

/**
 * @param {{hand: import("../model/hand.js").Hand, id: string, onChange: (hand: import("../model/hand.js").Hand) => void,
 *   onAdd: (groupId: string) => void, onDora: ((codes: string[]) => void) | null, onClose: () => void}} props `onDora`
 *   takes the tiles as indicators, null where the rules have none.
 */
export function GroupSheet({ hand, id, onChange, onAdd, onDora, onClose }) {
  const group = groupById(hand, id);
  if (!group) return null;
  const done = (changed) => { onChange(changed); onClose(); };
  const codes = group.tiles.map(({ code }) => code);
  const alike = codes.length === 4 && codes.every((code) => plain(code) === plain(codes[0]));
  const button = (label, onClick, name = "") => html`<button type="button" class=${`button ${name}`} onClick=${onClick}>${label}</button>`;
  return html`
    <${Sheet} title=${groupTitle(hand, group)} onClose=${onClose}>
      ${codes.length > 0 && html`<${TileRow} codes=${codes} />`}
      ${alike && group.kind === "meld" && html`
        <${Segments} label=${t("group.kong")} name="kong" value=${group.concealed} onChange=${(concealed) => onChange(setConcealed(hand, id, concealed))}
          choices=${[{ value: false, label: t("group.exposed") }, { value: true, label: t("group.concealed") }]} />
      `}
      <div class="stack">
        ${group.kind !== "winning" && button(t("group.add"), () => onAdd(id))}
        ${group.kind === "winning" && codes.length === 0 && button(t("group.addWinning"), () => onAdd(id))}
        ${group.kind === "concealed" && codes.length > 1 && button(t("group.sort"), () => done(sortTiles(hand)))}
        ${(group.kind === "meld" || group.kind === "winning") && codes.length > 0 && button(t("group.toConcealed"), () => done(unmeld(hand, id)))}
        ${onDora && (group.kind === "indicator" || group.kind === "loose") && codes.length > 0 && button(t("group.asDora"), () => { onDora(codes); onClose(); })}
        ${codes.length > 0 && button(t("group.empty"), () => done(group.tiles.reduce((rest, tile) => removeTile(rest, tile.id), hand)), "danger")}
      </div>
    <//>
  `;
}
