/**
 * The hand on screen as a value, and every way to correct it. Each edit answers a new hand, or the same one where there
 * is nothing to change, so that undo is a list of hands.
 */

import { FACE_DOWN, JOKER, UNREADABLE, isBonus, plain, rank } from "./tiles.js";

/**
 * @typedef {object} Tile
 * @property {number} id Stays with the tile through all edits.
 * @property {string} code
 * @property {boolean} sure False: ask the person.
 * @property {{code: string, confidence: number}[]} alternatives The likeliest others, of the model.
 * @property {boolean} turned Lies across: claimed, in a meld.
 * @property {number | null} photo Id of the photo it was read from, null for a tile set by hand.
 * @property {[number, number][] | null} quad Its corners in pixels of the photo that was sent.
 *
 * @typedef {"concealed" | "winning" | "meld" | "bonus" | "indicator" | "loose"} GroupKind
 *
 * @typedef {object} Group
 * @property {string} id The kind, or for melds `meld-1`, `meld-2`, ...
 * @property {GroupKind} kind
 * @property {boolean} concealed A concealed kong; only melds.
 * @property {Tile[]} tiles
 *
 * @typedef {object} Hand
 * @property {Group[]} groups
 * @property {number} next Id for the next tile or meld.
 */

/** @param {GroupKind} kind @returns {Group} */
const emptyGroup = (kind) => ({ id: kind, kind, concealed: false, tiles: [] });

/** @type {Hand} */
export const EMPTY_HAND = { groups: ["concealed", "winning", "bonus", "indicator", "loose"].map(emptyGroup), next: 1 };

export const NEW_MELD = "new-meld";

/** What is sent: the others lie beside the hand. */
const IN_HAND = new Set(["concealed", "winning", "meld", "bonus"]);

/** @param {Hand} hand @returns {Tile[]} Every tile, in order of the groups. */
export const allTiles = (hand) => hand.groups.flatMap((group) => group.tiles);

/** @param {Hand} hand @returns {Tile[]} */
export const handTiles = (hand) => hand.groups.filter((group) => IN_HAND.has(group.kind)).flatMap((group) => group.tiles);

/** @param {Hand} hand @param {string} id @returns {Group | undefined} */
export const groupById = (hand, id) => hand.groups.find((group) => group.id === id);

/** @param {Hand} hand @param {number} tileId @returns {Group | undefined} */
export const groupOf = (hand, tileId) => hand.groups.find((group) => group.tiles.some((tile) => tile.id === tileId));

/** @param {Hand} hand @param {number} tileId @returns {Tile | undefined} */
export const tileById = (hand, tileId) => allTiles(hand).find((tile) => tile.id === tileId);

/** Tiles of the hand the person should look at, in order. @param {Hand} hand @returns {Tile[]} */
export const unsureTiles = (hand) => handTiles(hand).filter((tile) => !tile.sure || tile.code === UNREADABLE);

/** @param {Hand} hand @returns {boolean} */
export const isEmpty = (hand) => handTiles(hand).length === 0;

/**
 * How many tiles a hand makes, in the way the rules count them: 13 while it waits, 14 when it is full.
 * @param {Hand} hand
 * @returns {number} A kong counts as three, bonus tiles not at all.
 */
export const handSize = (hand) => hand.groups.filter((group) => IN_HAND.has(group.kind) && group.kind !== "bonus")
  .reduce((size, group) => size + (group.kind === "meld" ? Math.min(group.tiles.length, 3) : group.tiles.length), 0);

/** A hand with its groups changed; melds left without a tile go. @param {Hand} hand @param {(group: Group) => Group} change */
function withGroups(hand, change) {
  const groups = hand.groups.map(change).filter((group) => group.kind !== "meld" || group.tiles.length > 0);
  return { ...hand, groups };
}

/** @param {Hand} hand @param {number} tileId @param {Partial<Tile>} facts */
const withTile = (hand, tileId, facts) => withGroups(hand, (group) => ({
  ...group,
  tiles: group.tiles.map((tile) => (tile.id === tileId ? { ...tile, ...facts } : tile)),
}));

/** Melds stand behind the winning tile, in the order they were made. @param {Hand} hand @param {Group} meld */
function withMeld(hand, meld) {
  const at = hand.groups.findIndex((group) => group.id === "bonus");
  return { ...hand, groups: [...hand.groups.slice(0, at), meld, ...hand.groups.slice(at)] };
}

