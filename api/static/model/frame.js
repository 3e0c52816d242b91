/** Which part of a photo is on screen: pure arithmetic of rectangles, in pixels of the photo. */

/** @typedef {{x: number, y: number, width: number, height: number}} Frame */

/** @param {[number, number][][]} quads @returns {Frame | null} What holds them all. */
export function frameOf(quads) {
  const points = quads.flat();
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {Frame} frame @param {number} by Pixels on every side. @returns {Frame} */
export const grown = ({ x, y, width, height }, by) => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });

/**
 * The smallest frame of a shape that holds another, moved into the photo as far as it can be.
 * @param {Frame} frame
 * @param {number} aspect Width by height.
 * @param {{width: number, height: number}} photo
 * @returns {Frame}
 */
export function shaped(frame, aspect, photo) {
  const width = Math.max(frame.width, frame.height * aspect);
  const made = { width, height: width / aspect };
  made.x = frame.x + (frame.width - made.width) / 2;
  made.y = frame.y + (frame.height - made.height) / 2;
  return inside(made, photo);
}

/** Moves a frame so that it shows as little outside the photo as can be. @param {Frame} frame @param {{width: number, height: number}} photo @returns {Frame} */
export function inside(frame, photo) {
  const place = (at, size, whole) => (size >= whole ? (whole - size) / 2 : Math.min(Math.max(at, 0), whole - size));
  return { ...frame, x: place(frame.x, frame.width, photo.width), y: place(frame.y, frame.height, photo.height) };
}

/**
 * Zooms about a point that stays where it is.
 * @param {Frame} frame
 * @param {number} by Above 1: nearer.
 * @param {{x: number, y: number}} about In pixels of the photo.
 * @param {{width: number, height: number}} photo
 * @returns {Frame} At most the whole photo, at least 40 pixels of it.
 */
export function zoomed(frame, by, about, photo) {
  const aspect = frame.width / frame.height;
  const widest = Math.max(photo.width, photo.height * aspect);
  const width = Math.min(Math.max(frame.width / by, 40), widest);
  const scale = width / frame.width;
  return inside({
    x: about.x - (about.x - frame.x) * scale,
    y: about.y - (about.y - frame.y) * scale,
    width,
    height: width / aspect,
  }, photo);
}

/** @param {[number, number][]} quad @returns {{x: number, y: number}} */
export const middle = (quad) => ({
  x: quad.reduce((sum, [x]) => sum + x, 0) / quad.length,
  y: quad.reduce((sum, [, y]) => sum + y, 0) / quad.length,
});

/**
 * The quad nearest to a point, if the point is in it or nearly.
 * @template {{quad: [number, number][]}} T
 * @param {T[]} tiles
 * @param {{x: number, y: number}} point
 * @param {number} within Pixels beside the tile that still count.
 * @returns {T | null}
 */
export function tileAt(tiles, point, within) {
  let best = null;
  let nearest = Infinity;
  for (const tile of tiles) {
    const { x, y, width, height } = grown(frameOf([tile.quad]), within);
    const centre = middle(tile.quad);
    const distance = Math.hypot(point.x - centre.x, point.y - centre.y);
    const hit = point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
    if (hit && distance < nearest) [best, nearest] = [tile, distance];
  }
  return best;
}

/** @param {Frame} one @param {Frame} other @returns {boolean} Whether they share more than an edge. */
const overlap = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width
  && one.y < other.y + other.height && other.y < one.y + one.height;

/**
 * Where a tile's code is written: below the tile or above it, where it covers no other tile, else at its lower edge.
 * @param {Frame} tile
 * @param {number} width Of the writing, as its height in pixels of the photo.
 * @param {number} height
 * @param {boolean} above Whether above is tried first.
 * @param {Frame[]} tiles All that have codes, this one too.
 * @param {Frame} shown What is on screen.
 * @returns {Frame}
 */
export function codePlace(tile, { width, height }, above, tiles, shown) {
  const x = tile.x + (tile.width - width) / 2;
  const places = [tile.y + tile.height + height * 0.08, tile.y - height * 1.08].map((y) => ({ x, y, width, height }));
  if (above) places.reverse();
  // Neighbours of the same row, which may lie aslant, are no hindrance: only a tile that the middle of the writing lies on.
  const core = (place) => ({ x: x + width * 0.3, y: place.y + height * 0.3, width: width * 0.4, height: height * 0.4 });
  const isFree = (place) => place.y >= shown.y && place.y + height <= shown.y + shown.height && !tiles.some((other) => overlap(core(place), other));
  return places.find(isFree) ?? { x, y: tile.y + tile.height - height, width, height };
}
