/**
 * The one store of the page. Everything that more than one part knows stands here, and nowhere else.
 *
 * A part reads with `useStore`, changes with `store.set`; `store.subscribe` is for what happens beside the screen.
 */

import { useEffect, useState } from "./vendor/preact-htm/standalone.module.js";
import { EMPTY_HAND } from "./model/hand.js";
import { FIRST_TABLE, nextHand } from "./model/table.js";

/**
 * @typedef {object} State
 * @property {string} view Name of the view on screen.
 * @property {import("./i18n/index.js").Catalogue | null} catalogue Language in use, null before it is there.
 * @property {object[] | null} rules What `/v1/rules` says, null before it is there.
 * @property {object[]} photos Photos of the hand on screen; see model/reading.js.
 * @property {import("./model/hand.js").Hand} hand The hand as corrected so far.
 * @property {import("./model/hand.js").Hand[]} past What undo goes back to, the latest last.
 * @property {import("./model/hand.js").Hand[]} future What redo goes forward to, the next one last.
 * @property {{status: "none" | "asking" | "there" | "failed", answer: object | null, problem: object | null}} analysis
 *   The answer to the hand on screen. While a newer one is asked for, `answer` is still the one before.
 * @property {{status: "idle" | "preparing" | "sending" | "waiting" | "failed", problem: object | null, sources: object[],
 *   add: boolean, done: number, preview: string | null, cancel: (() => void) | null}} shot The photo under way.
 * @property {object} table Facts of the table; see model/table.js.
 * @property {object | null} game The score sheet, null before a game was begun.
 * @property {{theme: "auto" | "light" | "dark", language: string, keep: boolean}} settings
 * @property {{name: string, faces: number, kinds: number, missing: string[], on: boolean} | null} tileSet What is known
 *   about the person's own tiles; the profile itself is kept by tile_set.js.
 * @property {boolean} reachable Whether the service answered when it was last asked.
 * @property {{text: string, urgent: boolean} | null} notice A short message over the page.
 */

/** What is stored on the phone; photos are too large for it, see kept_photos.js. */
const PERSISTED = ["hand", "past", "future", "table", "game", "settings", "tileSet"];
const STORED_AS = "tilesight/1";
const STORE_AFTER_MS = 200;
const MAX_UNDO = 100;

/** So many steps of undo outlive a reload: a hand takes about 4 kB, and all of a site's storage may be 5 MB. */
const STORED_UNDO = 20;
const SHORTENED = { past: (hands) => hands.slice(-STORED_UNDO), future: (hands) => hands.slice(-STORED_UNDO) };

/** No photo under way. @type {State["shot"]} */
export const NO_SHOT = { status: "idle", problem: null, sources: [], add: false, done: 0, preview: null, cancel: null };

/** @returns {State} */
function firstState() {
  return {
    view: "shoot",
    catalogue: null,
    rules: null,
    photos: [],
    hand: EMPTY_HAND,
    past: [],
    future: [],
    analysis: { status: "none", answer: null, problem: null },
    shot: NO_SHOT,
    table: FIRST_TABLE,
    game: null,
    settings: { theme: "auto", language: "auto", keep: false },
    tileSet: null,
    reachable: true,
    notice: null,
  };
}

/** What was stored, as far as it can be read: another version may have written it, or the browser may forbid it. */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(STORED_AS) ?? "{}");
    return Object.fromEntries(PERSISTED.filter((name) => found[name]).map((name) => [name, found[name]]));
  } catch {
    return {};
  }
}

function createStore() {
  const first = firstState();
  const kept = stored();
  let state = {
    ...first,
    ...kept,
    settings: { ...first.settings, ...kept.settings },
    table: { ...first.table, ...kept.table },
  };
  let timer = 0;
  const listeners = new Set();
  const asStored = (name) => [name, SHORTENED[name]?.(state[name]) ?? state[name]];
  const write = () => {
    timer = 0;
    try {
      localStorage.setItem(STORED_AS, JSON.stringify(Object.fromEntries(PERSISTED.map(asStored))));
    } catch {
      // A full or forbidden storage takes nothing away from the hand on screen.
    }
  };
  addEventListener("pagehide", () => timer && write());
  return {
    /** @returns {State} */
    get: () => state,
    /** @param {Partial<State> | ((state: State) => Partial<State>)} patch What changes. */
    set(patch) {
      const before = state;
      state = { ...state, ...(typeof patch === "function" ? patch(state) : patch) };
      if (!timer && PERSISTED.some((name) => before[name] !== state[name])) timer = setTimeout(write, STORE_AFTER_MS);
      for (const listener of [...listeners]) listener(state, before);
    },
    /**
     * @param {(state: State, before: State) => void} listener Called after each change.
     * @returns {() => void} Ends it.
     */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const store = createStore();

/**
 * The state, or the part that is picked of it, drawn again when that part changes.
 * @template T
 * @param {(state: State) => T} [pick]
 * @returns {T}
 */
export function useStore(pick = (state) => state) {
  const [, draw] = useState(0);
  const picked = pick(store.get());
  useEffect(() => {
    let last = pick(store.get());
    // What changed between drawing and now would go unseen.
    if (last !== picked) draw((n) => n + 1);
    return store.subscribe((state) => {
      const next = pick(state);
      if (next === last) return;
      last = next;
      draw((n) => n + 1);
    });
  }, []);
  return picked;
}

/** Whoever goes on has done with a photo that could not be read. @param {State} state */
const withoutFailure = ({ shot }) => (shot.status === "failed" ? { shot: NO_SHOT } : {});

/** Clears the last failure away. */
export const forgetFailure = () => store.set(withoutFailure);

/**
 * Changes the hand so that undo can take it back.
 * @param {import("./model/hand.js").Hand} hand
 */
export function changeHand(hand) {
  store.set((state) => (hand === state.hand ? {} :
    { hand, past: [...state.past, state.hand].slice(-MAX_UNDO), future: [], ...withoutFailure(state) }));
}

/**
 * Begins another hand: how the last one was won, say, is no fact of this one. Undo goes back to the last one.
 * @param {import("./model/hand.js").Hand} hand
 */
export function beginHand(hand) {
  store.set(({ table }) => ({ table: { ...table, context: nextHand(table.context) } }));
  changeHand(hand);
}

/** Takes the last change back, if there is one. */
export function undo() {
  store.set(({ past, future, hand }) => (past.length === 0 ? {} :
    { hand: past.at(-1), past: past.slice(0, -1), future: [...future, hand] }));
}

/** Does again what was taken back. */
export function redo() {
  store.set(({ past, future, hand }) => (future.length === 0 ? {} :
    { hand: future.at(-1), past: [...past, hand], future: future.slice(0, -1) }));
}

/**
 * Shows a short message over the page; screen readers say it.
 * @param {string} text
 * @param {{urgent?: boolean}} [options]
 */
export const notify = (text, { urgent = false } = {}) => store.set({ notice: { text, urgent } });
