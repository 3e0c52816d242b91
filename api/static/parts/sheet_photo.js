/** One step of the sheet: which tiles to lay in a row, their photo, and what each of them is. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import { corners } from "../model/sheet.js";
import { FileButton } from "./file_button.js";
import { Icon } from "./icons.js";
import { Palette } from "./palette.js";
import { PhotoPiece } from "./photo_view.js";
import { Sheet } from "./sheet.js";
import { TileFace, TileRow, tileLabel } from "./tile.js";

/**
 * @param {{step: {name: string, codes: string[], optional?: boolean}, shown: {photo: object, tiles: object[]} | undefined,
 *   doubts: Map<number, string>, busy: boolean, onPhoto: (file: File) => void, onChange: (tiles: object[]) => void}} props
 *   `doubts`: by tile, the code it looks like.
 */
export function SheetPhoto({ step, shown, doubts, busy, onPhoto, onChange }) {
  const [open, setOpen] = useState(null);
  const tile = shown?.tiles[open];
  const replace = (facts) => {
    onChange(shown.tiles.map((other, n) => (n === open ? { ...other, ...facts } : other)));
    setOpen(null);
  };
  const unsure = shown?.tiles.filter((one, n) => doubts.has(n) || !one.sure).length;
  const title = t(step.name === "others" ? "my_set.others" : `palette.${step.name}`);
  return html`
    <section class="card stack sheet-step" aria-label=${title}>
      <div class="row spread">
        <h2>${title}</h2>
        ${step.optional && html`<span class="dim small">${t("my_set.optional")}</span>`}
      </div>
      ${!shown && html`<p class="set-order"><${TileRow} codes=${step.codes} /></p>`}
      ${shown && html`
        <ol class="set-tiles">
          ${shown.tiles.map((one, n) => html`
            <li key=${n}>
              <button type="button" class=${doubts.has(n) || !one.sure ? "set-tile doubtful" : "set-tile"} aria-label=${tileLabel({ code: one.code, sure: one.sure && !doubts.has(n) })}
                onClick=${() => setOpen(n)}>
                <${PhotoPiece} photo=${shown.photo} quad=${corners(one)} sure=${one.sure} />
                <${TileFace} code=${one.code} sure=${one.sure && !doubts.has(n)} size="small" />
              </button>
            </li>
          `)}
        </ol>
        ${unsure > 0 && html`<p class="small">${t("my_set.check", { n: unsure })}</p>`}
        ${shown.tiles.length !== step.codes.length && html`<p class="dim small">${t("my_set.count", { found: shown.tiles.length, wanted: step.codes.length })}</p>`}
      `}
      <${FileButton} icon=${shown ? "redo" : "shoot"} label=${t(shown ? "my_set.again" : "my_set.photo")} capture="environment" disabled=${busy}
        name=${shown ? "button file-button" : "button primary file-button"} onFiles=${([file]) => onPhoto(file)} />
      ${tile && html`
        <${Sheet} title=${t("my_set.which")} onClose=${() => setOpen(null)}>
          <${PhotoPiece} photo=${shown.photo} quad=${corners(tile)} sure=${tile.sure} />
          ${doubts.has(open) && html`<p class="card doubt">${t("my_set.looksLike", { label: tileName(tile.code), like: tileName(doubts.get(open)) })}</p>`}
          <div class="row">
            <button type="button" class="button primary" onClick=${() => replace({ sure: true, confirmed: true })}><${Icon} name="check" />${t("my_set.right", { tile: tileName(tile.code) })}</button>
            <button type="button" class="button danger" onClick=${() => { onChange(shown.tiles.filter((_, n) => n !== open)); setOpen(null); }}>${t("my_set.remove")}</button>
          </div>
          <${Palette} chosen=${tile.code} only=${(code) => code !== "0x"} onPick=${(code) => replace({ code, sure: true, confirmed: false })} />
        <//>
      `}
    </section>
  `;
}
