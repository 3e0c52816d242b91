/** The service: what is asked of it, and its problems in plain words. */

import { language, t, tOr } from "./i18n/index.js";

const ANSWER_WITHIN_MS = 20_000;
const READ_WITHIN_MS = 60_000;

/** A question that got no answer. `code` is the service's, or `offline`, `timeout`, `cancelled`, `unexpected`. */
export class ServiceProblem extends Error {
  /**
   * @param {string} code
   * @param {string} message For the person, in his language.
   * @param {{detail?: string, retryAfterS?: number, status?: number}} [more]
   */
  constructor(code, message, { detail = "", retryAfterS = 0, status = 0 } = {}) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.retryAfterS = retryAfterS;
    this.status = status;
  }
}

/** @param {string} code @param {string} said */
const words = (code, said) => tOr(`problem.${code}`, language() === "en" ? said : said || t("problem.unexpected"));

/**
 * Asks the service.
 * @param {string} path
 * @param {RequestInit & {withinMs?: number, file?: boolean}} [options] `signal` cancels it; `file`: the answer is no JSON.
 * @returns {Promise<any>} The JSON document, or a blob.
 * @throws {ServiceProblem}
 */
export async function ask(path, { withinMs = ANSWER_WITHIN_MS, signal, file = false, ...options } = {}) {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), withinMs);
  const cancel = () => clock.abort();
  signal?.addEventListener("abort", cancel);
  try {
    const response = await fetch(path, { ...options, signal: clock.signal });
    if (file && response.ok) return await response.blob();
    const document = await response.json().catch((error) => {
      if (error.name === "AbortError") throw error;
      return {};
    });
    if (response.ok) return document;
    // Something between here and the service may answer without JSON.
    const code = document.code ?? "unexpected";
    throw new ServiceProblem(code, words(code, document.detail ?? `${response.status} ${response.statusText}`), {
      detail: document.detail,
      status: response.status,
      retryAfterS: Number(response.headers.get("Retry-After") ?? 0),
    });
  } catch (error) {
    if (error instanceof ServiceProblem) throw error;
    const code = signal?.aborted ? "cancelled" : clock.signal.aborted ? "timeout" : "offline";
    throw new ServiceProblem(code, t(`problem.${code}`), { detail: String(error.message) });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] @param {boolean} [file] */
const post = (path, body, signal, file) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal, file });

/**
 * Reads a photo.
 * @param {Blob} photo
 * @param {AbortSignal} [signal]
 * @param {string | null} [tileSet] Profile of the set in the photo.
 * @returns {Promise<object>} The reading.
 */
export function readPhoto(photo, signal, tileSet = null) {
  const form = new FormData();
  form.append("photo", photo, "photo.jpg");
  if (tileSet) form.append("set", tileSet);
  return ask("/v1/read", { method: "POST", body: form, signal, withinMs: READ_WITHIN_MS });
}

/** @param {object} request Body of `/v1/analyse`. @param {AbortSignal} [signal] */
export const analyse = (request, signal) => post("/v1/analyse", request, signal);

/**
 * Leaves a photo so that the reader learns from it.
 * @param {Blob} photo
 * @param {string} labels JSON: what it shows, as `/v1/kept` takes it.
 */
export function leavePhoto(photo, labels) {
  const form = new FormData();
  form.append("photo", photo, "photo.jpg");
  form.append("labels", labels);
  return ask("/v1/kept", { method: "POST", body: form, withinMs: READ_WITHIN_MS });
}

/**
 * Learns a tile set.
 * @param {string} name
 * @param {{blob: Blob, tiles: object[]}[]} photos Each with its tiles: code, box, quad, confirmed.
 * @returns {Promise<{profile: object, kinds: string[], missing: string[], doubts: object[]}>}
 */
export function makeProfile(name, photos) {
  const form = new FormData();
  photos.forEach(({ blob }, n) => form.append("photos", blob, `photo${n}.jpg`));
  form.append("tiles", JSON.stringify(photos.map(({ tiles }) => tiles)));
  form.append("name", name);
  return ask("/v1/profiles", { method: "POST", body: form, withinMs: READ_WITHIN_MS });
}

/** @param {object} profile Of another reader. */
export const renewProfile = (profile) => post("/v1/profiles/renew", profile);

/** @returns {Promise<{keeps: boolean, full: boolean, photos: number}>} Whether photos can be left. */
export const keeping = () => ask("/v1/kept");

/** @returns {Promise<{status: string, version: string}>} */
export const about = () => ask("/healthz");

/** @param {object} request Body of `/v1/settle`. @param {AbortSignal} [signal] */
export const settle = (request, signal) => post("/v1/settle", request, signal);

/** @param {object} win Body of `/v1/payments`. @returns {Promise<{payments: Record<string, number>}>} */
export const payments = (win) => post("/v1/payments", win);

/** @param {object} game Body of `/v1/game`. @returns {Promise<{game: object | null, sheet: object, faults: object[]}>} */
export const reviewGame = (game) => post("/v1/game", game);

/** @param {object} game Body of `/v1/game/csv`. @returns {Promise<Blob>} */
export const gameSheet = (game) => post("/v1/game/csv", game, undefined, true);

/** @returns {Promise<object[]>} Every rule set with its options and presets. */
export const ruleSets = async () => (await ask("/v1/rules")).rules;