/**
 * @param {Hand} hand
 * @param {string} code
 * @param {string} groupId
 * @param {Partial<Tile>} [facts] What a reading knows of it.
 * @returns {Hand} The tile's id is `next` of the hand before.
 */
export function addTile(hand, code, groupId = isBonus(code) ? "bonus" : "concealed", facts = {}) {
  const tile = { id: hand.next, code, sure: true, alternatives: [], turned: false, photo: null, quad: null, ...facts };
  return placeTile({ ...hand, next: hand.next + 1 }, tile, groupId);
}

/** What stands for any tile of a kong: a joker, and its outer tiles where it is concealed. */
const ANY_KIND = new Set([JOKER, FACE_DOWN]);

/**
 * Whether a tile goes on with a meld that is being set: three tiles of any kind, then only more of the same, as in a kong.
 * @param {Group} meld
 * @param {string} code
 * @returns {boolean} No: it begins the next meld.
 */
export function takesTile(meld, code) {
  const kinds = new Set([...meld.tiles.map((tile) => tile.code), code].map(plain).filter((kind) => !ANY_KIND.has(kind)));
  return meld.tiles.length < 3 || kinds.size <= 1;
}

/** Puts a tile that is in no group into one. @param {Hand} hand @param {Tile} tile @param {string} groupId @param {number} [at] */
function placeTile(hand, tile, groupId, at = Infinity) {
  if (groupId === NEW_MELD) {
    const meld = { id: `meld-${hand.next}`, kind: "meld", concealed: false, tiles: [tile] };
    return withMeld({ ...hand, next: hand.next + 1 }, meld);
  }
  const winner = groupById(hand, "winning").tiles[0];
  if (groupId === "winning" && winner) {
    // There is one winning tile: the one before goes back to the others.
    const freed = placeTile(withGroups(hand, (group) => (group.id === "winning" ? { ...group, tiles: [] } : group)), winner, "concealed");
    return placeTile(freed, tile, "winning");
  }
  return withGroups(hand, (group) => (group.id === groupId ? { ...group, tiles: group.tiles.toSpliced(at, 0, tile) } : group));
}

/** @param {Hand} hand @param {number} tileId @returns {Hand} */
export const removeTile = (hand, tileId) =>
  withGroups(hand, (group) => ({ ...group, tiles: group.tiles.filter((tile) => tile.id !== tileId) }));

/** @param {Hand} hand @param {number} tileId @param {string} code @returns {Hand} */
export const changeTile = (hand, tileId, code) => withTile(hand, tileId, { code, sure: true });

/** The person says that the reading of a tile is right. @param {Hand} hand @param {number} tileId @returns {Hand} */
export const confirmTile = (hand, tileId) => withTile(hand, tileId, { sure: true });

/**
 * Turns a tile across or back. In a concealed kong a turned tile says that it was claimed.
 * @param {Hand} hand
 * @param {number} tileId
 * @returns {Hand}
 */
export function turnTile(hand, tileId) {
  const turned = !tileById(hand, tileId).turned;
  const group = groupOf(hand, tileId);
  const turnedHand = withTile(hand, tileId, { turned });
  return turned && group.concealed ? setConcealed(turnedHand, group.id, false) : turnedHand;
}

/**
 * @param {Hand} hand
 * @param {number} tileId
 * @param {string} groupId A group's id, or NEW_MELD.
 * @param {number} [at] Place among the others there; the end by default.
 * @returns {Hand}
 */
export function moveTile(hand, tileId, groupId, at = Infinity) {
  const tile = tileById(hand, tileId);
  if (groupId === "winning" && groupOf(hand, tileId).id === "winning") return hand;
  // The group it leaves may go with it, if it was a meld's last tile.
  const target = groupId !== NEW_MELD && groupById(removeTile(hand, tileId), groupId) === undefined ? NEW_MELD : groupId;
  return placeTile(removeTile(hand, tileId), tile, target, at);
}

/** Moves a tile among its neighbours. @param {Hand} hand @param {number} tileId @param {-1 | 1} step @returns {Hand} */
export function shiftTile(hand, tileId, step) {
  const group = groupOf(hand, tileId);
  const at = group.tiles.findIndex((tile) => tile.id === tileId) + step;
  return at < 0 || at >= group.tiles.length ? hand : moveTile(hand, tileId, group.id, at);
}

/** @param {Hand} hand @param {string} groupId @param {boolean} concealed @returns {Hand} */
export const setConcealed = (hand, groupId, concealed) => withGroups(hand, (group) =>
  (group.id === groupId ? { ...group, concealed, tiles: concealed ? group.tiles.map((tile) => ({ ...tile, turned: false })) : group.tiles } : group));

