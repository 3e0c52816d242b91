/** The photo with every tile outlined and named; it can be pinched, dragged, and tapped. */

import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { codePlace, frameOf, grown, inside, middle, shaped, tileAt, zoomed } from "../model/frame.js";
import { Icon } from "./icons.js";

/** A finger is this wide, in pixels of the screen: taps beside a small tile still mean it. */
const FINGER_PX = 14;
const TAP_PX = 8;
const CODE_PX = 12;

/** Above and below the hand, for codes. */
const ROOM_PX = 60;

const spread = ([one, other]) => Math.hypot(one.x - other.x, one.y - other.y) || 1;

/**
 * @param {{photo: import("../model/reading.js").Photo, tiles: (import("../model/hand.js").Tile & {beside?: boolean})[],
 *   marked: (tile: object) => boolean, selected: number | null, onPick: (id: number) => void, children?: any}} props `children` stand beside the buttons. `tiles` have quads
 *   in this photo; those `beside` the hand are drawn thin. `marked` tells which are at fault.
 */
export function PhotoView({ photo, tiles, marked, selected, onPick, children }) {
  const box = useRef(null);
  const [size, setSize] = useState({ width: 360, height: 220 });
  const [frame, setFrame] = useState(null);
  const pointers = useRef(new Map());
  const tapped = useRef(null);

  useEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width > 0) setSize({ width: contentRect.width, height: contentRect.height });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const own = useMemo(() => tiles.filter((tile) => !tile.beside).sort((one, other) => middle(one.quad).x - middle(other.quad).x), [tiles]);
  const held = frameOf((own.length > 0 ? own : tiles).map((tile) => tile.quad)) ?? { x: 0, y: 0, width: photo.width, height: photo.height };
  const wanted = grown(held, Math.max(held.width, held.height) * 0.04);
  const fitted = shaped(wanted, size.width / size.height, photo);
  const shown = frame ?? fitted;
  useEffect(() => setFrame(null), [photo.id, size.width, size.height]);
  // A selected tile that is out of the picture is brought into it.
  useEffect(() => {
    const tile = tiles.find(({ id }) => id === selected);
    if (!tile || !frame) return;
    const { x, y } = middle(tile.quad);
    const seen = x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height;
    if (!seen) setFrame(inside({ ...frame, x: x - frame.width / 2, y: y - frame.height / 2 }, photo));
  }, [selected]);

  const perPixel = shown.width / size.width;
  // Codes of narrow tiles stand by turns below and above, so that none covers its neighbour's.
  const narrow = own.some(({ quad }) => frameOf([quad]).width < CODE_PX * 2 * perPixel);
  const frames = new Map(own.map((tile) => [tile, frameOf([tile.quad])]));
  const inPhoto = ({ x, y }) => {
    const place = box.current.getBoundingClientRect();
    return { x: shown.x + (x - place.left) * perPixel, y: shown.y + (y - place.top) * perPixel };
  };
  const zoomBy = (by) => setFrame(zoomed(shown, by, { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 }, photo));

  const onDown = (event) => {
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    tapped.current = pointers.current.size === 1 ? { x: event.clientX, y: event.clientY } : null;
    box.current.setPointerCapture(event.pointerId);
  };
  const onMove = (event) => {
    const before = [...pointers.current.values()];
    const was = pointers.current.get(event.pointerId);
    if (!was) return;
    const is = { x: event.clientX, y: event.clientY };
    if (tapped.current && Math.hypot(is.x - tapped.current.x, is.y - tapped.current.y) > TAP_PX) tapped.current = null;
    pointers.current.set(event.pointerId, is);
    const now = [...pointers.current.values()];
    if (now.length === 2) {
      const about = inPhoto({ x: (now[0].x + now[1].x) / 2, y: (now[0].y + now[1].y) / 2 });
      setFrame(zoomed(shown, spread(now) / spread(before), about, photo));
    } else if (frame && !tapped.current) {
      setFrame(inside({ ...shown, x: shown.x - (is.x - was.x) * perPixel, y: shown.y - (is.y - was.y) * perPixel }, photo));
    }
  };
  const onUp = (event) => {
    pointers.current.delete(event.pointerId);
    if (!tapped.current || event.type === "pointercancel") return;
    const hit = tileAt(tiles, inPhoto(tapped.current), FINGER_PX * perPixel);
    tapped.current = null;
    if (hit) onPick(hit.id);
  };
  const onWheel = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    setFrame(zoomed(shown, event.deltaY < 0 ? 1.2 : 1 / 1.2, inPhoto({ x: event.clientX, y: event.clientY }), photo));
  };

  return html`
    <div class="photo-view" style=${{ "--tall": `${(size.width * held.height) / held.width + ROOM_PX}px` }}>
      <div ref=${box} class=${frame ? "photo-box zoomed" : "photo-box"} onPointerDown=${onDown} onPointerMove=${onMove}
        onPointerUp=${onUp} onPointerCancel=${onUp} onWheel=${onWheel}>
        <svg role="img" aria-label=${t("photo.label", { n: tiles.filter((tile) => !tile.beside).length })}
          viewBox=${`${shown.x} ${shown.y} ${shown.width} ${shown.height}`} preserveAspectRatio="xMidYMid slice">
          ${photo.url && html`<image href=${photo.url} width=${photo.width} height=${photo.height} />`}
          ${tiles.map((tile) => html`
            <${Outline} key=${tile.id} tile=${tile} pixel=${perPixel} fault=${marked(tile)} selected=${tile.id === selected}
              placeOf=${(size) => codePlace(frames.get(tile), size, narrow && own.indexOf(tile) % 2 === 1, [...frames.values()], shown)} />
          `)}
        </svg>
      </div>
      <div class="photo-tools">
        ${children}
        <div class="photo-buttons">
          ${frame && html`<button type="button" class="icon-button" aria-label=${t("photo.whole")} onClick=${() => setFrame(null)}><${Icon} name="whole" /></button>`}
          <button type="button" class="icon-button" aria-label=${t("photo.farther")} onClick=${() => zoomBy(1 / 1.5)}><${Icon} name="minus" /></button>
          <button type="button" class="icon-button" aria-label=${t("photo.nearer")} onClick=${() => zoomBy(1.5)}><${Icon} name="add" /></button>
        </div>
      </div>
    </div>
  `;
}

