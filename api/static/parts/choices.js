/** More controls: several of a few, numbers as they are typed, one of many. */

import { html, useEffect, useState } from "../vendor/preact-htm/standalone.module.js";

/**
 * Any number of a few, as a bar of check boxes.
 * @param {{label: string, chosen: any[], choices: {value: any, label: any}[], onChange: (chosen: any[]) => void}} props
 */
export const Toggles = ({ label, chosen, choices, onChange }) => html`
  <fieldset class="segments">
    <legend>${label}</legend>
    ${choices.map(({ value, label: text }) => html`
      <label key=${value}>
        <input type="checkbox" checked=${chosen.includes(value)}
          onChange=${(event) => onChange(event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))} />
        <span>${text}</span>
      </label>
    `)}
  </fieldset>
`;

/**
 * A whole number that is typed; what is no number changes nothing.
 * @param {{label: any, value: number | null, min?: number, max?: number, placeholder?: string, optional?: boolean,
 *   onChange: (value: number | null) => void}} props `optional` lets the field be empty, which is null.
 */
export function NumberField({ label, value, min = 0, max = 999_999, placeholder, optional = false, onChange }) {
  const [text, setText] = useState(String(value ?? ""));
  // Changed from elsewhere, as by another preset.
  useEffect(() => {
    if (parse(text) !== value) setText(String(value ?? ""));
  }, [value]);
  const type = (typed) => {
    setText(typed);
    const found = parse(typed);
    if (found === null ? optional : found >= min && found <= max) onChange(found);
  };
  const wrong = text.trim() === "" ? !optional : !(parse(text) >= min && parse(text) <= max);
  return html`
    <label class="field">
      <span>${label}</span>
      <input type="text" inputmode="numeric" pattern="[0-9]*" autocomplete="off" value=${text} placeholder=${placeholder}
        aria-invalid=${wrong ? "true" : undefined} onInput=${(event) => type(event.target.value)}
        onBlur=${() => wrong && setText(String(value ?? ""))} />
    </label>
  `;
}

/** @param {string} text @returns {number | null} NaN where it is no whole number. */
const parse = (text) => (text.trim() === "" ? null : /^\d+$/.test(text.trim()) ? Number(text) : NaN);

/**
 * An amount that is won or paid: its sign is a button, as number pads of phones have none.
 * @param {{label: any, value: number, plus: string, minus: string, onChange: (value: number) => void}} props `plus` and
 *   `minus` say what the signs mean.
 */
export function AmountField({ label, value, plus, minus, onChange }) {
  const [negative, setNegative] = useState(value < 0 || Object.is(value, -0));
  useEffect(() => { if (value !== 0) setNegative(value < 0); }, [value]);
  const turn = () => {
    setNegative(!negative);
    onChange(-value);
  };
  return html`
    <div class="amount">
      <${NumberField} label=${label} value=${Math.abs(value) || null} max=${9_999_999} optional placeholder="0" onChange=${(size) => onChange(negative ? -size : size)} />
      <button type="button" class=${negative ? "button pays" : "button gets"} onClick=${turn}>${negative ? minus : plus}</button>
    </div>
  `;
}

/**
 * One of many, as the browser's own list.
 * @param {{label: any, value: any, choices: {value: any, label: string}[], onChange: (value: any) => void}} props
 */
export const Select = ({ label, value, choices, onChange }) => html`
  <label class="field">
    <span>${label}</span>
    <select onChange=${(event) => onChange(choices[event.target.selectedIndex].value)}>
      ${choices.map((choice) => html`<option key=${choice.value} selected=${choice.value === value}>${choice.label}</option>`)}
    </select>
  </label>
`;
