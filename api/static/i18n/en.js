/** English, and the texts that other languages fall back to. */

const SUITS = { m: "characters", p: "circles", s: "bamboos" };
const HONOURS = ["east wind", "south wind", "west wind", "north wind", "white dragon", "green dragon", "red dragon"];
const BONUS = ["plum", "orchid", "chrysanthemum", "bamboo flower", "spring", "summer", "autumn", "winter"];
const MADE_OF = { m: "character", p: "circle", s: "bamboo" };

function tileNames() {
  const names = { "1j": "joker", "0x": "face down", "??": "unreadable tile" };
  for (const [suit, name] of Object.entries(SUITS)) {
    for (let number = 1; number <= 9; number += 1) names[`${number}${suit}`] = `${number} of ${name}`;
    names[`1${suit}`] = `1 ${MADE_OF[suit]}`;
    names[`0${suit}`] = `red 5 of ${name}`;
  }
  HONOURS.forEach((name, n) => { names[`${n + 1}z`] = name; });
  BONUS.forEach((name, n) => { names[`${n + 1}f`] = n < 4 ? `flower ${n + 1}, ${name}` : `season ${n - 3}, ${name}`; });
  return names;
}

/** @param {number} n @param {string} one @param {string} [many] */
const counted = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @type {import("./index.js").Catalogue} */
export default {
  language: "en",
  tiles: tileNames(),
  strings: {
    "app.views": "Views",
    "app.loading": "Loading …",
    "view.shoot": "Photo",
    "view.hand": "Hand",
    "view.table": "Table",
    "view.game": "Scores",
    "view.settings": "Settings",

    "action.close": "Close",
    "action.cancel": "Cancel",
    "action.retry": "Try again",
    "action.undo": "Undo",
    "action.redo": "Redo",
    "action.done": "Done",

    "tile.unsure": "unsure",
    "tile.turned": "turned",

    "palette.characters": "Characters",
    "palette.circles": "Circles",
    "palette.bamboos": "Bamboos",
    "palette.honours": "Winds and dragons",
    "palette.flowers": "Flowers and seasons",
    "palette.others": "Joker, face down",

    "wind.E": "East",
    "wind.S": "South",
    "wind.W": "West",
    "wind.N": "North",

    "unit.points": ({ n }) => counted(n, "point"),
    "unit.fan": ({ n }) => `${n} fan`,

    "problem.offline": "The service cannot be reached. Is the phone in the same network, and the service running?",
    "problem.timeout": "The service took too long. Try again.",
    "problem.cancelled": "Cancelled.",
    "problem.unexpected": "Something went wrong.",
    "problem.too_busy": "The service is busy with other photos. Try again in a moment.",
    "problem.models_loading": "The service has just started and is not ready yet. Try again in a moment.",
    "problem.not_an_image": "This file is not a photo that can be read.",
    "problem.undecodable_image": "This photo is damaged. Take it again.",
    "problem.image_too_large": "This photo is too large.",
    "problem.body_too_large": "This photo is too large.",
  },
};
