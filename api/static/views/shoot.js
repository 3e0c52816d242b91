/** The view "shoot": a photo from the camera or the gallery, or a hand without a photo. */

import { html, useEffect, useState } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { EMPTY_HAND, isEmpty } from "../model/hand.js";
import { AddSheet } from "../parts/add_sheet.js";
import { FileButton } from "../parts/file_button.js";
import { Icon } from "../parts/icons.js";
import { Segments } from "../parts/controls.js";
import { Progress } from "../parts/progress.js";
import { SourceOffer } from "../parts/source_offer.js";
import { Viewfinder, hasLiveCamera } from "../parts/viewfinder.js";
import { shoot } from "../shooting.js";
import { beginHand, changeHand, forgetFailure, notify, useStore } from "../state.js";

const toHand = () => { location.hash = "hand"; };

/** The view. */
export function Shoot() {
  const shot = useStore((state) => state.shot);
  const hand = useStore((state) => state.hand);
  const keep = useStore((state) => state.settings.keep);
  const [live, setLive] = useState(false);
  const [add, setAdd] = useState(false);
  const [byHand, setByHand] = useState(false);
  const adding = add && !isEmpty(hand);
  const send = async (sources) => {
    setLive(false);
    if (await shoot(sources, { add: adding })) toHand();
  };
  const setTiles = () => {
    if (!adding) beginHand(EMPTY_HAND);
    setByHand(true);
  };
  useEffect(() => forgetFailure, []);
  if (shot.status !== "idle") return html`<${Progress} onDone=${toHand} />`;
  return html`
    <div class="view shoot">
      <h1 class="only-heard">${t("view.shoot")}</h1>
      <div class="shoot-words">
        <p class="shoot-title">${t("shoot.title")}</p>
        <ul class="shoot-tips dim">
          <li>${t("shoot.tipAbove")}</li>
          <li>${t("shoot.tipApart")}</li>
          <li>${t("shoot.tipSeveral")}</li>
        </ul>
      </div>
      <div class="shoot-actions">
        ${!isEmpty(hand) && html`
          <${Segments} label=${t("shoot.for")} name="shoot-for" value=${adding} onChange=${setAdd}
            choices=${[{ value: false, label: t("shoot.newHand") }, { value: true, label: t("shoot.addToHand") }]} />
        `}
        <${FileButton} icon="shoot" label=${t("shoot.camera")} name="button primary big file-button" capture="environment" onFiles=${send} />
        <div class="shoot-others">
          ${hasLiveCamera() && html`
            <button type="button" class="button" onClick=${() => setLive(true)}><${Icon} name="live" />${t("shoot.live")}</button>
          `}
          <${FileButton} icon="gallery" label=${t("shoot.gallery")} name="button file-button" multiple onFiles=${send} />
          <button type="button" class="button" onClick=${setTiles}><${Icon} name="edit" />${t("shoot.byHand")}</button>
        </div>
        <p class="dim small">${keep ? t("shoot.privacyKept") : t("shoot.privacy")}</p>
      </div>
      <${SourceOffer} class="source-offer" />
      ${byHand && html`<${AddSheet} hand=${hand} onChange=${changeHand} onClose=${toHand} />`}
      ${live && html`
        <${Viewfinder} onShot=${(picture) => send([picture])} onClose=${() => setLive(false)}
          onFail=${(reason) => { setLive(false); notify(t(reason), { urgent: true }); }} />
      `}
    </div>
  `;
}

