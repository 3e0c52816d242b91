/** The answer to the hand on screen: what it is, what it is worth, what to do. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { askAgain } from "../analysis.js";
import { t, tileName } from "../i18n/index.js";
import { currentGame } from "../model/game.js";
import { addTile, discardTile, groupById, handSize, unsureTiles } from "../model/hand.js";
import { WINDS, withFact } from "../model/table.js";
import { Accepts, Discards, Nearer, Waits } from "../parts/advice.js";
import { American } from "../parts/american.js";
import { Segments } from "../parts/controls.js";
import { amount, limitName, nearness, rulesTitle, totalOf } from "../parts/figures.js";
import { Icon } from "../parts/icons.js";
import { remarkInWords, sectionName } from "../parts/said.js";
import { Score } from "../parts/score.js";
import { TileRow } from "../parts/tile.js";
import { charlestonStep, toldFacts } from "../parts/told_facts.js";
import { changeHand, store, useStore } from "../state.js";

/** The whole answer. */
export function Answer() {
  const { analysis, table, rules, hand } = useStore();
  const { answer, status, problem } = analysis;
  const described = rules?.find(({ name }) => name === table.rules);
  if (status === "none") return null;
  return html`
    <div class=${status === "asking" ? "answer asking" : "answer"}>
      <${TableLine} table=${table} described=${described} />
      ${status === "failed" && html`
        <div class="card bad stack" role="alert">
          <p>${problem.message}</p>
          <button type="button" class="button" onClick=${askAgain}>${t("action.retry")}</button>
        </div>
      `}
      ${answer && html`<${Found} answer=${answer} table=${table} hand=${hand} />`}
    </div>
  `;
}

/** Under which rules and facts it is answered; they are changed in their own view. */
function TableLine({ table, described }) {
  const { seat = "E", round = "E" } = table.context;
  const facts = described?.facts ?? [];
  const words = [rulesTitle(described, table.rules), t("answer.seat", { wind: t(`wind.${seat}`) })];
  if (facts.includes("round")) words.push(t("answer.round", { wind: t(`wind.${round}`) }));
  return html`
    <a class="table-line" href="#table">
      <span>${[...words, ...toldFacts(table.context, facts)].join(" · ")}</span>
      <${Icon} name="right" size=${20} />
    </a>
  `;
}

/** To the score sheet, where there is a game that the answer can be written down in. */
function ToGame({ rules }) {
  const game = useStore((state) => currentGame(state.game));
  if (!game?.sheet.next || game.game.settings.rules !== rules) return null;
  return html`<a class="button" href="#game"><${Icon} name="game" />${t("game.toScores")}</a>`;
}

function Found({ answer, table, hand }) {
  const { score, faults, warnings, discards, waits, accepts, american, status } = answer;
  const seat = table.context.seat ?? "E";
  const onThrow = (code) => changeHand(discardTile(hand, code));
  const onWin = (code) => changeHand(addTile(hand, code, "winning"));
  const won = status === "complete";
  const unit = score?.unit ?? (["mcr", "hong_kong"].includes(table.rules) ? "fan" : "points");
  const outlookUnit = table.rules === "hong_kong" ? "points" : unit;
  return html`
    ${faults.length > 0 && html`<${Faults} faults=${faults} won=${won} size=${handSize(hand)} />`}
    ${won && html`<${HowWon} hand=${hand} context=${table.context} answer=${answer} />`}
    ${score && html`<${Score} score=${score} rules=${table.rules} seat=${seat} title=${won ? t("score.title") : t("score.own")} />`}
    ${won && score && html`<${ToGame} rules=${table.rules} />`}
    ${american && html`<${American} advice=${american} step=${charlestonStep(table)} />`}
    ${waits.length > 0 && html`<${Waits} waits=${waits} drawn=${table.context.self_drawn === true} onWin=${onWin} />`}
    ${!won && waits.length === 0 && accepts.length > 0 && !american && html`<${Nearer} analysis=${answer} />`}
    ${american && accepts.length > 0 && html`<div class="card stack"><h2>${t("advice.nearer")}</h2><${Accepts} accepts=${accepts} /></div>`}
    ${discards.length > 0 && (won
      ? html`<details class="otherwise"><summary>${t("answer.otherwise")}</summary><${Discards} discards=${discards} unit=${outlookUnit} onThrow=${onThrow} /></details>`
      : html`<${Discards} discards=${discards} unit=${outlookUnit} onThrow=${onThrow} />`)}
    ${warnings.length > 0 && html`
      <ul class="notes small">${warnings.map((warning) => html`<li key=${warning.message}><${Remark} kind="warning" remark=${warning} /></li>`)}</ul>
    `}
  `;
}

