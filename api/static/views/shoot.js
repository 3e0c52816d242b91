import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";

/** The view "shoot". */
export const Shoot = () => html`<div class="view"><h1>${t("view.shoot")}</h1></div>`;
