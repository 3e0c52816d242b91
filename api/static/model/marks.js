/** Which tiles of the hand on screen an answer finds fault with. */

import { handTiles } from "./hand.js";

/**
 * @param {import("./hand.js").Hand} hand
 * @param {object | null} answer Of `/v1/analyse`. Its faults name codes, each as often as it is at fault.
 * @returns {(tile: {id: number}) => boolean}
 */
export function faultMarks(hand, answer) {
  const marked = new Set();
  if (answer?.status === "invalid") {
    for (const fault of answer.faults) {
      const left = [...fault.tiles];
      // A faulty meld's tiles are marked there, not where the same codes lie elsewhere.
      const melds = hand.groups.filter((group) => group.kind === "meld" && sameCodes(group.tiles, fault.tiles)).flatMap((group) => group.tiles);
      for (const tile of fault.code === "bad_meld" && melds.length > 0 ? melds : handTiles(hand)) {
        const at = left.indexOf(tile.code);
        if (at < 0) continue;
        left.splice(at, 1);
        marked.add(tile.id);
      }
    }
  }
  return ({ id }) => marked.has(id);
}

const sameCodes = (tiles, codes) => tiles.map(({ code }) => code).sort().join() === [...codes].sort().join();
