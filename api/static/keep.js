/** Leaves photos with their corrected tiles, where the person has turned it on: the reader learns from them. */

import { leavePhoto } from "./api.js";
import { allTiles, groupOf, handText, unsureTiles } from "./model/hand.js";
import { FACE_DOWN } from "./model/tiles.js";
import { notify, store } from "./state.js";

/** A hand that stands unchanged for so long is taken as corrected. A later correction replaces what was left. */
const SETTLED_AFTER_MS = 10_000;

/** @param {object} read A tile of a reading. @returns {[number, number][]} Its corners, as the hand's tiles have them. */
const cornersOf = ({ quad, box: [left, top, right, bottom] }) =>
  quad ?? [[left, top], [right, top], [right, bottom], [left, bottom]];

/**
 * What a photo shows: the person's word for the tiles of his hand, the reading for what lies beside it.
 * @param {import("./model/reading.js").Photo} photo
 * @param {import("./model/hand.js").Hand} hand
 * @returns {{tiles: object[], hand: string} | null} Null while the hand has none of its tiles, or tiles in doubt.
 */
export function labelsOf(photo, hand) {
  if (unsureTiles(hand).length > 0) return null;
  const own = new Map(allTiles(hand).filter((tile) => tile.photo === photo.id && tile.quad)
    .map((tile) => [JSON.stringify(tile.quad), tile]));
  if (own.size === 0) return null;
  const tiles = photo.reading.tiles.map((read) => {
    const { box, quad, rotation, confidence } = read;
    const tile = own.get(JSON.stringify(cornersOf(read)));
    // The hand knows what lies face down in a concealed kong; the photo does not show it.
    const hidden = tile && read.code === FACE_DOWN && groupOf(hand, tile.id).concealed;
    if (!tile || hidden) return { code: read.code, box, quad, rotation, confidence, source: "model" };
    return { code: tile.code, box, quad, rotation, source: "human" };
  });
  return { tiles, hand: handText(hand) };
}

/** Photos that the tiles of a hand were read from. @param {import("./model/hand.js").Hand} hand */
const photosOf = (hand) => new Set(allTiles(hand).map((tile) => tile.photo));

/**
 * Follows the hand on screen.
 * @returns {() => void} Ends it.
 */
export function startKeeping() {
  const left = new Map();
  let timer = 0;

  async function leave({ settings, photos, hand, analysis }) {
    clearTimeout(timer);
    if (!settings.keep || analysis.answer?.status === "invalid") return;
    for (const photo of photos) {
      const labels = labelsOf(photo, hand);
      const text = labels && JSON.stringify(labels);
      if (text && left.get(photo.id) !== text) {
        left.set(photo.id, text);
        await leavePhoto(photo.blob, text).catch(({ code, message }) => {
          // Without a connection the next change tries again; what the service refuses, it will refuse again.
          if (["offline", "timeout"].includes(code)) left.delete(photo.id);
          else notify(message);
        });
      }
    }
  }

  const hide = () => document.hidden && leave(store.get());
  document.addEventListener("visibilitychange", hide);
  const forget = store.subscribe((state, before) => {
    if (state.hand === before.hand) return;
    const now = photosOf(state.hand);
    if ([...photosOf(before.hand)].some((photo) => !now.has(photo))) leave(before);
    clearTimeout(timer);
    timer = setTimeout(() => leave(store.get()), SETTLED_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", hide);
    forget();
  };
}
