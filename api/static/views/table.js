import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";

/** The view "table". */
export const Table = () => html`<div class="view"><h1>${t("view.table")}</h1></div>`;
