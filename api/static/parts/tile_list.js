/** Tiles that are told one by one: indicators, tiles seen elsewhere. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import { rank } from "../model/tiles.js";
import { Icon } from "./icons.js";
import { Palette, TileButton } from "./palette.js";
import { Sheet } from "./sheet.js";

/**
 * @param {{label: string, hint?: string, codes: string[], most?: number, sorted?: boolean, only?: (code: string) => boolean,
 *   onChange: (codes: string[]) => void}} props A tap takes a tile away; `sorted` keeps them by suit.
 */
export function TileList({ label, hint, codes, most = 136, sorted = false, only, onChange }) {
  const [open, setOpen] = useState(false);
  const add = (code) => {
    const more = [...codes, code];
    onChange(sorted ? more.toSorted((one, other) => rank(one) - rank(other)) : more);
    if (more.length >= most) setOpen(false);
  };
  const remove = (n) => onChange(codes.filter((_, at) => at !== n));
  const tiles = codes.map((code, n) => html`
    <${TileButton} key=${`${code} ${n}`} code=${code} label=${t("tiles.remove", { tile: tileName(code) })} onPick=${() => remove(n)} />
  `);
  return html`
    <div class="tile-list" role="group" aria-label=${label}>
      <span class="tile-list-label">${label}${hint && html`<br /><span class="dim small">${hint}</span>`}</span>
      <div class="tile-list-tiles">
        ${tiles}
        <button type="button" class="icon-button framed" aria-label=${t("tiles.add", { list: label })} disabled=${codes.length >= most}
          onClick=${() => setOpen(true)}><${Icon} name="add" /></button>
      </div>
      ${open && html`
        <${Sheet} title=${label} onClose=${() => setOpen(false)}>
          <div class="tile-list-tiles" aria-live="polite">
            ${codes.length === 0 ? html`<p class="dim">${t("sheet.addHint")}</p>` : tiles}
          </div>
          <${Palette} onPick=${add} only=${only} />
          <button type="button" class="button primary" onClick=${() => setOpen(false)}>${t("action.done")}</button>
        <//>
      `}
    </div>
  `;
}
