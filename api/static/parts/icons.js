/** Pictures of the controls, drawn with one pen; text beside them or a label says what they do. */

import { html } from "../vendor/preact-htm/standalone.module.js";

const PATHS = {
  shoot: "M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM12 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z",
  hand: "M3 6h5v12H3ZM9.5 6h5v12h-5ZM16 6h5v12h-5Z",
  table: "M4 4h16v16H4ZM8 8h8v8H8Z",
  game: "M5 4h14v16H5ZM8.5 8.500h7M8.5 12h7M8.5 15.500h4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400ZM9 19.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400Z",
  gallery: "M4 5h16v14H4ZM4 16l5-5 4 4 2-2 5 4.500M15.5 10a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  redo: "m16 5 4 4-4 4M20 9H10a5 5 0 0 0 0 10h3",
  add: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  remove: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5.500M13.5 11v5.5",
  turn: "M19 12a7 7 0 1 1-2.5-5.400M17 3v4h-4",
  left: "m14 6-6 6 6 6",
  right: "m10 6 6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12.5 4.5 4.500L19 7.5",
  move: "M12 4v16M4 12h16M9.5 6.5 12 4l2.5 2.5M9.5 17.5 12 20l2.5-2.5M6.5 9.5 4 12l2.5 2.5M17.5 9.5 20 12l-2.5 2.5",
  sort: "M5 6h14M5 12h9M5 18h5",
  zoom: "M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM15.5 15.5 20 20M11 8.500v5M8.5 11h5",
  edit: "m5 19 1-4L16 5l3 3L9 18ZM13.5 7.500l3 3",
  live: "M3 7h12v10H3ZM15 11l6-3.500v9L15 13",
  more: "M12 6.500v.01M12 12v.01M12 17.500v.01",
  down: "m6 9 6 6 6-6",
};

/**
 * @param {{name: keyof typeof PATHS, size?: number}} props
 */
export const Icon = ({ name, size = 24 }) => html`
  <svg class="icon" viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>
`;
