/** What is told of the table, in a few words for other views. */

import { t, tileName } from "../i18n/index.js";
import { CHARLESTON, SWITCHES } from "../model/table.js";

/**
 * What is told besides seat and round: nobody should win with the riichi of the hand before.
 * @param {object} context
 * @param {string[]} facts Of the rule set.
 * @returns {string[]}
 */
export function toldFacts(context, facts) {
  const told = SWITCHES.filter((name) => facts.includes(name) && context[name]).map((name) => t(`fact.${name}`));
  if (facts.includes("riichi") && (context.riichi ?? "none") !== "none") told.unshift(t(context.riichi === "double" ? "riichi.doubleRiichi" : "fact.riichi"));
  const tiles = (name) => `${t(`fact.${name}`)} ${context[name].map(tileName).join(", ")}`;
  const lists = ["dora_indicators", "ura_indicators"].filter((name) => facts.includes(name) && context[name]?.length > 0);
  return [...told, ...lists.map(tiles)];
}

/**
 * The step of the Charleston, "" once it is over.
 * @param {import("../model/table.js").Table} table
 * @returns {string}
 */
export const charlestonStep = ({ charleston = 0 }) => (charleston < CHARLESTON.length ? t(`charleston.${CHARLESTON[charleston]}`) : "");
