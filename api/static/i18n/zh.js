/** @type {import("./index.js").Catalogue} */
export default { language: "zh", strings: {}, tiles: {} };
