/** Numbers and units as they are read. */

import { language, t, tOr } from "../i18n/index.js";

/** @param {number} n @returns {string} With the separators of the language, a minus as long as a plus. */
export const number = (n) => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(n).replace("-", "−");

/** @param {number} n @returns {string} With its sign. */
export const signed = (n) => (n > 0 ? `+${number(n)}` : number(n));

/** @param {number} share 0..1 @returns {string} */
export const percent = (share) => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

/**
 * An amount with its unit: "3 han", "5,800 points".
 * @param {number} n
 * @param {string} unit As the service names it.
 * @returns {string}
 */
export function amount(n, unit) {
  const text = t(`unit.${unit}`, { n: number(n), one: n === 1 });
  return text === `unit.${unit}` ? `${number(n)} ${unit.replaceAll("_", " ")}` : text;
}

/** @param {string} limit As the service names it. @returns {string} */
export const limitName = (limit) => {
  const text = t(`limit.${limit}`);
  return text === `limit.${limit}` ? limit.replaceAll("_", " ") : text;
};

/** What a rule set is called. @param {{name: string, title: string} | undefined} rules @param {string} name @returns {string} */
export const rulesTitle = (rules, name) => tOr(`rules.${name}`, rules?.title ?? name);

/** What the service says begins small, as a part of a line. @param {string} text @returns {string} */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** How near a hand is. @param {number} shanten @returns {string} */
export const nearness = (shanten) => t(shanten <= 0 ? "answer.ready" : "answer.away", { n: shanten });

/** What a score comes to: "8,000 points". @param {object} score @returns {string} */
export const totalOf = (score) => amount(score.total, score.unit);
