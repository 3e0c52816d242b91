/** Under which licence the program is, and where its source can be had, as the licence asks. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";

/** The service writes the address of the source into the page, where it knows one. */
const sourceUrl = () => document.querySelector("#source-offer a")?.href;

/** @param {{class?: string}} props */
export function SourceOffer({ class: name }) {
  const url = sourceUrl();
  return html`
    <p class=${name}>${t("about.licence")} ${url ? html`<a href=${url}>${t("about.source")}</a>` : t("about.askForSource")}</p>
  `;
}
