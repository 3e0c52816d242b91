import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";

/** The view "hand". */
export const Hand = () => html`<div class="view"><h1>${t("view.hand")}</h1></div>`;
