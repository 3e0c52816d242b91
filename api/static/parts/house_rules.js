/** The options of a rule set, each with the control that its kind asks for. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { language, t } from "../i18n/index.js";
import { optionValues, withOption } from "../model/table.js";
import { store } from "../state.js";
import { NumberField, Select } from "./choices.js";
import { Segments, Switch } from "./controls.js";

/** More choices than these stand in a list. */
const MOST_SEGMENTS = 4;

/** A few names do for any value. @param {string} key @param {string} name As the service has it. */
function worded(key, name) {
  const text = t(key);
  return text === key ? String(name).replaceAll("_", " ") : text;
}

/** @param {string} rules @param {string} name */
const optionName = (rules, name) => {
  const own = worded(`option.${rules}.${name}`, "");
  return own || worded(`option.${name}`, name);
};

const choiceName = (value) => (typeof value === "number" ? String(value) : worded(`choice.${value}`, value));

/** @param {string} rules @param {string} name @param {any} value */
function choose(described, name, value) {
  store.set(({ table }) => ({
    table: { ...table, options: { ...table.options, [described.name]: withOption(described, table.options[described.name] ?? {}, name, value) } },
  }));
}

/**
 * Whose table it is: the preset that gives all other options their values.
 * @param {{described: object, chosen: Record<string, any>}} props
 */
export function Presets({ described, chosen }) {
  const option = described.options.find(({ name }) => name === "preset");
  if (!option) return null;
  return html`
    <${Segments} label=${t("table.preset")} name="preset" tight value=${optionValues(described, chosen).preset}
      choices=${option.choices.map((value) => ({ value, label: worded(`preset.${described.name}.${value}`, value) }))}
      onChange=${(value) => choose(described, "preset", value)} />
  `;
}

/**
 * Every other option; how many were changed stands in the heading.
 * @param {{described: object, chosen: Record<string, any>}} props
 */
export function HouseRules({ described, chosen }) {
  const values = optionValues(described, chosen);
  const changed = Object.keys(chosen).filter((name) => name !== "preset").length;
  const options = described.options.filter(({ name }) => name !== "preset");
  if (options.length === 0) return null;
  const reset = () => choose(described, "preset", values.preset);
  const plainReset = () => store.set(({ table }) => ({ table: { ...table, options: { ...table.options, [described.name]: {} } } }));
  return html`
    <details class="card more">
      <summary>${t("table.houseRules")}${changed > 0 && html` <span class="count">${t("table.changed", { n: changed })}</span>`}</summary>
      <div class="stack">
        ${changed > 0 && html`<button type="button" class="button" onClick=${"preset" in values ? reset : plainReset}>${t("table.resetRules")}</button>`}
        <div class="options">
          ${options.map((option) => html`<${Option} key=${`${described.name} ${option.name}`} described=${described} option=${option} value=${values[option.name]} />`)}
        </div>
      </div>
    </details>
  `;
}

function Option({ described, option, value }) {
  const { name, kind, choices, minimum, maximum, description } = option;
  const label = optionName(described.name, name);
  // What the service says about it is English; other languages have the name alone.
  const hint = language() === "en" ? description : undefined;
  const set = (chosen) => choose(described, name, chosen);
  if (kind === "boolean") return html`<${Switch} label=${label} hint=${hint} checked=${value} onChange=${set} />`;
  const body = kind === "integer" && choices.length === 0
    ? html`<${NumberField} label=${label} value=${value} min=${minimum ?? 0} max=${maximum ?? 999_999} onChange=${set} />`
    : choices.length <= MOST_SEGMENTS
      ? html`<${Segments} label=${label} name=${`option-${name}`} value=${value} onChange=${set} choices=${choices.map((choice) => ({ value: choice, label: choiceName(choice) }))} />`
      : html`<${Select} label=${label} value=${value} onChange=${set} choices=${choices.map((choice) => ({ value: choice, label: choiceName(choice) }))} />`;
  return html`<div class="option">${body}${hint && html`<p class="dim small">${hint}</p>`}</div>`;
}
