/** From what a photo shows to the hand on screen. */

import { EMPTY_HAND, NEW_MELD, addTile, groupOf, isEmpty, setConcealed } from "./hand.js";
import { UNREADABLE, plain } from "./tiles.js";

/**
 * @typedef {object} Photo
 * @property {number} id
 * @property {Blob} blob As it was sent.
 * @property {string | null} url Object URL, null where the browser cannot show it.
 * @property {number} width Pixels, as the reading's quads count them.
 * @property {number} height
 * @property {object} reading The answer of `/v1/read`.
 */

/**
 * The codes of a text in hand notation: `(11z0m)` is 1z, 1z, 0m.
 * @param {string} text
 * @returns {string[]}
 */
export function codesOf(text) {
  return [...text.matchAll(/(\d+)([mpszfjx])|\?\?/g)].flatMap(([whole, digits, suit]) =>
    (digits ? [...digits].map((digit) => digit + suit) : [whole]));
}

/** What a tile of the reading brings into the hand. @param {object} read @param {number} photo @param {number | null} usual */
const factsOf = (read, photo, usual) => ({
  sure: read.sure && read.code !== UNREADABLE,
  alternatives: read.alternatives,
  quad: read.quad ?? cornersOf(read.box),
  turned: liesAcross(read, usual),
  photo,
});

/** @param {[number, number, number, number]} box */
const cornersOf = ([left, top, right, bottom]) => [[left, top], [right, top], [right, bottom], [left, bottom]];

/** Whether a tile is turned by a quarter against most of its group. */
const liesAcross = ({ rotation }, usual) => rotation !== null && usual !== null && Math.abs(rotation - usual) % 180 === 90;

/** The rotation that most tiles have, null where none is known. @param {object[]} tiles */
function usualRotation(tiles) {
  const known = tiles.map((tile) => tile.rotation).filter((rotation) => rotation !== null);
  const count = (rotation) => known.filter((other) => other === rotation).length;
  return known.length === 0 ? null : known.reduce((best, rotation) => (count(rotation) > count(best) ? rotation : best));
}

/**
 * Adds what a photo shows.
 * @param {import("./hand.js").Hand} hand The hand so far; EMPTY_HAND for a new one.
 * @param {object} reading The answer of `/v1/read`.
 * @param {number} photo Id of the photo.
 * @returns {import("./hand.js").Hand}
 */
export function handWithReading(hand, reading, photo) {
  const first = isEmpty(hand);
  const usual = usualRotation(reading.groups.filter(({ kind }) => kind === "concealed" || kind === "meld")
    .flatMap((group) => group.tiles.map((index) => reading.tiles[index])));
  let made = hand;
  const add = (index, groupId, code = reading.tiles[index].code) => {
    const id = made.next;
    made = addTile(made, code, groupId, factsOf(reading.tiles[index], photo, usual));
    return id;
  };
  for (const group of reading.groups) {
    const codes = codesOf(group.text);
    // A concealed kong lies with two tiles face down; its text has all four faces.
    const codeAt = (n) => (codes.length === group.tiles.length ? codes[n] : undefined);
    if (group.kind === "meld") addMeld(group, codeAt);
    else if (group.kind !== "concealed") group.tiles.forEach((index) => add(index, group.kind));
    else if (first) {
      const place = group.text.startsWith("+") ? "winning" : "concealed";
      group.tiles.forEach((index) => add(index, place));
    } else addRow(group);
  }
  return made;

  function addMeld(group, codeAt) {
    let groupId = NEW_MELD;
    group.tiles.forEach((index, n) => {
      const id = add(index, groupId, codeAt(n));
      groupId = groupOf(made, id).id;
    });
    if (group.text.startsWith("[")) made = setConcealed(made, groupId, true);
  }

  // A row of a later photo is taken as melds where it can be cut into them; else its tiles are added to the rack.
  function addRow(group) {
    const cuts = cutIntoMelds(group.tiles.map((index) => reading.tiles[index].code));
    if (cuts === null) {
      group.tiles.forEach((index) => add(index, "concealed"));
      return;
    }
    let at = 0;
    for (const size of cuts) {
      addMeld({ tiles: group.tiles.slice(at, at + size), text: "" }, () => undefined);
      at += size;
    }
  }
}

/** @param {string[]} codes @returns {boolean} Whether they are a chow, pung or kong. */
export function isMeld(codes) {
  const kinds = codes.map(plain);
  if (kinds.includes(UNREADABLE)) return false;
  if (kinds.every((kind) => kind === kinds[0])) return codes.length === 3 || codes.length === 4;
  const numbers = kinds.map((kind) => Number(kind[0])).sort((one, other) => one - other);
  const oneSuit = "mps".includes(kinds[0][1]) && kinds.every((kind) => kind[1] === kinds[0][1]);
  return codes.length === 3 && oneSuit && numbers[1] === numbers[0] + 1 && numbers[2] === numbers[0] + 2;
}

/**
 * Sizes of the melds that a row is made of, null where it is not made of melds alone.
 * @param {string[]} codes
 * @returns {number[] | null}
 */
export function cutIntoMelds(codes) {
  if (codes.length === 0) return [];
  for (const size of [4, 3]) {
    const rest = codes.length >= size && isMeld(codes.slice(0, size)) ? cutIntoMelds(codes.slice(size)) : null;
    if (rest !== null) return [size, ...rest];
  }
  return null;
}

/** Said elsewhere, and rightly also after a correction: doubts are asked about, and the answer finds fault with the tiles as they are. */
const SAID_ELSEWHERE = ["unsure", "unreadable", "count_repaired", "no_tiles", "count", "five_of_a_kind"];

/**
 * What the reader says about a photo that is of use beside the hand: blur, glare, small faces, a kong that it took for granted.
 * @param {object} reading The answer of `/v1/read`.
 * @returns {{code: string, message: string}[]} Not what concerns only tiles beside the hand.
 */
export function notesOf(reading) {
  const own = new Set(reading.groups.filter(({ kind }) => kind !== "loose" && kind !== "indicator").flatMap(({ tiles }) => tiles));
  const concernsHand = ({ tiles }) => tiles.length === 0 || tiles.some((index) => own.has(index));
  return reading.warnings.filter((warning) => !SAID_ELSEWHERE.includes(warning.code) && concernsHand(warning));
}

/** @param {object} reading @param {number} photo @returns {import("./hand.js").Hand} */
export const newHand = (reading, photo) => handWithReading(EMPTY_HAND, reading, photo);

