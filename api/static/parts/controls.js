/** Controls with large targets, made of the browser's own inputs, so that keyboard and screen reader know them. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { Icon } from "./icons.js";

/**
 * One of a few, as a bar.
 * @param {{label: string, name: string, value: unknown, choices: {value: unknown, label: any, spoken?: string}[],
 *   onChange: (value: any) => void, tight?: boolean}} props `spoken` is the label for screen readers where it differs;
 *   `tight` keeps all choices in one line.
 */
export const Segments = ({ label, name, value, choices, onChange, tight = false }) => html`
  <fieldset class=${tight ? "segments tight" : "segments"}>
    <legend>${label}</legend>
    ${choices.map((choice) => html`
      <label key=${choice.value}>
        <input type="radio" name=${name} checked=${choice.value === value} aria-label=${choice.spoken}
          onChange=${() => onChange(choice.value)} />
        <span>${choice.label}</span>
      </label>
    `)}
  </fieldset>
`;

/**
 * On or off.
 * @param {{label: string, checked: boolean, onChange: (checked: boolean) => void, hint?: string}} props
 */
export const Switch = ({ label, checked, onChange, hint }) => html`
  <label class="switch">
    <span>${label}${hint && html`<br /><span class="dim small">${hint}</span>`}</span>
    <input type="checkbox" role="switch" checked=${checked} onChange=${(event) => onChange(event.target.checked)} />
  </label>
`;

/**
 * A whole number with a button at either side.
 * @param {{label: string, value: number, min?: number, max?: number, step?: number, less: string, more: string,
 *   onChange: (value: number) => void}} props `less` and `more` are the buttons' labels.
 */
export const Stepper = ({ label, value, min = 0, max = 99, step = 1, less, more, onChange }) => html`
  <div class="stepper" role="group" aria-label=${label}>
    <span>${label}</span>
    <span class="row">
      <button type="button" class="icon-button" aria-label=${less} disabled=${value <= min}
        onClick=${() => onChange(Math.max(min, value - step))}>−</button>
      <output>${value}</output>
      <button type="button" class="icon-button" aria-label=${more} disabled=${value >= max}
        onClick=${() => onChange(Math.min(max, value + step))}><${Icon} name="add" /></button>
    </span>
  </div>
`;
