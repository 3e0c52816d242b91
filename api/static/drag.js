/**
 * Dragging tiles with a finger or a mouse. A finger has to rest first, so that the page can still be scrolled from a
 * tile; everything that can be dragged can be moved by buttons too.
 */

import { useEffect, useRef, useState } from "./vendor/preact-htm/standalone.module.js";

const REST_MS = 220;
const MOUSE_PX = 5;
const FINGER_PX = 10;

/**
 * @typedef {object} Dragged
 * @property {number} id Of the tile.
 * @property {number} x Of the pointer, in pixels of the window.
 * @property {number} y
 * @property {string | null} over Id of the group below the pointer.
 * @property {number | null} at Place in that group, null for its end.
 */

/** What lies below a point: `data-group` and `data-tile` say it. */
function placeAt(x, y, dragged) {
  const below = document.elementFromPoint(x, y);
  const group = below?.closest("[data-group]");
  if (!group) return { over: null, at: null };
  const tiles = [...group.querySelectorAll("[data-tile]")].filter((tile) => Number(tile.dataset.tile) !== dragged);
  const before = tiles.findIndex((tile) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    return y < top || (y <= bottom && x < (left + right) / 2);
  });
  return { over: group.dataset.group, at: before < 0 ? null : before };
}

/**
 * @param {(id: number, groupId: string, at: number | null) => void} onDrop
 * @returns {{dragged: Dragged | null, onPointerDown: (event: PointerEvent) => void}} The handler goes to what holds the
 *   tiles, whose elements have `data-tile`.
 */
export function useDrag(onDrop) {
  const [dragged, setDragged] = useState(null);
  const end = useRef(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => () => end.current?.(), []);

  function onPointerDown(event) {
    const tile = event.target.closest("[data-tile]");
    if (!tile || event.button !== 0 || end.current) return;
    const id = Number(tile.dataset.tile);
    const start = { x: event.clientX, y: event.clientY };
    let now = null;
    const begin = (x, y) => { now = { id, x, y, ...placeAt(x, y, id) }; setDragged(now); };
    const timer = event.pointerType === "mouse" ? 0 : setTimeout(begin, REST_MS, start.x, start.y);

    const onMove = (move) => {
      if (move.pointerId !== event.pointerId) return;
      const far = Math.hypot(move.clientX - start.x, move.clientY - start.y);
      if (now) begin(move.clientX, move.clientY);
      else if (event.pointerType === "mouse") far > MOUSE_PX && begin(move.clientX, move.clientY);
      // The finger did not rest: it scrolls.
      else if (far > FINGER_PX) finish();
    };
    const onUp = (up) => {
      if (up.pointerId !== event.pointerId) return;
      if (now) swallowClick();
      if (now?.over && up.type === "pointerup") drop.current(id, now.over, now.at);
      finish();
    };
    // Only this keeps the browser from scrolling with a tile under the finger.
    const onTouchMove = (touch) => now && touch.cancelable && touch.preventDefault();
    const onKey = (key) => key.key === "Escape" && finish();

    function finish() {
      clearTimeout(timer);
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", onUp);
      removeEventListener("keydown", onKey);
      tile.removeEventListener("touchmove", onTouchMove);
      end.current = null;
      now = null;
      setDragged(null);
    }
    end.current = finish;
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", onUp);
    addEventListener("keydown", onKey);
    tile.addEventListener("touchmove", onTouchMove, { passive: false });
  }

  return { dragged, onPointerDown };
}

/** The end of a drag is no tap on the tile. */
function swallowClick() {
  const swallow = (event) => { event.stopPropagation(); event.preventDefault(); };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
