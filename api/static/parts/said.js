/** What the service says in English, in the person's language: by the code of each sentence and the values in it. */

import { itemName, language, t, tOr, tileName } from "../i18n/index.js";
import { limitName, number, sentence } from "./figures.js";

/** @typedef {{code: string, values: Record<string, any>}} Sentence See engine/phrase.py. */

const listed = (words) => (words.length > 0 ? words.join(t("list.and")) : t("list.none"));

const tiles = (codes) => listed([codes].flat().map(tileName));

const named = (items) => listed(items.map((item) => [itemName(item), item.value && number(item.value)].filter(Boolean).join(" ")));

/** How a value is said, by its name; other numbers as numbers, other texts as they are. */
const WORDS = {
  tile: tiles, tiles, meld: tiles, low: tiles, high: tiles, best: tiles,
  items: named,
  lines: listed,
  section: (name) => sectionName(name),
  first: (fact) => t(`fact.${fact}`),
  second: (fact) => t(`fact.${fact}`),
  way: (name) => t(`way.${name}`),
  table: (choice) => t(`choice.${choice}`),
  limit: (limit) => (typeof limit === "string" ? limitName(limit) : number(limit)),
};

const asSaid = ([name, value]) => [name, WORDS[name]?.(value) ?? (typeof value === "number" ? number(value) : value)];

/** A section of an American card; those of the practice card have names in each language. @param {string} name */
export const sectionName = (name) => tOr(`section.${name}`, name);

/**
 * A sentence of the service.
 * @param {string} english
 * @param {Sentence | undefined} said The same, to be said in another language.
 * @returns {string}
 */
export function inWords(english, said) {
  if (language() === "en" || !said) return sentence(english);
  return tOr(`said.${said.code}`, sentence(english), Object.fromEntries(Object.entries(said.values).map(asSaid)));
}

/** @param {string[]} english @param {Sentence[]} said Sentence by sentence the same. @returns {string[]} */
export const allInWords = (english, said) => english.map((line, n) => inWords(line, said[n]));

/**
 * What is wrong, or worth knowing: the text of its code, and what its sentences add to that. In English its message, which
 * says it all, where the page has no text of its own.
 * @param {"fault" | "warning"} kind
 * @param {{code: string, message: string, details: Sentence[]}} remark
 * @param {{size?: number}} [more] `size`: tiles of the hand.
 * @returns {{text: string, details: string[]}}
 */
export const remarkInWords = (kind, { code, message, details }, { size } = {}) => ({
  text: tOr(`${kind}.${code}`, sentence(message), { n: size }),
  details: language() === "en" ? [] : details.map((said) => inWords(message, said)),
});
