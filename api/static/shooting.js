/** The way of a photo: made small, sent, read, and laid out as the hand on screen. */

import { ServiceProblem, readPhoto } from "./api.js";
import { t } from "./i18n/index.js";
import { EMPTY_HAND, allTiles } from "./model/hand.js";
import { handWithReading } from "./model/reading.js";
import { preparePhoto } from "./photo.js";
import { NO_SHOT, beginHand, changeHand, notify, store } from "./state.js";
import { renewSet, setForPhoto } from "./tile_set.js";

/** Photos kept beside those of the hand on screen, for undo. */
const KEPT_PHOTOS = 6;

/** How often a service that is busy is asked again, unasked. */
const TRIES = 4;

const WAITED_FOR = new Set(["too_busy", "models_loading"]);

/** @param {Partial<import("./state.js").State["shot"]>} facts */
const setShot = (facts) => store.set(({ shot }) => ({ shot: { ...shot, ...facts } }));

/** @param {number} seconds @param {AbortSignal} signal */
const wait = (seconds, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, seconds * 1000);
  signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); });
});

/** Reads, and asks again while the service says that it is only busy. @param {Blob} blob @param {AbortSignal} signal */
async function readPatiently(blob, signal) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await readPhoto(blob, signal, await setForPhoto());
    } catch (problem) {
      if (problem.code === "profile_outdated" && await tellRenewed()) continue;
      if (!WAITED_FOR.has(problem.code) || left <= 1 || signal.aborted) throw problem;
      setShot({ status: "waiting" });
      await wait(Math.max(1, problem.retryAfterS), signal);
    }
  }
}

/** The service has another reader than the one that the person's tiles were learnt with. @returns {Promise<boolean>} */
async function tellRenewed() {
  if (!store.get().tileSet?.on) return false;
  if (!(await renewSet())) notify(t("my_set.tooOld"), { urgent: true });
  return true;
}

/** A fault of this page: whoever mends it finds it in the console. @param {Error} error */
function defect(error) {
  console.error(error);
  return new ServiceProblem("unexpected", t("problem.unexpected"));
}

/**
 * Reads photos of one hand, the rack first, and shows the hand.
 * @param {Blob[]} sources
 * @param {{add?: boolean}} [options] `add`: the photos belong to the hand on screen.
 * @returns {Promise<boolean>} Whether there is a hand to look at now.
 */
export async function shoot(sources, { add = false } = {}) {
  const { signal, abort } = startShot(sources, add);
  try {
    const photos = [];
    for (const [done, source] of sources.entries()) {
      setShot({ status: "preparing", done });
      const prepared = await preparePhoto(source);
      if (signal.aborted) return false;
      setShot({ status: "sending", preview: prepared.url });
      const reading = await readPatiently(prepared.blob, signal);
      if (signal.aborted) return false;
      // Where the browser could not open the photo, the reading knows its size.
      photos.push({ ...prepared, width: reading.image.width, height: reading.image.height, reading });
    }
    showHand(photos, add);
    return true;
  } catch (problem) {
    if (problem.code === "cancelled") setShot(NO_SHOT);
    else setShot({ status: "failed", problem: problem instanceof ServiceProblem ? problem : defect(problem) });
    return false;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** @param {object[]} sources @param {boolean} add */
function startShot(sources, add) {
  store.get().shot.cancel?.();
  const controller = new AbortController();
  const abort = () => setShot(NO_SHOT);
  controller.signal.addEventListener("abort", abort);
  // What was said of the last photo is no word about this one.
  store.set({ notice: null, shot: { ...NO_SHOT, status: "preparing", sources, add, cancel: () => controller.abort() } });
  return { signal: controller.signal, abort };
}

/** No photo's that a tile may still name, of hands that undo goes back to too. @param {import("./state.js").State} state */
const nextPhotoId = ({ photos, hand, past, future }) => 1 + Math.max(0, ...photos.map(({ id }) => id),
  ...[hand, ...past, ...future].flatMap(allTiles).map(({ photo }) => photo ?? 0));

/**
 * @param {object[]} read Photos with their readings.
 * @param {boolean} add
 * @throws {ServiceProblem} No photo shows a tile: the hand on screen stays.
 */
function showHand(read, add) {
  const empty = read.filter(({ reading }) => reading.tiles.length === 0);
  if (empty.length === read.length) throw new ServiceProblem("no_tiles", t("shoot.noTiles"));
  const { photos, hand } = store.get();
  const first = nextPhotoId(store.get());
  const added = read.map((photo, n) => ({ ...photo, id: first + n }));
  const made = added.reduce((sofar, photo) => handWithReading(sofar, photo.reading, photo.id), add ? hand : EMPTY_HAND);
  const kept = [...photos, ...added];
  kept.slice(0, -KEPT_PHOTOS).forEach(({ url }) => url && URL.revokeObjectURL(url));
  store.set({ photos: kept.slice(-KEPT_PHOTOS), shot: NO_SHOT });
  if (empty.length > 0) notify(t("shoot.noTiles"), { urgent: true });
  if (add) changeHand(made);
  else beginHand(made);
}

/** Takes up again what failed. */
export const shootAgain = () => {
  const { sources, add } = store.get().shot;
  return shoot(sources, { add });
};

/** Ends what is under way, or clears away what failed. */
export const cancelShot = () => {
  store.get().shot.cancel?.();
  setShot(NO_SHOT);
};
