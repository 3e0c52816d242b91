/** Starts the page: language, theme, tabs, and the view that the address names. */

import { html, render, useEffect, useRef, useState } from "./vendor/preact-htm/standalone.module.js";
import { startAnalysing } from "./analysis.js";
import { ruleSets } from "./api.js";
import { t, useLanguage } from "./i18n/index.js";
import { startKeeping } from "./keep.js";
import { startKeepingPhotos } from "./kept_photos.js";
import { keepPage, ServiceGone, watchService } from "./offline.js";
import { Icon } from "./parts/icons.js";
import { Notice } from "./parts/notice.js";
import { store, useStore } from "./state.js";
import { VIEWS, viewByName } from "./views/index.js";

/** Shows a view. @param {string} name */
export const go = (name) => { location.hash = name; };

function Tabs({ shown }) {
  return html`
    <nav class="tabs" aria-label=${t("app.views")}>
      ${VIEWS.map(({ name }) => html`
        <a href=${`#${name}`} aria-current=${name === shown ? "page" : undefined}>
          <${Icon} name=${name} /><span>${t(`view.${name}`)}</span>
        </a>
      `)}
    </nav>
  `;
}

/** A view, fetched first if it has to be. */
function Shown({ entry }) {
  const [loaded, setLoaded] = useState({});
  const View = entry.View ?? loaded[entry.name];
  useEffect(() => {
    if (View) return;
    entry.load().then(
      (found) => setLoaded((known) => ({ ...known, [entry.name]: found })),
      () => setLoaded((known) => ({ ...known, [entry.name]: Missing })),
    );
  }, [entry]);
  return View ? html`<${View} key=${entry.name} />` : html`<p class="loading">${t("app.loading")}</p>`;
}

const Missing = () => html`<p class="loading">${t("problem.offline")}</p>`;

function App() {
  // The language is read by every text on the page.
  const catalogue = useStore((state) => state.catalogue);
  const name = useStore((state) => state.view);
  const entry = viewByName(name);
  const main = useRef(null);
  const first = useRef(true);
  useEffect(() => { document.title = `${t(`view.${entry.name}`)} · Tilesight`; }, [entry.name, catalogue]);
  useEffect(() => {
    // Whoever reads by ear is taken to the new view, not left on the tab.
    if (!first.current) main.current.focus({ preventScroll: true });
    first.current = false;
    scrollTo(0, 0);
  }, [entry.name]);
  return html`
    <${ServiceGone} />
    <main ref=${main} tabindex="-1" data-view=${entry.name}><${Shown} entry=${entry} /></main>
    <${Tabs} shown=${entry.name} />
    <${Notice} />
  `;
}

function followAddress() {
  store.set({ view: viewByName(location.hash.slice(1)).name });
}

function followSettings({ settings }, before) {
  if (settings.theme !== before?.settings.theme) document.documentElement.dataset.theme = settings.theme;
  if (before && settings.language !== before.settings.language) useLanguage(settings.language);
}

/** Asks for the rule sets until they are there: the table's facts are made from them. */
async function fetchRules() {
  const rules = await ruleSets().catch(() => null);
  if (rules) store.set({ rules });
  else setTimeout(fetchRules, 5000);
}

const firstLanguage = useLanguage(store.get().settings.language);
addEventListener("hashchange", followAddress);
followAddress();
followSettings(store.get());
store.subscribe(followSettings);
startAnalysing();
watchService();
startKeeping();
fetchRules();
// After the first view: the worker fetches files that are not needed yet.
addEventListener("load", keepPage);
// Nobody is shown a view in one language that turns into another one.
await firstLanguage;
render(html`<${App} />`, document.getElementById("app"));
// The word that stood there while the page was loading.
document.querySelector("#app > .loading")?.remove();
// The first view does not wait for a photo of the last hand.
startKeepingPhotos();
