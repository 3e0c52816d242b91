/**
 * The page without its service: a worker keeps the page's files, and a bar says that the service is gone until it is
 * back.
 */

import { html } from "./vendor/preact-htm/standalone.module.js";
import { askAgain } from "./analysis.js";
import { t } from "./i18n/index.js";
import { store, useStore } from "./state.js";

const ASK_EVERY_MS = 4000;
const ANSWER_WITHIN_MS = 3000;

/** @returns {Promise<boolean>} Whether the service answers. */
async function answers() {
  try {
    return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}

/** Keeps the page's files on the phone, where the browser lets it: over HTTPS, and on this machine. */
export async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  } catch {
    // A certificate that the phone was never told to trust: the page works, but only while the service does.
  }
}

/**
 * Watches whether the service can be reached, while it cannot: the first failure of a question starts it.
 * @returns {() => void} Ends it.
 */
export function watchService() {
  let timer = 0;

  async function look() {
    timer = 0;
    if (document.hidden || !(await answers())) {
      timer = setTimeout(look, ASK_EVERY_MS);
      return;
    }
    store.set({ reachable: true });
    if (store.get().analysis.status === "failed") askAgain();
  }

  const lose = () => {
    if (timer) return;
    store.set({ reachable: false });
    timer = setTimeout(look, ASK_EVERY_MS);
  };
  const doubt = async () => {
    if (!timer && !(await answers())) lose();
  };

  addEventListener("offline", doubt);
  doubt();
  // An answer to anything is word from the service, be it too busy to say that it is well in time.
  const hear = () => {
    clearTimeout(timer);
    timer = 0;
    store.set({ reachable: true });
  };
  const forget = store.subscribe((state, before) => {
    const failed = (now) => [now.analysis.problem?.code, now.shot.problem?.code].includes("offline");
    if (failed(state) && !failed(before)) doubt();
    if (timer && state.analysis.status === "there" && state.analysis.answer !== before.analysis.answer) hear();
  });
  return () => {
    clearTimeout(timer);
    removeEventListener("offline", doubt);
    forget();
  };
}

/** Stands once on the page, above the view. */
export function ServiceGone() {
  const reachable = useStore((state) => state.reachable);
  return html`<div class="gone-place" role="status">${!reachable && html`<p class="gone">${t("app.gone")}</p>`}</div>`;
}
