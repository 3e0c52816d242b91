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

const isDealer = ({ seat }) => (seat ?? "E") === "E";

/** What goes without saying once a fact is told. @type {Record<string, (context: object) => object>} */
const IMPLIED = {
  discarder: () => ({ self_drawn: false }),
  kong_replacement: () => ({ self_drawn: true }),
  robbing_kong: () => ({ self_drawn: false }),
  // Only the others can win on the dealer's first discard.
  first_turn: (context) => (isDealer(context) ? { self_drawn: true } : {}),
};

const both = (one, other) => (context) => isTold(context[one]) && isTold(context[other]);

/**
 * Facts that cannot be told together; of two, the one that was not told last gives way. The service has the same
 * contradictions (engine/context.py); `rules` names the game where only one has it.
 * @type {{facts: [string, string], when: (context: object) => boolean, rules?: string}[]}
 */
const CONFLICTS = [
  { facts: ["self_drawn", "discarder"], when: ({ self_drawn: drawn, discarder }) => drawn === true && isTold(discarder) },
  { facts: ["self_drawn", "robbing_kong"], when: (context) => context.self_drawn === true && isTold(context.robbing_kong) },
  { facts: ["self_drawn", "kong_replacement"], when: (context) => context.self_drawn === false && isTold(context.kong_replacement) },
  { facts: ["seat", "discarder"], when: ({ seat, discarder }) => discarder === (seat ?? "E") },
  { facts: ["seat", "first_turn"], when: (context) => isTold(context.first_turn) && isDealer(context) && context.self_drawn !== true },
  { facts: ["first_turn", "discarder"], when: (context) => isTold(context.first_turn) && isTold(context.discarder) && context.discarder !== "E" },
  ...[
    ["robbing_kong", "kong_replacement"], ["first_turn", "last_tile"], ["first_turn", "robbing_kong"], ["last_tile", "draws_left"],
  ].map((facts) => ({ facts, when: both(...facts) })),
  { facts: ["first_turn", "kong_replacement"], when: both("first_turn", "kong_replacement"), rules: "chinese_classical" },
  ...[
    ["kong_replacement", "ippatsu"], ["first_turn", "kong_replacement"], ["last_tile", "kong_replacement"], ["last_tile", "robbing_kong"],
    ["riichi", "first_turn"],
  ].map((facts) => ({ facts, when: both(...facts), rules: "riichi" })),
  { facts: ["riichi", "ippatsu"], when: ({ riichi, ippatsu }) => !isTold(riichi) && isTold(ippatsu) },
  { facts: ["riichi", "ura_indicators"], when: (context) => !isTold(context.riichi) && isTold(context.ura_indicators) },
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
  if (isTold(value)) Object.assign(changed, IMPLIED[name]?.(changed));
  const ended = [];
  const isBroken = ({ when, rules: only }) => (!only || only === rules) && when(changed);
  for (let broken = CONFLICTS.find(isBroken); broken; broken = CONFLICTS.find(isBroken)) {
    const [first, second] = broken.facts;
    const gives = second === name ? first : second;
    // A fact that has no other value to fall back to is the one that cannot be told.
    const end = gives === "seat" || !isTold(changed[gives]) ? name : gives;
    if (end !== name) ended.push(end);
    delete changed[end];
  }
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
