/** The view "my tiles": the person's own set, photographed once so that it is read better. */

import { html, useState } from "../vendor/preact-htm/standalone.module.js";
import { makeProfile, readPhoto } from "../api.js";
import { t } from "../i18n/index.js";
import { STEPS, asSent, isLearnable, labelled } from "../model/sheet.js";
import { Switch } from "../parts/controls.js";
import { Icon } from "../parts/icons.js";
import { SheetPhoto } from "../parts/sheet_photo.js";
import { TileRow } from "../parts/tile.js";
import { preparePhoto } from "../photo.js";
import { notify, useStore } from "../state.js";
import { forgetSet, keepSet, useSet } from "../tile_set.js";

/** What is known already. */
const Known = ({ tileSet, onAgain }) => html`
  <section class="card stack" aria-labelledby="set-title">
    <h2 id="set-title">${tileSet.name}</h2>
    <p>${t("my_set.known", { faces: tileSet.faces, kinds: tileSet.kinds })}</p>
    ${tileSet.missing.length > 0 && html`<p class="small">${t("my_set.missing")} <${TileRow} codes=${tileSet.missing} /></p>`}
    <${Switch} label=${t("my_set.use")} hint=${t("my_set.useHint")} checked=${tileSet.on} onChange=${useSet} />
    <div class="row">
      <button type="button" class="button" onClick=${onAgain}><${Icon} name="shoot" />${t("my_set.anew")}</button>
      <button type="button" class="button danger" onClick=${forgetSet}>${t("my_set.forget")}</button>
    </div>
  </section>
`;

/** The photos of the sheet, one for each step. */
function LearnSet({ name: first, onDone }) {
  const [photos, setPhotos] = useState({});
  const [doubts, setDoubts] = useState([]);
  const [name, setName] = useState(first);
  const [busy, setBusy] = useState("");
  const work = async (what, job) => {
    setBusy(what);
    try {
      await job();
    } catch (problem) {
      console.error(problem);
      notify(problem.message, { urgent: true });
    } finally {
      setBusy("");
    }
  };
  const change = (step, facts) => {
    setDoubts((known) => known.filter((doubt) => doubt.step !== step));
    setPhotos((known) => ({ ...known, [step]: { ...known[step], ...facts } }));
  };
  const shoot = (step, file) => work(step.name, async () => {
    const photo = await preparePhoto(file);
    const reading = await readPhoto(photo.blob);
    if (reading.tiles.length === 0) {
      notify(t("shoot.noTiles"), { urgent: true });
      return;
    }
    if (photos[step.name]?.photo.url) URL.revokeObjectURL(photos[step.name].photo.url);
    const { width, height } = reading.image;
    change(step.name, { photo: { ...photo, width, height }, tiles: labelled(reading.tiles, step.codes) });
  });
  const taken = STEPS.filter((step) => photos[step.name]?.tiles.some(isLearnable));
  const learn = () => work("learn", async () => {
    const learnt = taken.map(({ name: step }) => {
      const tiles = [...photos[step].tiles.entries()].filter(([, tile]) => isLearnable(tile));
      return { step, places: tiles.map(([n]) => n), blob: photos[step].photo.blob, tiles: tiles.map(([, tile]) => asSent(tile)) };
    });
    const answer = await makeProfile(name.trim() || t("my_set.name"), learnt);
    await keepSet(answer);
    setDoubts(answer.doubts.map(({ photo, tile, like }) => ({ step: learnt[photo].step, tile: learnt[photo].places[tile], like })));
    notify(t(answer.doubts.length > 0 ? "my_set.learntDoubts" : "my_set.learnt", { n: answer.doubts.length, kinds: answer.kinds.length }));
    if (answer.doubts.length === 0) onDone();
  });
  return html`
    <p>${t("my_set.how")}</p>
    ${STEPS.map((step) => html`
      <${SheetPhoto} key=${step.name} step=${step} shown=${photos[step.name]} busy=${busy !== ""}
        doubts=${new Map(doubts.filter((doubt) => doubt.step === step.name).map(({ tile, like }) => [tile, like]))}
        onPhoto=${(file) => shoot(step, file)} onChange=${(tiles) => change(step.name, { tiles })} />
    `)}
    <section class="card stack sheet-end" aria-label=${t("my_set.learn")}>
      <label class="field"><span>${t("my_set.nameLabel")}</span>
        <input type="text" maxlength="80" value=${name} onInput=${(event) => setName(event.target.value)} /></label>
      <button type="button" class="button primary big" disabled=${busy !== "" || taken.length === 0} onClick=${learn}>${t("my_set.learn")}</button>
      <p class="dim small" role="status">${busy ? t("my_set.working") : t("my_set.privacy")}</p>
    </section>
  `;
}

/** The view. */
export function MySet() {
  const tileSet = useStore((state) => state.tileSet);
  const [learning, setLearning] = useState(tileSet === null);
  return html`
    <div class="view my-set">
      <p><a class="button quiet" href="#settings">${t("my_set.back")}</a></p>
      <h1>${t("view.my_set")}</h1>
      ${tileSet && html`<${Known} tileSet=${tileSet} onAgain=${() => setLearning(true)} />`}
      ${(learning || !tileSet) && html`<${LearnSet} name=${tileSet?.name ?? t("my_set.name")} onDone=${() => setLearning(false)} />`}
    </div>
  `;
}
