/** The views, in the order of the tabs. Those that are not needed at the start are loaded when they are first shown. */

import { Hand } from "./hand.js";
import { Shoot } from "./shoot.js";

/**
 * @typedef {object} ViewEntry
 * @property {string} name Part of the address, `#hand`; its title is the text `view.<name>`, its picture an icon of
 *   parts/icons.js.
 * @property {Function} [View] The component.
 * @property {() => Promise<Function>} [load] Fetches the component.
 */

/** @type {ViewEntry[]} */
export const VIEWS = [
  { name: "shoot", View: Shoot },
  { name: "hand", View: Hand },
  { name: "table", load: async () => (await import("./table.js")).Table },
  { name: "game", load: async () => (await import("./game.js")).Game },
  { name: "settings", load: async () => (await import("./settings.js")).Settings },
];

/** Views without a tab: one that has leads to them. @type {ViewEntry[]} */
const OTHERS = [{ name: "my_set", load: async () => (await import("./my_set.js")).MySet }];

/** @param {string} name Of a view; an unknown one is the first. @returns {ViewEntry} */
export const viewByName = (name) => [...VIEWS, ...OTHERS].find((view) => view.name === name) ?? VIEWS[0];
