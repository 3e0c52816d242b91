import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";

/** The view "game". */
export const Game = () => html`<div class="view"><h1>${t("view.game")}</h1></div>`;
