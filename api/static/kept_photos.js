/**
 * The photos of the hand on screen are kept in this browser, so that they are still there after a reload; they are deleted
 * with the hand. Nothing of this leaves the phone.
 */

import { inDatabase } from "./database.js";
import { allTiles } from "./model/hand.js";
import { store } from "./state.js";

const PLACE = "photos";

/** @param {import("./model/hand.js").Hand} hand @returns {Set<number>} Ids of the photos that its tiles were read from. */
const photosOf = (hand) => new Set(allTiles(hand).map(({ photo }) => photo).filter((id) => id !== null));

/** An address holds for one page only; a photo that the browser cannot show has none. */
const asKept = ({ url, ...photo }) => ({ ...photo, shown: url !== null });
const asShown = ({ shown, ...photo }) => ({ ...photo, url: shown ? URL.createObjectURL(photo.blob) : null });

/** Brings the photos of the last hand back, and keeps those of each hand from then on. */
export async function startKeepingPhotos() {
  const kept = await inDatabase(PLACE, "readonly", (place) => place.getAll()).catch(() => []);
  const there = new Set(kept.map(({ id }) => id));
  const wanted = photosOf(store.get().hand);
  const back = kept.filter(({ id }) => wanted.has(id));
  if (back.length > 0) store.set(({ photos }) => ({ photos: [...back.map(asShown), ...photos] }));

  // One after the other: what is deleted last stays deleted.
  let work = Promise.resolve();
  const later = (mode, ask) => { work = work.then(() => inDatabase(PLACE, mode, ask)).catch(() => {}); };
  const follow = ({ hand, photos }) => {
    const own = photosOf(hand);
    for (const id of [...there].filter((known) => !own.has(known))) {
      there.delete(id);
      later("readwrite", (place) => place.delete(id));
    }
    for (const photo of photos.filter(({ id }) => own.has(id) && !there.has(id))) {
      there.add(photo.id);
      later("readwrite", (place) => place.put(asKept(photo), photo.id));
    }
  };
  follow(store.get());
  store.subscribe((state, before) => {
    if (state.hand !== before.hand || state.photos !== before.photos) follow(state);
  });
}
