/** The sheet by which a tile set is learnt: which tiles are photographed together, and what each one is. */

import { FACE_DOWN, PALETTE, UNREADABLE } from "./tiles.js";

const codesOf = (name) => PALETTE.find((row) => row.name === name).codes;
const plainOf = (name) => codesOf(name).filter((code) => code[0] !== "0");

/** One photo each, in this order. @type {{name: string, codes: string[], optional?: boolean}[]} */
export const STEPS = [
  { name: "characters", codes: plainOf("characters") },
  { name: "circles", codes: plainOf("circles") },
  { name: "bamboos", codes: plainOf("bamboos") },
  { name: "honours", codes: plainOf("honours") },
  { name: "flowers", codes: codesOf("flowers"), optional: true },
  { name: "others", codes: ["0m", "0p", "0s", "1j"], optional: true },
];

/** As many of the tiles must be read as the sheet has them, or it is not the sheet's order that they lie in. */
const AGREEING = 0.5;

/** @typedef {{code: string, sure: boolean, box: number[], quad: [number, number][] | null, confirmed: boolean}} SheetTile */

const agreement = (tiles, codes) => tiles.filter(({ code }, n) => code === codes[n]).length;

/**
 * What the tiles of a photo are: those of the step in their order, from whichever side, where most are read so; otherwise
 * what they are read as.
 * @param {object[]} tiles Of a reading, in its order.
 * @param {string[]} codes Of the step.
 * @returns {SheetTile[]} Those that the reader had to be corrected in, or is not sure of, are not sure.
 */
export function labelled(tiles, codes) {
  const orders = tiles.length === codes.length ? [codes, [...codes].reverse()] : [];
  const best = orders.sort((one, other) => agreement(tiles, other) - agreement(tiles, one))[0];
  const wanted = best && agreement(tiles, best) >= AGREEING * codes.length ? best : null;
  return tiles.map(({ code, sure, box, quad }, n) => {
    const said = wanted ? wanted[n] : code;
    return { code: said, sure: said === code && (sure || wanted !== null), box, quad, confirmed: false };
  });
}

/** Whether a tile can be learnt. @param {SheetTile} tile */
export const isLearnable = ({ code }) => code !== UNREADABLE && code !== FACE_DOWN;

/** The four corners of a tile. @param {SheetTile} tile @returns {[number, number][]} */
export const corners = ({ quad, box: [left, top, right, bottom] }) =>
  quad ?? [[left, top], [right, top], [right, bottom], [left, bottom]];

/** What is sent of a tile. @param {SheetTile} tile */
export const asSent = ({ code, box, quad, confirmed }) => ({ code, box, quad, confirmed });
