/** A sheet over the page: the browser's own dialog, which keeps the focus inside and gives it back. */

import { html, useEffect, useRef } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { Icon } from "./icons.js";

/**
 * @param {{title: any, label?: string, onClose: () => void, children: any, class?: string}} props `label` is the title
 *   for screen readers, where the title is no text. Escape, the cross and a tap beside the sheet close it.
 */
export function Sheet({ title, label, onClose, children, class: name = "" }) {
  const dialog = useRef(null);
  useEffect(() => {
    const node = dialog.current;
    node.showModal();
    return () => {
      // Closing gives the focus back; where that is gone with the tile, the view gets it.
      node.close();
      if (document.activeElement === document.body) document.querySelector("main").focus({ preventScroll: true });
    };
  }, []);
  return html`
    <dialog ref=${dialog} class=${`sheet ${name}`} aria-label=${label ?? title}
      onCancel=${(event) => { event.preventDefault(); onClose(); }}
      onClick=${(event) => event.target === dialog.current && onClose()}>
      <div class="sheet-inside">
        <div class="sheet-head">
          <h2>${title}</h2>
          <button type="button" class="icon-button" aria-label=${t("action.close")} onClick=${onClose}><${Icon} name="close" /></button>
        </div>
        <div class="sheet-body">${children}</div>
      </div>
    </dialog>
  `;
}
