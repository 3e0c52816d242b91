/** A button that is a file input: the browser opens the camera or the gallery for it. */

import { html, useRef } from "../vendor/preact-htm/standalone.module.js";
import { Icon } from "./icons.js";

/**
 * @param {{icon: string, label: string, name: string, capture?: string, multiple?: boolean, disabled?: boolean,
 *   onFiles: (files: File[]) => void}} props `name` is the class.
 */
export function FileButton({ icon, label, name, capture, multiple, disabled, onFiles }) {
  const input = useRef(null);
  return html`
    <label class=${name}>
      <${Icon} name=${icon} size=${28} /><span>${label}</span>
      <input ref=${input} type="file" accept="image/*" capture=${capture} multiple=${multiple} disabled=${disabled} onChange=${() => {
        const files = [...input.current.files];
        // The same file may be picked again.
        input.current.value = "";
        if (files.length > 0) onFiles(files);
      }} />
    </label>
  `;
}
