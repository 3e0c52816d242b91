/**
 * The profile of the person's own tile set: kept on this phone, sent with each photo while it is on.
 *
 * The store has only what is said about it.
 */

import { renewProfile } from "./api.js";
import { inDatabase } from "./database.js";
import { store } from "./state.js";

const PLACE = "tile-sets";
const KEY = "mine";

/**
 * Keeps a profile in place of an earlier one, and has it used.
 * @param {{profile: {name: string, faces: object[]}, kinds: string[], missing: string[]}} answer Of `/v1/profiles`.
 */
export async function keepSet({ profile, kinds, missing }) {
  await inDatabase(PLACE, "readwrite", (kept) => kept.put(profile, KEY));
  store.set({ tileSet: { name: profile.name, faces: profile.faces.length, kinds: kinds.length, missing, on: true } });
}

/** Forgets the profile. */
export async function forgetSet() {
  store.set({ tileSet: null });
  await inDatabase(PLACE, "readwrite", (kept) => kept.delete(KEY)).catch(() => {});
}

/** @param {boolean} on Whether photos are to be read with the profile. */
export const useSet = (on) => store.set(({ tileSet }) => ({ tileSet: tileSet && { ...tileSet, on } }));

/**
 * @returns {Promise<string | null>} What is sent with a photo; without the faces' pictures it is a third as large. Null
 *   where there is no profile, or it is off.
 */
export async function setForPhoto() {
  if (!store.get().tileSet?.on) return null;
  const profile = await inDatabase(PLACE, "readonly", (kept) => kept.get(KEY)).catch(() => null);
  if (!profile) return null;
  const faces = profile.faces.map(({ picture, ...face }) => face);
  return JSON.stringify({ ...profile, faces });
}

/** Makes the profile anew after the service got another reader. @returns {Promise<boolean>} Whether it could be made. */
export async function renewSet() {
  const profile = await inDatabase(PLACE, "readonly", (kept) => kept.get(KEY)).catch(() => null);
  const answer = profile && await renewProfile(profile).catch(() => null);
  if (answer) await keepSet(answer);
  else useSet(false);
  return Boolean(answer);
}
