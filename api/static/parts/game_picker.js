/** All games on this phone: choose one, take one in from a file, remove one. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { chooseGame, dropGame, importJson } from "../games.js";
import { language, t } from "../i18n/index.js";
import { number, rulesTitle } from "./figures.js";
import { Icon } from "./icons.js";
import { Sheet } from "./sheet.js";

/** @param {number} begun @returns {string} */
const day = (begun) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(begun);

/**
 * @param {{games: import("../model/game.js").Games | null, rules: object[] | null, onClose: () => void}} props
 */
export function GamePicker({ games, rules, onClose }) {
  const [doomed, setDoomed] = useState(null);
  const [problem, setProblem] = useState(null);
  const take = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    try {
      await importJson(file);
      onClose();
    } catch (error) {
      setProblem(error);
    }
  };
  const choose = (id) => {
    chooseGame(id);
    onClose();
  };
  const drop = (id) => {
    if (doomed !== id) return setDoomed(id);
    setDoomed(null);
    return dropGame(id);
  };
  return html`
    <${Sheet} title=${t("game.all")} onClose=${onClose}>
      <ul class="stack">
        ${(games?.games ?? []).map(({ id, begun, game, sheet }) => html`
          <li key=${id} class="kept-game">
            <button type="button" class="button kept" aria-current=${id === games.current ? "true" : undefined} onClick=${() => choose(id)}>
              <strong>${rulesTitle(rules?.find(({ name }) => name === game.settings.rules), game.settings.rules)}</strong>
              <span class="small">${sheet.ranking.map((player) => `${game.players[player]}\u00a0${number(sheet.totals[player])}`).join(", ")}</span>
              <span class="small dim">${day(begun)} · ${t("game.handCount", { n: game.hands.length })}</span>
            </button>
            <button type="button" class=${doomed === id ? "button danger" : "icon-button"} aria-label=${doomed === id ? undefined : t("game.remove")} onClick=${() => drop(id)}>
              ${doomed === id ? t("game.reallyRemove") : html`<${Icon} name="remove" />`}
            </button>
          </li>
        `)}
      </ul>
      <label class="button file-button">
        <${Icon} name="gallery" />${t("game.import")}
        <input type="file" accept=".json,application/json" onChange=${take} />
      </label>
      ${problem && html`<p class="card bad" role="alert">${problem.message}</p>`}
    <//>
  `;
}
