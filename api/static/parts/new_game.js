/** A new game: who plays, under which rules, how long. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { beginGame } from "../games.js";
import { t } from "../i18n/index.js";
import { NO_GAMES, currentGame } from "../model/game.js";
import { WINDS, optionValues } from "../model/table.js";
import { store } from "../state.js";
import { NumberField } from "./choices.js";
import { Segments, Switch } from "./controls.js";
import { rulesTitle } from "./figures.js";
import { Sheet } from "./sheet.js";

const PLAYERS = 4;
const LONGEST_NAME = 40;
const NOBODY = "nobody";

/** Settings that are an end of the game or a number, and may be absent where null is among their values. */
const NUMBERS = ["start", "rounds", "hands", "goal", "needed", "stick", "noten"];
const OPTIONAL = new Set(["rounds", "hands", "goal", "needed"]);
const OF_RIICHI = new Set(["needed", "stick", "noten", "ends_below_zero", "last_dealer_ends", "leader_takes_sticks"]);

/** How a rule set's game runs with the preset that is chosen under Table. */
function settingsOf(described) {
  const { preset } = optionValues(described, store.get().table.options[described.name]);
  return described.game.presets[preset] ?? described.game.settings;
}

/** Where the names come from: the game before, or the seats. */
function firstPlayers() {
  const before = currentGame(store.get().game ?? NO_GAMES);
  return { names: before?.game.players ?? WINDS.map((_, n) => t("game.nameless", { n: n + 1 })), me: before ? before.me ?? NOBODY : NOBODY };
}

/**
 * @param {{rules: object[] | null, onClose: () => void}} props
 */
export function NewGame({ rules, onClose }) {
  const [{ names, me }, setPlayers] = useState(firstPlayers);
  const [chosen, setChosen] = useState(store.get().table.rules);
  const described = rules?.find(({ name }) => name === chosen);
  const [changed, setChanged] = useState({});
  const [problem, setProblem] = useState(null);
  if (!described) return html`<${Sheet} title=${t("game.new")} onClose=${onClose}><p>${t("table.waiting")}</p><//>`;
  const settings = { ...settingsOf(described), ...changed };
  const set = (name, value) => setChanged({ ...changed, [name]: value });
  const begin = async (event) => {
    event.preventDefault();
    try {
      await beginGame({ players: names.map((name) => name.trim()), settings, me: me === NOBODY ? null : me });
      onClose();
    } catch (error) {
      setProblem(error);
    }
  };
  return html`
    <${Sheet} title=${t("game.new")} onClose=${onClose}>
      <form class="stack new-game" onSubmit=${begin}>
        <div class="thirds">
          <${Segments} label=${t("table.rules")} name="game-rules" value=${chosen} choices=${rules.map((entry) => ({ value: entry.name, label: rulesTitle(entry, entry.name) }))}
            onChange=${(name) => { setChosen(name); setChanged({}); }} />
        </div>
        <fieldset class="names">
          <legend>${t("game.players")}</legend>
          ${names.map((name, n) => html`
            <label class="field" key=${n}>
              <span>${t(`wind.${WINDS[n]}`)}</span>
              <input type="text" maxlength=${LONGEST_NAME} autocomplete="off" required value=${name}
                onFocus=${(event) => event.target.select()} onInput=${(event) => setPlayers({ me, names: names.map((other, at) => (at === n ? event.target.value : other)) })} />
            </label>
          `)}
        </fieldset>
        <${Segments} label=${t("game.iAm")} name="me" value=${me} onChange=${(value) => setPlayers({ names, me: value })}
          choices=${[...Array.from({ length: PLAYERS }, (_, n) => ({ value: n, label: names[n] || t(`wind.${WINDS[n]}`) })), { value: NOBODY, label: t("game.nobody") }]} />
        <${Length} settings=${settings} set=${set} />
        ${problem && html`<p class="card bad" role="alert">${problem.message}</p>`}
        <button type="submit" class="button primary big">${t("game.begin")}</button>
      </form>
    <//>
  `;
}

/** How the game runs: every setting of the record, most of them a tap away. */
function Length({ settings, set }) {
  const known = (name) => settings.rules === "riichi" || !OF_RIICHI.has(name);
  const number = (name) => html`
    <${NumberField} key=${`${settings.rules} ${name}`} label=${t(`setting.${name}`)} value=${settings[name]} min=${name === "rounds" || name === "hands" ? 1 : 0}
      max=${name === "rounds" ? 100 : name === "hands" ? 1000 : 9_999_999} optional=${OPTIONAL.has(name)} placeholder=${OPTIONAL.has(name) ? t("setting.none") : ""} onChange=${(value) => set(name, value)} />
  `;
  const flags = Object.keys(settings).filter((name) => typeof settings[name] === "boolean" && known(name));
  return html`
    <div class="numbers">${["rounds", "start"].map(number)}</div>
    <details class="more">
      <summary>${t("game.moreSettings")}</summary>
      <div class="stack">
        <div class="numbers">${NUMBERS.filter((name) => name !== "rounds" && name !== "start" && known(name)).map(number)}</div>
        <${Segments} label=${t("setting.after_draw")} name="after-draw" value=${settings.after_draw} onChange=${(value) => set("after_draw", value)}
          choices=${["stays", "passes", ...(settings.stick > 0 ? ["stays_if_ready"] : [])].map((value) => ({ value, label: t(`afterDraw.${value}`) }))} />
        ${flags.map((name) => html`<${Switch} key=${name} label=${t(`setting.${name}`)} checked=${settings[name]} onChange=${(value) => set(name, value)} />`)}
      </div>
    </details>
  `;
}
