/** Keeps score: asks the service about each change of a game, and keeps the answer on the phone. */

import { ServiceProblem, analyse, gameSheet, payments as askPayments, reviewGame, settle } from "./api.js";
import { t, tOr } from "./i18n/index.js";
import { analysisRequest } from "./analysis.js";
import {
  EMPTY_DRAFT, NO_GAMES, byPlayer, currentGame, entryOfAnswer, fileName, losersScore, stickWinner, tableOfGame, windOf, withHand,
} from "./model/game.js";
import { EMPTY_HAND } from "./model/hand.js";
import { WINDS } from "./model/table.js";
import { inWords } from "./parts/said.js";
import { changeHand, notify, store } from "./state.js";

/** @returns {import("./model/game.js").Games} */
const games = () => store.get().game ?? NO_GAMES;

/** @param {Partial<import("./model/game.js").Games>} facts */
const setGames = (facts) => store.set({ game: { ...games(), ...facts } });

/** A fault's words: the field it is about, and the reason. @param {object} fault */
function faultWords({ code, path, message: english, details }) {
  const message = inWords(english, details[0]);
  const field = /\.(\w+)/.exec(path)?.[1];
  return tOr(`gamefault.${code}`, message, { field: field ? t(`entry.${field}`) : "", message });
}

/**
 * What the service says about a game.
 * @param {object} document
 * @returns {Promise<{game: object, sheet: object}>}
 * @throws {ServiceProblem} It cannot have been; the message says why.
 */
async function reviewed(document) {
  const { game, sheet, faults } = await reviewGame(document);
  if (faults.length > 0) throw new ServiceProblem(faults[0].code, faults.map(faultWords).join(" "), { detail: faults[0].message });
  return { game, sheet };
}

/** Puts a game on screen, and its next hand into the table's facts. @param {import("./model/game.js").KeptGame} kept */
function show(kept) {
  const others = games().games.filter(({ id }) => id !== kept.id);
  store.set(({ table }) => ({
    game: { current: kept.id, games: [kept, ...others], draft: EMPTY_DRAFT },
    table: tableOfGame(table, kept),
  }));
}

/**
 * Changes the game on screen.
 * @param {(document: object) => object} change
 * @throws {ServiceProblem} The change cannot be, and nothing has changed.
 */
export async function changeGame(change) {
  const kept = currentGame(games());
  show({ ...kept, ...(await reviewed(change(kept.game))) });
}

/**
 * Begins a game.
 * @param {{players: string[], settings: object, me: number | null}} wanted
 */
export async function beginGame({ players, settings, me }) {
  const answer = await reviewed({ version: 1, players, settings });
  show({ id: crypto.randomUUID?.() ?? String(Date.now()), begun: Date.now(), me, ...answer });
}

/** @param {string} id */
export const chooseGame = (id) => show(games().games.find((kept) => kept.id === id));

/** @param {string} id */
export function dropGame(id) {
  const rest = games().games.filter((kept) => kept.id !== id);
  setGames({ games: rest, current: rest[0]?.id ?? null, draft: EMPTY_DRAFT });
}

/** @param {number | null} me Which player holds this phone. */
export const sitAs = (me) => show({ ...currentGame(games()), me });

/** @param {Partial<import("./model/game.js").Draft>} facts */
export const setDraft = (facts) => setGames({ draft: { ...games().draft, ...facts } });

/** @param {number[]} riichi Who has declared riichi in this hand: their sticks lie on the table. */
export function declare(riichi) {
  setDraft({ riichi });
  const { sheet } = currentGame(games());
  store.set(({ table }) => ({ table: { ...table, context: { ...table.context, sticks: sheet.next.sticks_before + riichi.length } } }));
}

/**
 * Writes the answer on screen down as the hand that was played.
 * @param {string} [discarder] Whose discard it was, a seat, where the table's facts do not tell.
 */
