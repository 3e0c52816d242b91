/** The view "settings": language, theme, keep to improve, installing, and what this program is. */

import { html, useEffect, useState } from "../vendor/preact-htm/standalone.module.js";
import { about, keeping } from "../api.js";
import { LANGUAGES, t } from "../i18n/index.js";
import { Segments, Switch } from "../parts/controls.js";
import { SourceOffer } from "../parts/source_offer.js";
import { store, useStore } from "../state.js";

/** @param {Partial<import("../state.js").State["settings"]>} facts */
const change = (facts) => store.set(({ settings }) => ({ settings: { ...settings, ...facts } }));

/** Whether photos can be left, asked when the view is shown. */
function Keeping({ keep }) {
  const [state, setState] = useState(null);
  useEffect(() => {
    keeping().then(setState, () => setState(null));
  }, [keep]);
  // A service that takes none is no reason to forget what the person wanted of another.
  const offered = state?.keeps ?? keep;
  const said = state === null ? "" : state.full ? t("settings.keepFull") : state.keeps ? t("settings.keepCount", { n: state.photos }) : t("settings.keepOff");
  return html`
    <section class="card stack" aria-labelledby="keep-title">
      <h2 id="keep-title">${t("settings.photos")}</h2>
      <p>${t("settings.forgotten")}</p>
      ${offered
        ? html`<${Switch} label=${t("settings.keep")} hint=${t("settings.keepHint")} checked=${keep} onChange=${(on) => change({ keep: on })} />`
        : ""}
      <p class="dim small">${said}</p>
    </section>
  `;
}

/** The way to the view that learns the person's own tiles. */
const OwnTiles = () => {
  const tileSet = useStore((state) => state.tileSet);
  return html`
    <section class="card stack" aria-labelledby="own-title">
      <h2 id="own-title">${t("my_set.offer")}</h2>
      <p>${tileSet ? t("my_set.known", { faces: tileSet.faces, kinds: tileSet.kinds }) : t("my_set.offerHint")}</p>
      <p class="row"><a class="button" href="#my_set">${tileSet ? t("view.my_set") : t("my_set.open")}</a></p>
    </section>
  `;
};

/** How the page becomes an app of the phone. */
const Install = () => html`
  <section class="card stack" aria-labelledby="install-title">
    <h2 id="install-title">${t("settings.install")}</h2>
    ${window.isSecureContext
      ? html`<p>${t("settings.installIphone")}</p><p>${t("settings.installAndroid")}</p>`
      : html`<p>${t("settings.installHttps")}</p><pre class="command">tilesight serve --lan --https</pre>`}
  </section>
`;

function About() {
  const [version, setVersion] = useState("");
  useEffect(() => {
    about().then((found) => setVersion(found.version), () => setVersion(""));
  }, []);
  return html`
    <section class="card stack" aria-labelledby="about-title">
      <h2 id="about-title">Tilesight ${version}</h2>
      <p>${t("settings.noTracking")}</p>
      <${SourceOffer} />
      <p class="row"><a class="button quiet" href="/docs" target="_blank" rel="noopener">${t("settings.api")}</a></p>
    </section>
  `;
}

/** The view "settings". */
export function Settings() {
  const { language, theme, keep } = useStore((state) => state.settings);
  const languages = [["auto", t("settings.auto")], ...Object.entries(LANGUAGES).map(([code, { name }]) => [code, name])];
  return html`
    <div class="view settings">
      <h1>${t("view.settings")}</h1>
      <section class="card stack">
        <${Segments} label=${t("settings.language")} name="language" value=${language} onChange=${(chosen) => change({ language: chosen })}
          choices=${languages.map(([value, name]) => ({ value, label: html`<bdi lang=${value === "auto" ? undefined : value}>${name}</bdi>` }))} />
        <${Segments} label=${t("settings.theme")} name="theme" value=${theme} onChange=${(chosen) => change({ theme: chosen })}
          choices=${["auto", "light", "dark"].map((value) => ({ value, label: t(`settings.${value}`) }))} />
      </section>
      <${OwnTiles} />
      <${Keeping} keep=${keep} />
      <${Install} />
      <${About} />
    </div>
  `;
}