/** Lays several tiles down as one meld. @param {Hand} hand @param {number[]} tileIds @param {boolean} [concealed] @returns {Hand} */
export function meldTiles(hand, tileIds, concealed = false) {
  const tiles = tileIds.map((id) => tileById(hand, id));
  const rest = tileIds.reduce(removeTile, hand);
  const meld = { id: `meld-${hand.next}`, kind: "meld", concealed, tiles };
  return withMeld({ ...rest, next: hand.next + 1 }, meld);
}

/** Takes a meld back into the concealed tiles. @param {Hand} hand @param {string} groupId @returns {Hand} */
export function unmeld(hand, groupId) {
  const { tiles } = groupById(hand, groupId);
  return tiles.reduce((rest, tile) => moveTile(rest, tile.id, "concealed"), hand);
}

/**
 * Sorts the concealed tiles by suit and number.
 * @param {Hand} hand
 * @returns {Hand} A full hand's last tile stays last: it was drawn, and scores as the winning one.
 */
export function sortTiles(hand) {
  const drawn = groupById(hand, "winning").tiles.length === 0 && handSize(hand) % 3 === 2 ? 1 : 0;
  return withGroups(hand, (group) => {
    if (group.id !== "concealed") return group;
    const rest = group.tiles.slice(0, group.tiles.length - drawn);
    rest.sort((one, other) => rank(one.code) - rank(other.code));
    return { ...group, tiles: [...rest, ...group.tiles.slice(rest.length)] };
  });
}

/**
 * Throws a tile away. A drawn tile that stays is one of the concealed ones from then on.
 * @param {Hand} hand
 * @param {string} code
 * @returns {Hand}
 */
export function discardTile(hand, code) {
  const winner = groupById(hand, "winning").tiles[0];
  const thrown = winner?.code === code ? winner
    : groupById(hand, "concealed").tiles.find((tile) => tile.code === code) ?? groupById(hand, "bonus").tiles.find((tile) => tile.code === code);
  if (!thrown) return hand;
  const rest = removeTile(hand, thrown.id);
  return winner && winner !== thrown ? moveTile(rest, winner.id, "concealed") : rest;
}

/**
 * Melds that a tile can make with other concealed ones: kong, pung, chows.
 * @param {Hand} hand
 * @param {number} tileId
 * @returns {number[][]} Ids of the tiles of each.
 */
export function meldsWith(hand, tileId) {
  const tile = tileById(hand, tileId);
  const others = [...groupById(hand, "concealed").tiles, ...groupById(hand, "winning").tiles].filter((other) => other.id !== tileId);
  const same = others.filter((other) => plain(other.code) === plain(tile.code)).map((other) => other.id);
  const found = [];
  if (tile.code === FACE_DOWN || tile.code === UNREADABLE || isBonus(tile.code)) return found;
  if (same.length >= 3) found.push([tileId, ...same.slice(0, 3)]);
  if (same.length >= 2) found.push([tileId, ...same.slice(0, 2)]);
  const [number, suit] = [Number(plain(tile.code)[0]), tile.code[1]];
  if (!"mps".includes(suit)) return found;
  for (const low of [number - 2, number - 1, number]) {
    const ids = [low, low + 1, low + 2].map((n) => (n === number ? tileId : others.find((other) => plain(other.code) === `${n}${suit}`)?.id));
    if (ids.every((id) => id !== undefined)) found.push(ids);
  }
  return found;
}

/** Codes as runs of one suit: `234m56p`. @param {string[]} codes @returns {string} */
export function runText(codes) {
  return codes.reduce((text, code, n) => {
    const joins = n > 0 && codes[n - 1][1] === code[1] && code !== UNREADABLE && code !== FACE_DOWN;
    return joins ? text.slice(0, -1) + code : text + code;
  }, "");
}

/**
 * The hand in the notation that the service reads: `234m56p22s (111z) [5555z] 1f +7p`.
 * @param {Hand} hand
 * @returns {string}
 */
export function handText(hand) {
  const parts = hand.groups.filter((group) => IN_HAND.has(group.kind) && group.tiles.length > 0).map((group) => {
    const text = runText(group.tiles.map((tile) => tile.code));
    if (group.kind === "winning") return `+${text}`;
    if (group.kind === "meld") return group.concealed ? `[${text}]` : `(${text})`;
    return text;
  });
  // The winning tile is written last.
  return parts.filter((part) => part[0] !== "+").concat(parts.filter((part) => part[0] === "+")).join(" ");
}
