/** What an American table needs besides: the card, and how far the Charleston has come. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { analyse } from "../api.js";
import { t } from "../i18n/index.js";
import { CHARLESTON } from "../model/table.js";
import { notify, store } from "../state.js";
import { Segments } from "./controls.js";
import { Icon } from "./icons.js";

/** Any rack: the service reads the card before it looks at it. */
const ANY_RACK = "123456789m1234z";
const LARGEST_CARD_BYTES = 100_000;

/** @param {Partial<import("../model/table.js").Table>} facts */
const setTable = (facts) => store.set(({ table }) => ({ table: { ...table, ...facts } }));

/** A file with a card, as the service takes it. @param {string} text */
function cardOf(text) {
  try {
    const found = JSON.parse(text);
    if (found && typeof found === "object") return found;
  } catch {
    // Then it is TOML; the service says what is wrong with it.
  }
  return { toml: text };
}

/**
 * The practice card, or one's own as a file, which stays on this phone.
 * @param {{table: import("../model/table.js").Table}} props
 */
export function Card({ table }) {
  const [problem, setProblem] = useState(null);
  const own = table.cardFile;
  const take = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    setProblem(null);
    try {
      if (file.size > LARGEST_CARD_BYTES) throw new Error(t("card.tooLarge"));
      const card = cardOf(await file.text());
      await analyse({ rules: "american", hand: ANY_RACK, card });
      setTable({ card, cardFile: { name: file.name } });
      notify(t("card.taken", { name: file.name }));
    } catch (error) {
      // What is wrong with a card and where is said by the service alone, in the language of the file's own words.
      setProblem(error.detail ? { text: error.detail, language: "en" } : { text: error.message });
    }
  };
  return html`
    <section class="card stack" aria-labelledby="card-title">
      <h2 id="card-title">${t("card.title")}</h2>
      <p>${own ? t("card.own", { name: own.name }) : t("card.practice")}</p>
      <div class="row">
        <label class="button file-button">
          <${Icon} name="gallery" />${t(own ? "card.other" : "card.choose")}
          <input type="file" accept=".toml,.json,application/json,text/plain" onChange=${take} />
        </label>
        ${own && html`<button type="button" class="button" onClick=${() => setTable({ card: "practice", cardFile: null })}>${t("card.usePractice")}</button>`}
      </div>
      <p class="dim small">${t("card.hint")}</p>
      ${problem && html`<p class="wrong" role="alert">${t("card.bad")} <span lang=${problem.language}>${problem.text}</span></p>`}
    </section>
  `;
}

/**
 * Which pass comes next.
 * @param {{table: import("../model/table.js").Table}} props
 */
export const Charleston = ({ table }) => html`
  <section class="card stack" aria-labelledby="charleston-title">
    <h2 id="charleston-title">${t("charleston.title")}</h2>
    <${Segments} label=${t("charleston.step")} name="charleston" value=${table.charleston} onChange=${(charleston) => setTable({ charleston })}
      choices=${[...CHARLESTON, "over"].map((step, n) => ({ value: n, label: t(`charleston.${step}`) }))} />
    <p class="dim small">${t(table.charleston < CHARLESTON.length ? "charleston.hint" : "charleston.hintOver")}</p>
  </section>
`;
