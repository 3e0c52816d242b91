/** The hand being played: the answer on screen as its result in one tap, or anything else that happened. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { declare, writeAnswer } from "../games.js";
import { t } from "../i18n/index.js";
import { EMPTY_DRAFT, entryOfAnswer, hasSticks, losersScore, playerAt } from "../model/game.js";
import { groupById, handTiles } from "../model/hand.js";
import { WINDS } from "../model/table.js";
import { useStore } from "../state.js";
import { AllScores } from "./all_scores.js";
import { Toggles } from "./choices.js";
import { signed, totalOf } from "./figures.js";
import { Icon } from "./icons.js";
import { dealName } from "./score_sheet.js";
import { TileRow } from "./tile.js";

/**
 * @param {{kept: import("../model/game.js").KeptGame, busy: boolean, act: (action: () => Promise<void>) => Promise<boolean>,
 *   onOpen: (outcome: string) => void}} props `onOpen` opens the sheet for what is written by hand.
 */
export function PlayedHand({ kept, busy, act, onOpen }) {
  const draft = useStore((state) => state.game.draft) ?? EMPTY_DRAFT;
  const { game, sheet } = kept;
  const deal = sheet.next;
  return html`
    <section class="card stack played" aria-label=${t("game.now")}>
      <h2>${dealName(deal)} · ${t("game.dealer", { name: game.players[deal.dealer] })}</h2>
      ${losersScore(game)
        ? html`<${AllScores} kept=${kept} draft=${draft} busy=${busy} act=${act} />`
        : html`<${TakeOver} kept=${kept} draft=${draft} busy=${busy} act=${act} />`}
      ${hasSticks(game) && html`
        <${Toggles} label=${t("game.declared")} chosen=${draft.riichi} onChange=${declare}
          choices=${game.players.map((name, player) => ({ value: player, label: name }))} />
      `}
      <div class="row outcomes">
        ${(hasSticks(game) ? ["win", "draw", "abort", "penalty"] : ["win", "draw", "penalty"]).map((outcome) => html`
          <button key=${outcome} type="button" class="button" disabled=${busy} onClick=${() => onOpen(outcome)}>${t(`write.${outcome}`)}</button>
        `)}
      </div>
    </section>
  `;
}

/** The answer on screen, if it is a win under the rules of the game. */
function TakeOver({ kept, draft, busy, act }) {
  const { analysis, table, hand } = useStore();
  const [asked, setAsked] = useState(false);
  const { game, sheet } = kept;
  const { answer, status } = analysis;
  if (!answer || answer.rules !== game.settings.rules || answer.status !== "complete" || !answer.score) {
    return html`<p class="dim small">${t(answer && answer.rules !== game.settings.rules ? "game.otherRules" : "game.noAnswer")} <a href="#shoot">${t("hand.takePhoto")}</a></p>`;
  }
  const seat = table.context.seat ?? "E";
  const winner = game.players[playerAt(sheet.next, seat)];
  const entry = entryOfAnswer(answer, table.context, sheet.next, game, draft);
  const waiting = busy || status !== "there";
  const drawn = table.context.self_drawn ?? groupById(hand, "winning").tiles.length === 0;
  // Where everybody pays alike, payments are known though it is not known who discarded; it is asked all the same.
  const ask = asked || (!drawn && !table.context.discarder);
  return html`
    <div class="take-over stack">
      <p><strong>${t("game.wins", { name: winner, total: totalOf(answer.score) })}</strong></p>
      <${TileRow} codes=${handTiles(hand).map(({ code }) => code)} />
      ${entry && !ask && html`
        <p class="small">${game.players.map((name, player) => entry.payments[player] !== 0 && html`<span class="pill" key=${player}>${name} ${signed(entry.payments[player])}</span>`)}</p>
        <div class="row">
          <button type="button" class="button primary big" disabled=${waiting} onClick=${() => act(() => writeAnswer())}><${Icon} name="check" />${t("game.write")}</button>
          <button type="button" class="button quiet" onClick=${() => setAsked(true)}>${entry.discarder === null ? t("game.wasDiscard") : t("game.otherDiscarder")}</button>
        </div>
      `}
      ${ask && html`
        <p>${t("game.fromWhom")}</p>
        <div class="from-whom" role="group" aria-label=${t("game.fromWhom")}>
          ${WINDS.filter((wind) => wind !== seat).map((wind) => html`
            <button key=${wind} type="button" class="button primary" disabled=${waiting} onClick=${() => act(() => writeAnswer(wind))}>
              ${game.players[playerAt(sheet.next, wind)]}
            </button>
          `)}
        </div>
      `}
      <p class="dim small">${t("game.otherWinner")} <a href="#table">${t("view.table")}</a></p>
    </div>
  `;
}
