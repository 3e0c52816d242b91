/** Keeps the answer in step with the hand and the facts of the table. */

import { analyse } from "./api.js";
import { handText, isEmpty } from "./model/hand.js";
import { requestParts } from "./model/table.js";
import { store } from "./state.js";

/** Several changes at once, as in a drag, ask once. */
const ASK_AFTER_MS = 60;

/** The request for the hand on screen, null where there is no tile. @param {import("./state.js").State} state */
export function analysisRequest({ hand, table, rules }) {
  if (isEmpty(hand)) return null;
  return { ...requestParts(table, rules?.find(({ name }) => name === table.rules)), hand: handText(hand) };
}

/**
 * Asks for an answer whenever the request changes, and drops the answers to what is no longer on screen.
 * @returns {() => void} Ends it.
 */
export function startAnalysing() {
  let asked = null;
  let running = null;
  let timer = 0;

  async function askNow(request) {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    store.set(({ analysis }) => ({ analysis: { ...analysis, status: "asking", problem: null } }));
    try {
      const answer = await analyse(request, signal);
      if (!signal.aborted) store.set({ analysis: { status: "there", answer, problem: null } });
    } catch (problem) {
      if (!signal.aborted) store.set({ analysis: { status: "failed", answer: null, problem } });
    }
  }

  function follow(state) {
    const request = analysisRequest(state);
    const text = request && JSON.stringify(request);
    if (text === asked) return;
    asked = text;
    clearTimeout(timer);
    if (request) timer = setTimeout(askNow, ASK_AFTER_MS, request);
    else {
      running?.abort();
      store.set({ analysis: { status: "none", answer: null, problem: null } });
    }
  }

  follow(store.get());
  return store.subscribe(follow);
}

/** Asks again after a failure. */
export async function askAgain() {
  const request = analysisRequest(store.get());
  if (!request) return;
  store.set({ analysis: { status: "asking", answer: null, problem: null } });
  try {
    store.set({ analysis: { status: "there", answer: await analyse(request), problem: null } });
  } catch (problem) {
    store.set({ analysis: { status: "failed", answer: null, problem } });
  }
}
