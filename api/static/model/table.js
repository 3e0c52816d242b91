/** Facts of the table: what is remembered, what ends with the hand, and what excludes what. */

/**
 * @typedef {object} Table
 * @property {string} rules Name of the rule set.
 * @property {object} context The request's `context`: seat, round, self_drawn, ...
 * @property {Record<string, object>} options The request's `options`, by rule set.
 * @property {"practice" | object | null} card The American card: the practice card, `{toml}`, or a card as JSON.
 * @property {{name: string} | null} cardFile Where an own card came from.
 * @property {number} charleston The step of the Charleston, `CHARLESTON.length` once it is over.
 */

export const WINDS = ["E", "S", "W", "N"];

/** The steps of the Charleston, in order; the last one is the courtesy pass. */
export const CHARLESTON = ["right1", "across1", "left1", "left2", "across2", "right2", "courtesy"];

/** @type {Table} */
export const FIRST_TABLE = {
  rules: "riichi", context: { seat: "E", round: "E" }, options: {}, card: "practice", cardFile: null, charleston: 0,
};

/** What is kept when the hand is over: who sits where, and what lies on the table. */
const KEPT = ["seat", "round", "honba", "sticks"];

/** Yes-or-no facts, in the order in which they are asked. */
export const SWITCHES = ["ippatsu", "last_tile", "kong_replacement", "robbing_kong", "first_turn"];

/** Lists of tiles, in the order in which they are asked. */
export const TILE_LISTS = ["dora_indicators", "ura_indicators", "visible"];

/** @param {object} context @returns {object} The context at the beginning of the next hand. */
export const nextHand = (context) => Object.fromEntries(KEPT.filter((name) => name in context).map((name) => [name, context[name]]));

const isTold = (value) => !(value === undefined || value === null || value === false || value === "none" || value === 0 || value?.length === 0);

/**
 * What a fact rules out: the others are taken back when it is told. Where the game decides, `rules` names it.
 * @type {{name: string, told: (value: any) => boolean, ends: string[], needs?: object, rules?: string}[]}
 */
const EXCLUSIONS = [
  { name: "self_drawn", told: (value) => value === true, ends: ["discarder", "robbing_kong"] },
  { name: "self_drawn", told: (value) => value === false, ends: ["kong_replacement"] },
  { name: "discarder", told: isTold, ends: ["kong_replacement"], needs: { self_drawn: false } },
  { name: "kong_replacement", told: isTold, ends: ["discarder", "robbing_kong"], needs: { self_drawn: true } },
  { name: "kong_replacement", told: isTold, ends: ["ippatsu", "first_turn", "last_tile"], rules: "riichi" },
  { name: "robbing_kong", told: isTold, ends: ["kong_replacement", "first_turn"], needs: { self_drawn: false } },
  { name: "robbing_kong", told: isTold, ends: ["last_tile"], rules: "riichi" },
  { name: "first_turn", told: isTold, ends: ["last_tile", "robbing_kong"] },
  { name: "first_turn", told: isTold, ends: ["riichi", "ippatsu", "ura_indicators", "kong_replacement"], rules: "riichi" },
  { name: "first_turn", told: isTold, ends: ["kong_replacement"], rules: "chinese_classical" },
  { name: "last_tile", told: isTold, ends: ["first_turn", "draws_left"] },
  { name: "last_tile", told: isTold, ends: ["kong_replacement", "robbing_kong"], rules: "riichi" },
  { name: "draws_left", told: isTold, ends: ["last_tile"] },
  { name: "riichi", told: isTold, ends: ["first_turn"], rules: "riichi" },
  { name: "riichi", told: (value) => !isTold(value), ends: ["ippatsu", "ura_indicators"] },
  { name: "ippatsu", told: isTold, ends: ["kong_replacement", "first_turn"], rules: "riichi" },
];

/**
 * Tells a fact, and takes back those that it rules out.
 * @param {string} rules Name of the rule set.
 * @param {object} context
 * @param {string} name
 * @param {any} value
 * @returns {{context: object, ended: string[]}} `ended` names what was told before and is no more.
 */
export function withFact(rules, context, name, value) {
  const changed = { ...context, [name]: value };
  const ended = [];
  const end = (other) => {
    if (!isTold(changed[other])) return;
    ended.push(other);
    delete changed[other];
  };
  for (const rule of EXCLUSIONS) {
    if (rule.name !== name || !rule.told(value) || (rule.rules && rule.rules !== rules)) continue;
    rule.ends.forEach(end);
    Object.assign(changed, rule.needs);
  }
  if (name === "seat" && changed.discarder === value) end("discarder");
  return { context: changed, ended };
}

/**
 * Why a fact cannot be told with this hand, as the key of a text; null where it can.
 * @param {string} name
 * @param {{melds: {concealed: boolean, tiles: object[]}[], empty: boolean}} hand
 * @returns {string | null}
 */
export function barred(name, { melds, empty }) {
  const exposed = melds.some((meld) => !meld.concealed);
  if (["riichi", "first_turn"].includes(name) && exposed) return `table.barred.${name}`;
  if (name === "kong_replacement" && !empty && !melds.some((meld) => meld.tiles.length === 4)) return "table.barred.kong_replacement";
  return null;
}

/**
 * The values of a rule set's options: its defaults, those of the preset, and those chosen.
 * @param {{options: {name: string, default: any}[], presets: Record<string, object>}} described
 * @param {Record<string, any>} chosen
 * @returns {Record<string, any>}
 */
export function optionValues({ options, presets }, chosen = {}) {
  const defaults = Object.fromEntries(options.map((option) => [option.name, option.default]));
  return { ...defaults, ...presets[chosen.preset ?? defaults.preset], ...chosen };
}

/**
 * Chooses an option's value; what the preset has anyway is not kept as chosen.
 * @param {object} described See {@link optionValues}.
 * @param {Record<string, any>} chosen
 * @param {string} name
 * @param {any} value
 * @returns {Record<string, any>}
 */
export function withOption(described, chosen, name, value) {
  // A preset is a whole table: what was chosen for another one is not taken along.
  if (name === "preset") return { preset: value };
  const { [name]: _, ...others } = chosen;
  return optionValues(described, others)[name] === value ? others : { ...others, [name]: value };
}

/**
 * The parts of a request besides the hand, as far as the rule set knows them.
 * @param {Table} table
 * @param {{facts: string[]}} [described] The rule set as the service describes it.
 * @returns {{rules: string, context: object, options: object, card?: object | string}}
 */
export function requestParts(table, described) {
  const { rules } = table;
  const known = Object.entries(table.context).filter(([name, value]) =>
    value !== null && value !== undefined && (!described || described.facts.includes(name)));
  const parts = { rules, context: Object.fromEntries(known), options: table.options[rules] ?? {} };
  return rules === "american" ? { ...parts, card: table.card } : parts;
}