/** Why it is no hand, or may not win. The tiles concerned are marked among the others too. */
const Faults = ({ faults, won, size }) => html`
  <div class=${won ? "card doubt stack" : "card bad stack"}>
    <h2>${t(won ? "answer.noWin" : "answer.invalid")}</h2>
    <ul class="stack">
      ${faults.map((fault) => html`
        <li key=${fault.message}>
          <${Remark} kind="fault" remark=${fault} size=${size} />
          ${fault.tiles.length > 0 && html`<${TileRow} codes=${fault.tiles} />`}
        </li>
      `)}
    </ul>
  </div>
`;

/** What is wrong or worth knowing, and what belongs to it. */
function Remark({ kind, remark, size }) {
  const { text, details } = remarkInWords(kind, remark, { size });
  return html`<p>${text}</p>${details.length > 0 && html`<ul class="reasons small">${details.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}`;
}

/** How it was won, one tap: no photo shows it. */
function HowWon({ hand, context, answer }) {
  const seat = context.seat ?? "E";
  const told = groupById(hand, "winning").tiles.length > 0;
  const drawn = context.self_drawn ?? !told;
  const value = drawn ? "drawn" : context.discarder ?? "discard";
  const change = (chosen) => store.set(({ table }) => {
    const how = withFact(table.rules, table.context, "self_drawn", chosen === "drawn").context;
    const { context: told } = withFact(table.rules, how, "discarder", WINDS.includes(chosen) ? chosen : null);
    return { table: { ...table, context: told } };
  });
  const others = WINDS.filter((wind) => wind !== seat);
  const winner = /\+(\S\S)$/.exec(answer.hand)?.[1];
  return html`
    <div class="stack">
      <${Segments} label=${winner ? t("answer.wonOn", { tile: tileName(winner) }) : t("answer.won")} name="won" tight value=${value} onChange=${change} choices=${[
        { value: "drawn", label: t("answer.drawn") },
        ...others.map((wind) => ({ value: wind, label: t(`wind.${wind}`), spoken: t("answer.from", { wind: t(`wind.${wind}`) }) })),
        { value: "discard", label: t("answer.someone"), spoken: t("answer.fromSomeone") },
      ]} />
      ${!told && winner && html`<p class="dim small">${t("answer.lastTaken")}</p>`}
    </div>
  `;
}

/**
 * The answer in a line, always on screen; screen readers say it when it changes.
 * @param {{onClick: () => void}} props
 */
export function Summary({ onClick }) {
  const { analysis, hand } = useStore();
  const { head, tiles = [], detail = "" } = summaryOf(analysis, handSize(hand));
  const doubts = unsureTiles(hand).length;
  const asked = doubts > 0 ? t("doubt.title", { n: doubts }) : "";
  const spoken = [[head, ...tiles.map(tileName)].join(" "), asked, detail].filter(Boolean).join(". ");
  return html`
    <button type="button" class="summary" onClick=${onClick} disabled=${!analysis.answer}>
      <strong>${head}${tiles.length > 0 && html` <${TileRow} codes=${tiles} />`}</strong>
      <span class="small">${asked || detail}</span>
    </button>
    <p class="only-heard" role="status" aria-live="polite">${analysis.status === "asking" ? "" : spoken}</p>
  `;
}

/**
 * What an answer is, with the tiles it names, and its most important figure.
 * @param {import("../state.js").State["analysis"]} analysis
 * @param {number} size Of the hand.
 * @returns {{head: string, tiles?: string[], detail?: string}}
 */
function summaryOf({ status, answer, problem }, size) {
  if (status === "failed") return { head: t("answer.none"), detail: problem.message };
  if (!answer) return { head: t(status === "asking" ? "answer.asking" : "answer.noTiles") };
  const { score, waits, discards, american, faults } = answer;
  const fault = faults.length > 0 ? remarkInWords("fault", faults[0], { size }).text : "";
  if (answer.status === "invalid") return { head: t("answer.invalid"), detail: fault };
  if (answer.status === "complete" && score) {
    const sums = Object.entries(score.sums).map(([unit, n]) => amount(n, unit)).join(", ");
    return { head: totalOf(score), detail: score.limit ? limitName(score.limit) : sums };
  }
  if (answer.status === "complete") return { head: t("answer.noWin"), detail: fault };
  if (discards.length > 0) {
    const best = discards[0];
    const detail = `${nearness(best.shanten)} · ${t("advice.live", { n: best.accept_count })}`;
    return { head: t("advice.throwIt"), tiles: [best.tile], detail };
  }
  if (waits.length > 0) {
    return { head: t("advice.waits"), tiles: waits.map(({ tile }) => tile), detail: t("advice.left", { n: answer.accept_count }) };
  }
  const line = american?.nearest[0];
  if (line) return { head: `${line.line} · ${t("american.missing", { n: line.missing })}`, detail: sectionName(line.section) };
  return { head: nearness(answer.shanten ?? 0), detail: t("advice.nearerWith", { n: answer.accept_count }) };
}
