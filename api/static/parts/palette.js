/** Every tile, to pick one. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t, tileName } from "../i18n/index.js";
import { PALETTE } from "../model/tiles.js";
import { TileFace } from "./tile.js";

/**
 * A button with a tile on it.
 * @param {{code: string, onPick: (code: string) => void, pressed?: boolean, label?: string, size?: string,
 *   children?: any}} props
 */
export const TileButton = ({ code, onPick, pressed, label, size = "", children }) => html`
  <button type="button" class="tile-button" aria-label=${label ?? tileName(code)} aria-pressed=${pressed}
    onClick=${() => onPick(code)}>
    <${TileFace} code=${code} size=${size} />${children}
  </button>
`;

/**
 * @param {{onPick: (code: string) => void, chosen?: string, only?: (code: string) => boolean}} props `chosen` is marked;
 *   `only` leaves tiles out.
 */
export const Palette = ({ onPick, chosen, only = () => true }) => html`
  <div class="palette">
    ${PALETTE.map(({ name, codes }) => {
      const shown = codes.filter(only);
      return shown.length > 0 && html`
        <div key=${name} class="palette-row" role="group" aria-label=${t(`palette.${name}`)}>
          ${shown.map((code) => html`
            <${TileButton} key=${code} code=${code} onPick=${onPick} pressed=${chosen === undefined ? undefined : chosen === code} />
          `)}
        </div>
      `;
    })}
  </div>
`;
