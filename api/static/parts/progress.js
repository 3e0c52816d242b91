/** What happens to the photo under way: on screen at once, with a way out, and plain words when it fails. */

import { html, useEffect, useState } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { cancelShot, shootAgain } from "../shooting.js";
import { useStore } from "../state.js";

/** A rack is read before anybody wonders; a table full of tiles takes some seconds. */
const WONDERED_AFTER_S = 3;

/** Problems of the photo itself: sent again, it would fail again. */
const OF_THE_PHOTO = new Set(["no_tiles", "not_an_image", "undecodable_image", "image_too_large", "body_too_large"]);

/** What takes long, and that it goes on. @param {{reading: boolean}} props */
function Patience({ reading }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (seconds < WONDERED_AFTER_S) return null;
  return html`
    ${reading && html`<p class="small dim">${t("shoot.manyTiles")}</p>`}
    <p class="small dim" aria-hidden="true">${t("shoot.seconds", { n: seconds })}</p>
  `;
}

/**
 * @param {{onDone: () => void}} props Called when a retry has read the photo.
 */
export function Progress({ onDone }) {
  const { status, problem, sources, done, preview } = useStore((state) => state.shot);
  const several = sources.length > 1 ? t("shoot.count", { n: done + 1, all: sources.length }) : "";
  const retry = async () => { if (await shootAgain()) onDone(); };
  if (status === "failed") {
    return html`
      <div class="view progress">
        ${preview && html`<img class="progress-photo" src=${preview} alt="" />`}
        <div class="card bad stack" role="alert">
          <h2>${t("shoot.failed")}</h2>
          <p>${problem.message}</p>
        </div>
        <div class="progress-actions">
          ${OF_THE_PHOTO.has(problem.code)
            ? html`<button type="button" class="button primary big" onClick=${cancelShot}>${t("shoot.other")}</button>`
            : html`
              <button type="button" class="button primary big" onClick=${retry}>${t("action.retry")}</button>
              <button type="button" class="button" onClick=${cancelShot}>${t("shoot.other")}</button>
            `}
        </div>
      </div>
    `;
  }
  return html`
    <div class="view progress">
      <div class="progress-frame">
        ${preview ? html`<img class="progress-photo" src=${preview} alt="" />` : html`<div class="progress-photo"></div>`}
        <div class="progress-bar" aria-hidden="true"></div>
      </div>
      <div class="progress-words" role="status">
        <p>${t(`shoot.${status}`)} ${several}</p>
        <${Patience} key=${`${status} ${done}`} reading=${status === "sending"} />
      </div>
      <div class="progress-actions">
        <button type="button" class="button" onClick=${cancelShot}>${t("action.cancel")}</button>
      </div>
    </div>
  `;
}
