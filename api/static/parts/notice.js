/** A short message over the page, gone after a while. */

import { html, useEffect } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { store, useStore } from "../state.js";
import { Icon } from "./icons.js";

const SHOWN_MS = 5000;

const close = () => store.set({ notice: null });

/** Stands once on the page; `notify` of state.js fills it. */
export function Notice() {
  const notice = useStore((state) => state.notice);
  useEffect(() => {
    if (!notice || notice.urgent) return undefined;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return html`
    <div class="notice-place" role="status" aria-live="polite">
      ${notice && html`
        <div class=${notice.urgent ? "notice urgent" : "notice"}>
          <span>${notice.text}</span>
          <button class="icon-button" type="button" aria-label=${t("action.close")} onClick=${close}><${Icon} name="close" /></button>
        </div>
      `}
    </div>
  `;
}
