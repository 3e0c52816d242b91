import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";

/** The view "settings". */
export const Settings = () => html`<div class="view"><h1>${t("view.settings")}</h1></div>`;
