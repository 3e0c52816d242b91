/** The live camera with a frame for the rack. Browsers allow it over HTTPS and on the machine itself. */

import { html, useEffect, useRef, useState } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { Icon } from "./icons.js";

/** @returns {boolean} Whether this page may ask for the camera. */
export const hasLiveCamera = () => Boolean(globalThis.isSecureContext && navigator.mediaDevices?.getUserMedia);

const WANTED = { audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 2560 }, height: { ideal: 1440 } } };

/**
 * What is on screen now, as a file to send. The camera sees more than the screen shows; that is left out.
 * @param {HTMLVideoElement} video
 * @returns {Promise<Blob>}
 */
async function pictureOf(video) {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight);
  const [width, height] = [Math.round(clientWidth / scale), Math.round(clientHeight / scale)];
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d", { alpha: false }).drawImage(video, (width - videoWidth) / 2, (height - videoHeight) / 2);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.95); });
}

/**
 * @param {{onShot: (picture: Blob) => void, onClose: () => void, onFail: (reason: string) => void}} props `onFail` gets
 *   the key of a text.
 */
export function Viewfinder({ onShot, onClose, onFail }) {
  const dialog = useRef(null);
  const video = useRef(null);
  const [live, setLive] = useState(false);
  useEffect(() => {
    let stream = null;
    let closed = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    dialog.current.showModal();
    navigator.mediaDevices.getUserMedia(WANTED).then((found) => {
      stream = found;
      if (closed) stop();
      else video.current.srcObject = stream;
    }, (error) => onFail(error.name === "NotAllowedError" ? "shoot.cameraRefused" : "shoot.cameraMissing"));
    return () => { closed = true; stop(); };
  }, []);
  const take = async () => onShot(await pictureOf(video.current));
  return html`
    <dialog ref=${dialog} class="viewfinder" aria-label=${t("shoot.live")} onCancel=${(event) => { event.preventDefault(); onClose(); }}>
      <video ref=${video} autoplay muted playsinline onPlaying=${() => setLive(true)} aria-hidden="true"></video>
      <div class="viewfinder-frame" aria-hidden="true"></div>
      <p class="viewfinder-hint">${t(live ? "shoot.frameHint" : "shoot.cameraStarts")}</p>
      <div class="viewfinder-actions">
        <button type="button" class="icon-button" aria-label=${t("action.close")} onClick=${onClose}><${Icon} name="close" size=${28} /></button>
        <button type="button" class="shutter" aria-label=${t("shoot.take")} disabled=${!live} onClick=${take}></button>
        <span></span>
      </div>
    </dialog>
  `;
}
