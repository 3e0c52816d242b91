/** Words of the page in the person's language. The catalogue in use is kept in the store, as `catalogue`. */

import { store } from "../state.js";
import english from "./en.js";

/**
 * @typedef {object} Catalogue
 * @property {string} language BCP 47 code, for the `lang` of the page.
 * @property {Record<string, string | ((values: object) => string)>} strings Texts by key. `{name}` stands for a value.
 * @property {Record<string, string>} tiles Names of tiles by code, as a screen reader says them.
 */

/** Languages by code, in their own words; `load` fetches the catalogue. */
export const LANGUAGES = {
  en: { name: "English", load: async () => english },
  zh: { name: "中文", load: async () => (await import("./zh.js")).default },
  ja: { name: "日本語", load: async () => (await import("./ja.js")).default },
};

/** @returns {Catalogue} */
const catalogue = () => store.get().catalogue ?? english;

/**
 * The text of a key, with values filled in. A key without a text in this language falls back to English.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = catalogue().strings[key] ?? english.strings[key];
  if (text === undefined) return key;
  if (typeof text === "function") return text(values);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * The text of a key, or what the service said in English where there is none.
 * @param {string} key
 * @param {string} said
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export const tOr = (key, said, values) => (key in catalogue().strings ? t(key, values) : said);

/**
 * The name of a tile, as it is said: "3 characters", "red five of circles".
 * @param {string} code
 * @returns {string}
 */
export const tileName = (code) => catalogue().tiles[code] ?? english.tiles[code] ?? code;

/** @returns {string} BCP 47 code of the language in use. */
export const language = () => catalogue().language;

/**
 * The name of an item of a score in the person's language; in English its original name stands beside it.
 * @param {{name: string, names: Record<string, string>, code: string}} item
 * @param {"ja" | "zh"} [original] The language that the rules come from.
 * @returns {string}
 */
export function itemName({ code, name, names }, original = "ja") {
  const own = catalogue().strings[`item.${code}`];
  if (typeof own === "string") return own;
  const inLanguage = (wanted) => Object.entries(names).find(([known]) => known.split("-")[0] === wanted)?.[1];
  if (language() !== "en") return names[language()] ?? inLanguage(language()) ?? name;
  const beside = inLanguage(original);
  return beside && beside !== name ? `${name} ${beside}` : name;
}

/**
 * The language to use: the chosen one, or the first of the browser's that is known.
 * @param {string} chosen A code of LANGUAGES, or "auto".
 * @returns {string}
 */
export function pickLanguage(chosen) {
  if (chosen in LANGUAGES) return chosen;
  const wanted = (navigator.languages ?? [navigator.language]).map((code) => code.split("-")[0]);
  return wanted.find((code) => code in LANGUAGES) ?? "en";
}

/**
 * Fetches a language and puts it in use; English stays where it cannot be fetched.
 * @param {string} chosen A code of LANGUAGES, or "auto".
 */
export async function useLanguage(chosen) {
  const loaded = await LANGUAGES[pickLanguage(chosen)].load().catch(() => english);
  document.documentElement.lang = loaded.language;
  store.set({ catalogue: loaded });
}
