/** Where losers score too: the scores of all four, typed or taken from the answer, and who pays whom. */

import { html, useEffect, useState } from "../vendor/preact-htm/standalone.module.js";
import { setDraft, settleDraft, takeScore, writeSettlement } from "../games.js";
import { t } from "../i18n/index.js";
import { playerAt } from "../model/game.js";
import { WINDS } from "../model/table.js";
import { useStore } from "../state.js";
import { NumberField } from "./choices.js";
import { Segments } from "./controls.js";
import { number, signed } from "./figures.js";
import { Icon } from "./icons.js";

/**
 * @param {{kept: import("../model/game.js").KeptGame, draft: import("../model/game.js").Draft, busy: boolean,
 *   act: (action: () => Promise<void>) => Promise<boolean>}} props
 */
export function AllScores({ kept, draft, busy, act }) {
  const { analysis, table } = useStore();
  const { game, sheet } = kept;
  const { answer } = analysis;
  const seat = table.context.seat ?? "E";
  const nameAt = (wind) => game.players[playerAt(sheet.next, wind)];
  const usable = answer?.score && answer.rules === game.settings.rules && analysis.status === "there";
  return html`
    <div class="stack">
      ${usable
        ? html`<button type="button" class="button primary" onClick=${takeScore}><${Icon} name="check" />${t("game.takeScore", { n: number(answer.score.total), name: nameAt(seat) })}</button>`
        : html`<p class="dim small">${t("game.noScore")}</p>`}
      <div class="scores">
        ${WINDS.map((wind) => html`
          <${NumberField} key=${wind} label=${`${t(`windSign.${wind}`)} ${nameAt(wind)}`} value=${draft.scores[wind] ?? null} optional placeholder="0"
            onChange=${(score) => setDraft({ scores: { ...draft.scores, [wind]: score } })} />
        `)}
      </div>
      <${Segments} label=${t("game.winner")} name="score-winner" value=${draft.winner} onChange=${(winner) => setDraft({ winner })}
        choices=${WINDS.map((wind) => ({ value: wind, label: nameAt(wind) }))} />
      ${draft.winner && html`<${Settlement} draft=${draft} nameAt=${nameAt} busy=${busy} act=${act} players=${game.players} />`}
    </div>
  `;
}

/** Who pays whom, as the service settles it. */
function Settlement({ draft, nameAt, players, busy, act }) {
  const [found, setFound] = useState(null);
  const [problem, setProblem] = useState(null);
  const asked = JSON.stringify([draft.scores, draft.winner]);
  useEffect(() => {
    let wanted = true;
    settleDraft().then(
      (answer) => { if (wanted) { setFound(answer); setProblem(null); } },
      (error) => { if (wanted) { setFound(null); setProblem(error); } },
    );
    return () => { wanted = false; };
  }, [asked]);
  if (problem) return html`<p class="wrong" role="alert">${problem.message}</p>`;
  if (!found) return html`<p class="dim small">${t("answer.asking")}</p>`;
  return html`
    <ul class="transfers small">
      ${found.transfers.map(({ from, to, amount }) => html`<li key=${`${from} ${to}`}>${t("game.transfer", { from: nameAt(from), to: nameAt(to), n: number(amount) })}</li>`)}
    </ul>
    <p class="small">${players.map((name, player) => html`<span class="pill" key=${player}>${name} ${signed(found.payments[player])}</span>`)}</p>
    <button type="button" class="button primary big" disabled=${busy} onClick=${() => act(() => writeSettlement())}><${Icon} name="check" />${t("game.write")}</button>
  `;
}