export async function writeAnswer(discarder) {
  const state = store.get();
  const kept = currentGame(games());
  let { answer } = state.analysis;
  let { context } = state.table;
  if (discarder) {
    context = { ...context, self_drawn: false, discarder };
    answer = await analyse(analysisRequest({ ...state, table: { ...state.table, context } }));
  }
  const entry = entryOfAnswer(answer, context, kept.sheet.next, kept.game, games().draft);
  if (!entry) throw new ServiceProblem("unexpected", t("game.cannotWrite"));
  await changeGame((document) => withHand(document, entry));
  // Left there, it would be offered again for the next hand; undo brings it back.
  changeHand(EMPTY_HAND);
  notify(t("game.written"));
}

/**
 * Who pays whom where losers score too.
 * @returns {Promise<{payments: number[], transfers: {from: string, to: string, amount: number}[]}>} Payments by player.
 */
export async function settleDraft() {
  const { table } = store.get();
  const { game, sheet } = currentGame(games());
  const { scores, winner } = games().draft;
  const all = Object.fromEntries(WINDS.map((wind) => [wind, scores[wind] ?? 0]));
  const { rules } = game.settings;
  const answer = await settle({ rules, winner, scores: all, options: table.options[rules] ?? {} });
  return { payments: byPlayer(answer.payments, sheet.next.seats), transfers: answer.transfers };
}

/**
 * What is paid for wins of which the worth is known, all on one discard or one drawn.
 * @param {object} game
 * @param {object} deal Its place in the game.
 * @param {{player: number, worth: object}[]} wins
 * @param {number | null} discarder
 * @returns {Promise<number[]>} By player. Counters go where the sticks go, as is usual.
 */
export async function paymentsOf({ settings: { rules } }, deal, wins, discarder) {
  const options = store.get().table.options[rules] ?? {};
  const first = stickWinner(wins.map(({ player }) => player), discarder);
  const answers = await Promise.all(wins.map(({ player, worth }) => askPayments({
    rules, options, worth, winner: windOf(deal, player), discarder: discarder === null ? null : windOf(deal, discarder),
    honba: player === first ? deal.honba : 0,
  })));
  const each = answers.map(({ payments }) => byPlayer(payments, deal.seats));
  return WINDS.map((_, player) => each.reduce((sum, amounts) => sum + amounts[player], 0));
}

/** Writes the settlement of the draft's scores down. @param {string} [note] */
export async function writeSettlement(note = "") {
  const { sheet } = currentGame(games());
  const { winner, scores } = games().draft;
  const { payments } = await settleDraft();
  const said = note || WINDS.map((wind) => `${wind} ${scores[wind] ?? 0}`).join(", ");
  const entry = { outcome: "win", winners: [sheet.next.seats[WINDS.indexOf(winner)]], discarder: null, payments, note: said };
  await changeGame((document) => withHand(document, entry));
  changeHand(EMPTY_HAND);
  notify(t("game.written"));
}

/** Where losers score too, the answer on screen is one of four scores. @returns {boolean} Whether it was taken. */
export function takeScore() {
  const { analysis, table } = store.get();
  const { answer } = analysis;
  const kept = currentGame(games());
  if (!answer?.score || !losersScore(kept.game)) return false;
  const seat = table.context.seat ?? "E";
  const { draft } = games();
  const won = answer.status === "complete";
  setDraft({ scores: { ...draft.scores, [seat]: answer.score.total }, winner: won ? seat : draft.winner === seat ? null : draft.winner });
  return true;
}

/** @param {string} name @param {Blob} blob Handed to another program where the phone can, saved otherwise. */
async function handOver(name, blob) {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Hands the game on screen over as the document that is kept. */
export const exportJson = () => {
  const { game } = currentGame(games());
  return handOver(fileName(game, "json"), new Blob([JSON.stringify(game, null, 2)], { type: "application/json" }));
};

/** Hands its score sheet over for a spreadsheet program. */
export async function exportCsv() {
  const { game } = currentGame(games());
  return handOver(fileName(game, "csv"), await gameSheet(game));
}

/** @param {File} file A game that was handed over as JSON. */
export async function importJson(file) {
  let found;
  try {
    found = JSON.parse(await file.text());
  } catch {
    throw new ServiceProblem("bad_request", t("game.notJson"));
  }
  const answer = await reviewed(found);
  show({ id: crypto.randomUUID?.() ?? String(Date.now()), begun: Date.now(), me: null, ...answer });
}
