/** Facts of the table, as far as they go into a request. */

/**
 * @typedef {object} Table
 * @property {string} rules Name of the rule set.
 * @property {object} context The request's `context`: seat, round, self_drawn, ...
 * @property {Record<string, object>} options The request's `options`, by rule set.
 * @property {"practice" | object | null} card The American card.
 */

/** @type {Table} */
export const FIRST_TABLE = { rules: "riichi", context: { seat: "E", round: "E" }, options: {}, card: "practice" };

/**
 * The parts of a request besides the hand.
 * @param {Table} table
 * @returns {{rules: string, context: object, options: object, card?: object | string}}
 */
export function requestParts(table) {
  const { rules, context } = table;
  const parts = { rules, context, options: table.options[rules] ?? {} };
  return rules === "american" ? { ...parts, card: table.card } : parts;
}
