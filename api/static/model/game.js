/** Games as they are kept on the phone; what a document means is the service's business (docs/game_record.md). */

import { WINDS, nextHand } from "./table.js";

/**
 * @typedef {object} Entry One line of the score sheet.
 * @property {"win" | "draw" | "abort" | "penalty"} outcome
 * @property {number[]} [winners] Players by their place in the document's `players`.
 * @property {number | null} [discarder]
 * @property {number[]} [payments] By player, together 0; left out where the rules tell them.
 * @property {number[]} [riichi]
 * @property {number[]} [tenpai]
 * @property {string} [note]
 *
 * @typedef {object} KeptGame
 * @property {string} id
 * @property {number} begun Milliseconds since 1970.
 * @property {number | null} me Which player holds this phone, null for none of them.
 * @property {{version: 1, players: string[], settings: object, hands: Entry[], undone: Entry[]}} game
 * @property {object} sheet The score sheet as the service made it last.
 *
 * @typedef {object} Draft What is known of the hand being played.
 * @property {number[]} riichi Who declared riichi.
 * @property {Record<string, number>} scores Scores by seat, where losers score too.
 * @property {string | null} winner Seat of the winner, where losers score too.
 *
 * @typedef {object} Games
 * @property {string | null} current Id of the game on screen.
 * @property {KeptGame[]} games The latest first.
 * @property {Draft} draft
 */

/** @type {Draft} */
export const EMPTY_DRAFT = { riichi: [], scores: {}, winner: null };

/** @type {Games} */
export const NO_GAMES = { current: null, games: [], draft: EMPTY_DRAFT };

/** Rule sets in which all four settle from their scores, winner or not. */
const ALL_SCORE = new Set(["chinese_classical"]);

/** @param {object} document @returns {boolean} */
export const losersScore = ({ settings }) => ALL_SCORE.has(settings.rules);

/** @param {object} document @returns {boolean} Whether there are riichi sticks. */
export const hasSticks = ({ settings }) => settings.stick > 0;

/** @param {Games | null} games @returns {KeptGame | null} The game on screen. */
export const currentGame = (games) => games?.games.find(({ id }) => id === games.current) ?? null;

/** @param {object} document @param {Entry} entry @returns {object} The document with one more hand. */
export const withHand = (document, entry) => ({ ...document, hands: [...document.hands, entry], undone: [] });

/** @param {object} document @param {number} n @param {Entry | null} entry Null takes the hand away. @returns {object} */
export const withHandAt = (document, n, entry) => ({
  ...document,
  hands: document.hands.flatMap((hand, at) => (at === n ? entry ?? [] : hand)),
  undone: [],
});

/** @param {object} document @returns {object} Without its last hand, which can be redone. */
export const withoutLast = (document) => ({
  ...document, hands: document.hands.slice(0, -1), undone: [...document.hands.slice(-1), ...document.undone],
});

/** @param {object} document @returns {object} With the hand taken back last. */
export const withRedone = (document) => ({
  ...document, hands: [...document.hands, ...document.undone.slice(0, 1)], undone: document.undone.slice(1),
});

/**
 * What has to be told of a hand before it can be written down, as the end of a text's key; null where nothing is missing.
 * Without it the hand would stand in the game as worth nothing.
 * @param {Entry & {offender?: number | null}} entry `offender` pays a penalty.
 * @returns {"winner" | "discarder" | "worth" | "offender" | "penalty" | null}
 */
export function missingOf({ outcome, winners, discarder, offender, payments }) {
  if (outcome === "win") {
    if (winners.length === 0) return "winner";
    if (winners.length > 1 && discarder === null) return "discarder";
    return winners.every((player) => payments[player] > 0) ? null : "worth";
  }
  if (outcome !== "penalty") return null;
  if ((offender ?? -1) < 0) return "offender";
  return payments[offender] < 0 ? null : "penalty";
}

/** Amounts by seat as amounts by player. @param {Record<string, number>} bySeat @param {number[]} seats Who sits east, south, ... */
export const byPlayer = (bySeat, seats) => WINDS.map((_, player) => bySeat[WINDS[seats.indexOf(player)]] ?? 0);

/** @param {object} deal `next` of a sheet, or a row. @param {number} player @returns {string} The player's wind. */
export const windOf = (deal, player) => WINDS[deal.seats.indexOf(player)];

/** @param {object} deal @param {string} wind @returns {number} Who sits there. */
export const playerAt = (deal, wind) => deal.seats[WINDS.indexOf(wind)];

/** Who takes the sticks: of several winners the next in turn after the discarder. @param {number[]} winners @param {number | null} discarder */
export const stickWinner = (winners, discarder) =>
  winners.toSorted((one, other) => (one - discarder + 4) % 4 - (other - discarder + 4) % 4)[0];

/**
 * The hand that an answer makes, null where it cannot be written down as it is.
 * @param {object} answer An analysis with a score and payments by seat.
 * @param {object} context The table's facts that it was asked with.
 * @param {object} deal The coming hand's place in the game.
 * @param {object} document The game.
 * @param {Draft} draft
 * @returns {Entry | null}
 */
export function entryOfAnswer(answer, context, deal, document, draft) {
  const { score, status } = answer;
  if (status !== "complete" || !score?.payments || !WINDS.every((wind) => wind in score.payments)) return null;
  const winner = playerAt(deal, context.seat ?? "E");
  const declared = (context.riichi ?? "none") === "none" ? draft.riichi : [...new Set([...draft.riichi, winner])];
  return {
    outcome: "win",
    winners: [winner],
    discarder: context.discarder ? playerAt(deal, context.discarder) : null,
    payments: byPlayer(score.payments, deal.seats),
    riichi: hasSticks(document) ? declared : [],
    note: answer.hand.slice(0, 500),
  };
}

/**
 * The table's facts for the next hand of a game: its rules, the own seat, round, counters, sticks.
 * @param {import("./table.js").Table} table
 * @param {KeptGame} kept
 * @returns {import("./table.js").Table}
 */
export function tableOfGame(table, { game, sheet, me }) {
  const deal = sheet.next;
  const context = nextHand(table.context);
  if (!deal) return { ...table, context, charleston: 0 };
  const seat = me === null ? context.seat : windOf(deal, me);
  const { honba: _honba, sticks: _sticks, ...others } = context;
  const counters = hasSticks(game) ? { honba: deal.honba, sticks: deal.sticks_before } : {};
  return { ...table, rules: game.settings.rules, context: { ...others, ...counters, seat, round: deal.wind }, charleston: 0 };
}

/** @param {object} document @param {string} [suffix] @returns {string} A name for a file: rules, players, day. */
export function fileName({ settings, players }, suffix) {
  const day = new Date().toISOString().slice(0, 10);
  return `${[day, settings.rules, ...players].join(" ").replace(/[^\p{L}\p{N} _-]/gu, "")}.${suffix}`;
}
