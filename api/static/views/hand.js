/** The view "hand": photo, doubts, tiles by group, and the answer, which follows every change. */

import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact-htm/standalone.module.js";
import { t, tOr } from "../i18n/index.js";
import { allTiles, handSize, isEmpty } from "../model/hand.js";
import { faultMarks } from "../model/marks.js";
import { notesOf } from "../model/reading.js";
import { AddSheet } from "../parts/add_sheet.js";
import { Doubts } from "../parts/doubts.js";
import { GroupSheet } from "../parts/group_sheet.js";
import { sentence } from "../parts/figures.js";
import { Icon } from "../parts/icons.js";
import { PhotoView } from "../parts/photo_view.js";
import { Strip } from "../parts/strip.js";
import { TileSheet } from "../parts/tile_sheet.js";
import { WinnerSheet } from "../parts/winner_sheet.js";
import { changeHand, notify, redo, store, undo, useStore } from "../state.js";
import { Answer, Summary } from "./answer.js";

/** The view. */
export function Hand() {
  const { hand, photos, past, future, analysis, table } = useStore();
  const [sheet, setSheet] = useState(null);
  const answer = useRef(null);
  const close = () => setSheet(null);
  const openTile = (id) => setSheet({ tile: id });
  const openGroup = (id) => {
    if (id !== "winning" || !isEmptyGroup(hand, id)) setSheet({ group: id });
    // Of a full rack one tile is the winning one; another would be one too many.
    else setSheet(handSize(hand) % 3 === 2 ? { winner: true } : { add: id });
  };
  const marked = useMemo(() => faultMarks(hand, analysis.answer), [hand, analysis.answer]);
  useUndoKeys();
  return html`
    <div class="view hand">
      <h1 class="only-heard">${t("view.hand")}</h1>
      <div class="hand-see">
        <${Photos} photos=${photos} hand=${hand} marked=${marked} selected=${sheet?.tile ?? null} onPick=${openTile} />
        <${Doubts} hand=${hand} photos=${photos} onChange=${changeHand} onOther=${openTile} />
        ${isEmpty(hand) && allTiles(hand).length === 0
          ? html`<${Nothing} onAdd=${() => setSheet({ add: "concealed" })} />`
          : html`<${Strip} hand=${hand} marked=${marked} selected=${sheet?.tile ?? null} onPick=${openTile} onChange=${changeHand} onGroup=${openGroup} />`}
        <${ReadingNotes} photos=${photos} hand=${hand} />
      </div>
      <div class="hand-answer" ref=${answer}><${Answer} /></div>
      <div class="hand-bar">
        <${Summary} onClick=${() => answer.current.scrollIntoView({ behavior: "smooth", block: "start" })} />
        <button type="button" class="icon-button" aria-label=${t("action.undo")} disabled=${past.length === 0} onClick=${undo}><${Icon} name="undo" /></button>
        <button type="button" class="icon-button" aria-label=${t("action.redo")} disabled=${future.length === 0} onClick=${redo}><${Icon} name="redo" /></button>
        <button type="button" class="icon-button filled" aria-label=${t("hand.add")} onClick=${() => setSheet({ add: "concealed" })}><${Icon} name="add" /></button>
      </div>
      ${sheet?.tile && html`<${TileSheet} key=${sheet.tile} hand=${hand} id=${sheet.tile} photos=${photos} onChange=${changeHand} onClose=${close} />`}
      ${sheet?.group && html`
        <${GroupSheet} hand=${hand} id=${sheet.group} onChange=${changeHand} onClose=${close} onAdd=${(into) => setSheet({ add: into })}
          onDora=${table.rules === "riichi" ? takeAsDora : null} />
      `}
      ${sheet?.winner && html`<${WinnerSheet} hand=${hand} onChange=${changeHand} onClose=${close} onOther=${() => setSheet({ add: "winning" })} />`}
      ${sheet?.add && html`<${AddSheet} key=${sheet.add} hand=${hand} into=${sheet.add} onChange=${changeHand} onClose=${close} />`}
    </div>
  `;
}

const isEmptyGroup = (hand, id) => hand.groups.find((group) => group.id === id)?.tiles.length === 0;

/** @param {string[]} codes Faces beside the hand that show the dora. */
function takeAsDora(codes) {
  const faces = codes.filter((code) => code !== "0x" && code !== "??");
  store.set(({ table }) => ({ table: { ...table, context: { ...table.context, dora_indicators: faces } } }));
  notify(t("hand.doraTaken", { n: faces.length }));
}

/** The photos of this hand, one at a time. */
function Photos({ photos, hand, marked, selected, onPick }) {
  const tiles = hand.groups.flatMap((group) => group.tiles.map((tile) => ({ ...tile, beside: group.kind === "loose" || group.kind === "indicator" })));
  const own = photos.filter((photo) => tiles.some((tile) => tile.photo === photo.id));
  const [chosen, setChosen] = useState(null);
  const shown = own.find(({ id }) => id === (tiles.find((tile) => tile.id === selected)?.photo ?? chosen)) ?? own[0];
  if (!shown) return null;
  return html`
    <div class="photos">
      <${PhotoView} photo=${shown} tiles=${tiles.filter((tile) => tile.photo === shown.id && tile.quad)} marked=${marked} selected=${selected} onPick=${onPick}>
        ${own.length > 1 && html`
          <div class="photo-choice" role="group" aria-label=${t("photo.choice")}>
            ${own.map((photo, n) => html`
              <button key=${photo.id} type="button" aria-pressed=${photo === shown} onClick=${() => setChosen(photo.id)}>${t("photo.number", { n: n + 1 })}</button>
            `)}
          </div>
        `}
      <//>
    </div>
  `;
}

/** What the reader says about the photos, each thing once. */
function ReadingNotes({ photos, hand }) {
  const used = new Set(allTiles(hand).map((tile) => tile.photo));
  const notes = photos.filter(({ id }) => used.has(id)).flatMap(({ reading }) => notesOf(reading))
    .map(({ code, message }) => tOr(`warning.${code}`, sentence(message)));
  if (notes.length === 0) return null;
  return html`<ul class="notes small">${[...new Set(notes)].map((note) => html`<li key=${note}>${note}</li>`)}</ul>`;
}

const Nothing = ({ onAdd }) => html`
  <div class="nothing">
    <p>${t("hand.nothing")}</p>
    <a class="button primary" href="#shoot"><${Icon} name="shoot" />${t("hand.takePhoto")}</a>
    <button type="button" class="button" onClick=${onAdd}><${Icon} name="edit" />${t("shoot.byHand")}</button>
  </div>
`;

/** Ctrl+Z and Ctrl+Shift+Z, where there is a keyboard. */
function useUndoKeys() {
  useEffect(() => {
    const onKey = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
