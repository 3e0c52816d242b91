/** Tile codes: two characters, as the service writes them. */

const run = (from, to, suit) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}${suit}`);

/** The palette's rows, each with the key of its name. */
export const PALETTE = [
  { name: "characters", codes: [...run(1, 9, "m"), "0m"] },
  { name: "circles", codes: [...run(1, 9, "p"), "0p"] },
  { name: "bamboos", codes: [...run(1, 9, "s"), "0s"] },
  { name: "honours", codes: run(1, 7, "z") },
  { name: "flowers", codes: run(1, 8, "f") },
  { name: "others", codes: ["1j", "0x"] },
];

/** Every code, in the order of the model's classes; `??` is a tile that nobody could read. */
export const CODES = [
  ...run(1, 9, "m"), ...run(1, 9, "p"), ...run(1, 9, "s"), ...run(1, 7, "z"), "0m", "0p", "0s", ...run(1, 8, "f"), "1j", "0x",
];

export const UNREADABLE = "??";
export const FACE_DOWN = "0x";
export const JOKER = "1j";

const KNOWN = new Set([...CODES, UNREADABLE]);

/** @param {unknown} code @returns {boolean} */
export const isCode = (code) => KNOWN.has(code);

/** @param {string} code @returns {boolean} */
export const isBonus = (code) => code[1] === "f";

/** @param {string} code @returns {boolean} */
export const isRedFive = (code) => code[0] === "0" && "mps".includes(code[1]);

/** A code without its redness: what counts when kinds are compared. @param {string} code @returns {string} */
export const plain = (code) => (isRedFive(code) ? `5${code[1]}` : code);

const SUITS = "mpszfjx?";

/** For sorting: suits in their order, a red five right behind a five. @param {string} code @returns {number} */
export function rank(code) {
  const number = isRedFive(code) ? 5.5 : Number(code[0]) || 0;
  return SUITS.indexOf(code[1]) * 10 + number;
}