/** One tile's outline with its code; sizes are in pixels of the screen, however near the photo is. */
function Outline({ tile, pixel, fault, selected, placeOf }) {
  const names = ["outline", tile.beside ? "beside" : tile.sure ? "sure" : "doubtful", fault && "fault", selected && "selected"];
  const size = CODE_PX * pixel;
  const text = tile.sure ? tile.code : `${tile.code}?`;
  const place = !tile.beside && placeOf({ width: size * (0.62 * text.length + 0.3), height: size * 1.25 });
  return html`
    <g class=${names.filter(Boolean).join(" ")}>
      <polygon points=${tile.quad.map((corner) => corner.join(",")).join(" ")} vector-effect="non-scaling-stroke" />
      ${place && html`
        <rect ...${place} rx=${size * 0.25} />
        <text x=${place.x + place.width / 2} y=${place.y + size * 0.98} font-size=${size}>${text}</text>
      `}
    </g>
  `;
}

/**
 * A piece of the photo: one tile and a little around it.
 * @param {{photo: import("../model/reading.js").Photo | undefined, quad: [number, number][] | null, sure?: boolean}} props
 *   Draws nothing where there is no picture of the tile.
 */
export function PhotoPiece({ photo, quad, sure = false }) {
  if (!photo?.url || !quad) return null;
  const held = frameOf([quad]);
  const { x, y, width, height } = grown(held, Math.max(held.width, held.height) * 0.18);
  return html`
    <svg class=${sure ? "photo-piece" : "photo-piece doubtful"} viewBox=${`${x} ${y} ${width} ${height}`} role="img" aria-label=${t("photo.piece")}>
      <image href=${photo.url} width=${photo.width} height=${photo.height} />
      <polygon points=${quad.map((corner) => corner.join(",")).join(" ")} vector-effect="non-scaling-stroke" />
    </svg>
  `;
}
