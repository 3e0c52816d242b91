/** @type {import("./index.js").Catalogue} */
export default { language: "ja", strings: {}, tiles: {} };
