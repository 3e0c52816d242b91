/** The tiles of the hand by group, to tap, drag and move. */

import { html, useLayoutEffect, useRef } from "../vendor/preact-htm/standalone.module.js";
import { useDrag } from "../drag.js";
import { t } from "../i18n/index.js";
import { NEW_MELD, groupOf, moveTile, removeTile, shiftTile } from "../model/hand.js";
import { TileFace, tileLabel } from "./tile.js";

/**
 * The title of a group: "Meld 2, exposed".
 * @param {import("../model/hand.js").Hand} hand
 * @param {import("../model/hand.js").Group} group
 * @returns {string}
 */
export function groupTitle(hand, group) {
  if (group.kind !== "meld") return t(`group.${group.kind}`);
  const n = hand.groups.filter(({ kind }) => kind === "meld").indexOf(group) + 1;
  return t(group.concealed ? "group.concealedKong" : "group.meld", { n });
}

const REMOVE = "remove";

/**
 * @param {{hand: import("../model/hand.js").Hand, marked: (tile: object) => boolean, selected: number | null,
 *   onPick: (id: number) => void, onChange: (hand: import("../model/hand.js").Hand) => void,
 *   onGroup: (groupId: string) => void}} props
 */
export function Strip({ hand, marked, selected, onPick, onChange, onGroup }) {
  const { dragged, onPointerDown } = useDrag((id, groupId, at) =>
    onChange(groupId === REMOVE ? removeTile(hand, id) : moveTile(hand, id, groupId, at ?? Infinity)));
  const tile = dragged && hand.groups.flatMap((group) => group.tiles).find(({ id }) => id === dragged.id);
  const strip = useRef(null);
  const followed = useRef(null);
  // What was moved or removed by a key loses the focus with its place; it follows the tile, or goes to its neighbour.
  useLayoutEffect(() => {
    const ids = followed.current ?? [];
    followed.current = null;
    const place = ids.map((id) => strip.current.querySelector(`[data-tile="${id}"]`)).find((found) => found);
    place?.focus();
  }, [hand]);
  const onKeyDown = (event) => {
    const id = Number(event.target.closest("[data-tile]")?.dataset.tile);
    if (!id) return;
    const { tiles } = groupOf(hand, id);
    const at = tiles.findIndex((tile) => tile.id === id);
    followed.current = [id, tiles[at + 1]?.id, tiles[at - 1]?.id];
    if (event.key === "Delete" || event.key === "Backspace") onChange(removeTile(hand, id));
    else if (event.key === "ArrowLeft" && event.altKey) onChange(shiftTile(hand, id, -1));
    else if (event.key === "ArrowRight" && event.altKey) onChange(shiftTile(hand, id, 1));
    else return;
    event.preventDefault();
  };
  const loose = hand.groups.find(({ kind }) => kind === "loose");
  return html`
    <div ref=${strip} class=${dragged ? "strip dragging" : "strip"} onPointerDown=${onPointerDown} onKeyDown=${onKeyDown}
      onContextMenu=${(event) => event.target.closest("[data-tile]") && event.preventDefault()}>
      ${hand.groups.filter((group) => isShown(group, dragged)).map((group) => html`
        <${Group} key=${group.id} title=${groupTitle(hand, group)} group=${group} over=${dragged?.over === group.id}
          marked=${marked} selected=${selected} lifted=${dragged?.id} onPick=${onPick} onGroup=${onGroup} />
      `)}
      ${loose.tiles.length > 0 && !dragged && html`
        <details class="strip-loose">
          <summary>${t("group.looseCount", { n: loose.tiles.length })}</summary>
          <${Group} title=${groupTitle(hand, loose)} group=${loose} marked=${marked} selected=${selected} onPick=${onPick} onGroup=${onGroup} />
        </details>
      `}
      ${dragged && html`
        <div class=${dragged.over === NEW_MELD ? "drop over" : "drop"} data-group=${NEW_MELD}>${t("group.new-meld")}</div>
        <div class=${dragged.over === REMOVE ? "drop over" : "drop"} data-group=${REMOVE}>${t("tile.remove")}</div>
        ${tile && html`<div class="lifted" style=${{ translate: `${dragged.x}px ${dragged.y}px` }}><${TileFace} ...${tile} size="large" /></div>`}
      `}
    </div>
  `;
}

/** Places for what is not there are shown while a tile is carried to them. */
function isShown(group, dragged) {
  if (group.kind === "loose") return Boolean(dragged);
  return group.tiles.length > 0 || group.kind === "concealed" || group.kind === "winning" || (Boolean(dragged) && group.kind === "bonus");
}

function Group({ title, group, over, marked, selected, lifted, onPick, onGroup }) {
  return html`
    <section class=${`group group-${group.kind}${over ? " over" : ""}`} data-group=${group.id} aria-label=${title}>
      <h2 class="group-title">
        <button type="button" onClick=${() => onGroup(group.id)} aria-label=${t("group.edit", { title })}>
          ${title}${group.tiles.length > 1 && html` <span class="dim">${group.tiles.length}</span>`}
        </button>
      </h2>
      <div class="group-tiles">
        ${group.tiles.map((tile) => html`
          <button key=${tile.id} type="button" data-tile=${tile.id} aria-label=${[tileLabel(tile), marked(tile) && t("tile.fault")].filter(Boolean).join(", ")}
            class=${`strip-tile${tile.id === selected ? " selected" : ""}${tile.id === lifted ? " away" : ""}`} onClick=${() => onPick(tile.id)}>
            <${TileFace} ...${tile} mark=${marked(tile) ? "fault" : ""} />
          </button>
        `)}
        ${group.kind === "winning" && group.tiles.length === 0 && html`
          <button type="button" class="strip-tile" aria-label=${t("hand.setWinning")} onClick=${() => onGroup("winning")}><span class="tile-place" aria-hidden="true">+</span></button>
        `}
      </div>
    </section>
  `;
}
