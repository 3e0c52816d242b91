/** The view "game": how the game stands, the hand being played, the score sheet. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { changeGame, exportCsv, exportJson } from "../games.js";
import { t, tOr } from "../i18n/index.js";
import { NO_GAMES, currentGame, withHand, withHandAt, withRedone, withoutLast } from "../model/game.js";
import { DealSheet } from "../parts/deal_sheet.js";
import { rulesTitle } from "../parts/figures.js";
import { GamePicker } from "../parts/game_picker.js";
import { Icon } from "../parts/icons.js";
import { NewGame } from "../parts/new_game.js";
import { PlayedHand } from "../parts/played_hand.js";
import { ScoreSheet, Standing } from "../parts/score_sheet.js";
import { useStore } from "../state.js";

/** Does something with the service, once at a time; what went wrong is kept to be shown. */
function useAction() {
  const [state, setState] = useState({ busy: false, problem: null });
  const act = async (action) => {
    setState({ busy: true, problem: null });
    try {
      await action();
      setState({ busy: false, problem: null });
      return true;
    } catch (problem) {
      setState({ busy: false, problem });
      return false;
    }
  };
  return { ...state, act };
}

/** The view. */
export function Game() {
  const { game: games, rules } = useStore();
  const kept = currentGame(games ?? NO_GAMES);
  const [sheet, setSheet] = useState(null);
  const { busy, problem, act } = useAction();
  const close = () => setSheet(null);
  const described = rules?.find(({ name }) => name === kept?.game.settings.rules);
  return html`
    <div class="view game-view">
      <div class="row spread">
        <h1>${kept ? rulesTitle(described, kept.game.settings.rules) : t("view.game")}</h1>
        <div class="row">
          ${games?.games.length > 0 && html`
            <button type="button" class="icon-button" aria-label=${t("game.all")} onClick=${() => setSheet({ name: "picker" })}><${Icon} name="game" /></button>
          `}
          <button type="button" class="icon-button" aria-label=${t("game.new")} onClick=${() => setSheet({ name: "new" })}><${Icon} name="add" /></button>
        </div>
      </div>
      ${problem && html`<p class="card bad" role="alert">${problem.message}</p>`}
      ${kept ? html`<${Played} kept=${kept} busy=${busy} act=${act} open=${setSheet} />` : html`<${NoGame} open=${setSheet} />`}
      ${sheet?.name === "new" && html`<${NewGame} rules=${rules} onClose=${close} />`}
      ${sheet?.name === "picker" && html`<${GamePicker} games=${games} rules=${rules} onClose=${close} />`}
      ${sheet?.name === "deal" && html`
        <${DealSheet} kept=${kept} at=${sheet.at} outcome=${sheet.outcome} onClose=${close}
          onWrite=${(entry) => changeGame((document) => (sheet.at === null ? withHand(document, entry) : withHandAt(document, sheet.at, entry)))} />
      `}
    </div>
  `;
}

const NoGame = ({ open }) => html`
  <div class="card stack">
    <p>${t("game.none")}</p>
    <button type="button" class="button primary big" onClick=${() => open({ name: "new" })}><${Icon} name="add" />${t("game.new")}</button>
    <button type="button" class="button" onClick=${() => open({ name: "picker" })}>${t("game.import")}</button>
    <p class="dim small">${t("game.private")}</p>
  </div>
`;

function Played({ kept, busy, act, open }) {
  const { game, sheet } = kept;
  const openDeal = (outcome) => open({ name: "deal", at: null, outcome });
  return html`
    <${Standing} kept=${kept} />
    ${sheet.end
      ? html`<p class="card over" role="status">${t("game.over")} ${tOr(`game.end.${sheet.end}`, sheet.end_message)}</p>`
      : html`<${PlayedHand} kept=${kept} busy=${busy} act=${act} onOpen=${openDeal} />`}
    <div class="row game-tools">
      <button type="button" class="button" disabled=${!sheet.can_undo || busy} onClick=${() => act(() => changeGame(withoutLast))}><${Icon} name="undo" />${t("action.undo")}</button>
      <button type="button" class="button" disabled=${!sheet.can_redo || busy} onClick=${() => act(() => changeGame(withRedone))}><${Icon} name="redo" />${t("action.redo")}</button>
      <button type="button" class="button" disabled=${busy} onClick=${() => act(exportCsv)}>${t("game.csv")}</button>
      <button type="button" class="button" onClick=${() => act(exportJson)}>${t("game.json")}</button>
    </div>
    <${ScoreSheet} game=${game} sheet=${sheet} onEdit=${(at) => open({ name: "deal", at })} />
  `;
}
