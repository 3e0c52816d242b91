/** The table's facts, asked with big controls: those that the rule set knows, and no other. */

import { html } from "../vendor/preact-htm/standalone.module.js";
import { t } from "../i18n/index.js";
import { SWITCHES, TILE_LISTS, WINDS, barred, withFact } from "../model/table.js";
import { isBonus, isRedFive } from "../model/tiles.js";
import { notify, store } from "../state.js";
import { Segments, Stepper, Switch } from "./controls.js";
import { TileList } from "./tile_list.js";

const MOST_INDICATORS = 5;
const UNKNOWN = "unknown";

/**
 * Tells a fact; what it rules out is taken back, and said.
 * @param {string} name
 * @param {any} value
 */
export function tellFact(name, value) {
  const { table } = store.get();
  const { context, ended } = withFact(table.rules, table.context, name, value);
  store.set({ table: { ...table, context } });
  if (ended.length > 0) notify(t("table.ended", { facts: ended.map((other) => t(`fact.${other}`)).join(t("list.and")) }));
}

const windChoices = (winds = WINDS) => winds.map((wind) => ({ value: wind, label: t(`wind.${wind}`) }));

/**
 * Where one sits, and the wind of the round.
 * @param {{facts: string[], context: object}} props
 */
export const Seats = ({ facts, context }) => html`
  <${Segments} label=${t("fact.seat")} name="seat" tight value=${context.seat ?? "E"} choices=${windChoices()} onChange=${(wind) => tellFact("seat", wind)} />
  ${facts.includes("round") && html`
    <${Segments} label=${t("fact.round")} name="round" tight value=${context.round ?? "E"} choices=${windChoices()} onChange=${(wind) => tellFact("round", wind)} />
  `}
`;

/**
 * How it was won: drawn, or from whom.
 * @param {{context: object}} props
 */
export function Winning({ context }) {
  const others = WINDS.filter((wind) => wind !== (context.seat ?? "E"));
  const value = context.self_drawn === true ? "drawn" : context.discarder ?? (context.self_drawn === false ? "discard" : "photo");
  const change = (chosen) => {
    if (others.includes(chosen)) return tellFact("discarder", chosen);
    const { table } = store.get();
    // Nothing is told any more, so nothing is ruled out.
    if (chosen === "photo") return store.set({ table: { ...table, context: { ...table.context, self_drawn: null, discarder: null } } });
    if (chosen === "discard") store.set({ table: { ...table, context: { ...table.context, discarder: null } } });
    return tellFact("self_drawn", chosen === "drawn");
  };
  return html`
    <div class="thirds">
      <${Segments} label=${t("table.won")} name="table-won" value=${value} onChange=${change} choices=${[
        { value: "photo", label: t("table.asInPhoto") },
        { value: "drawn", label: t("answer.drawn") },
        { value: "discard", label: t("answer.someone"), spoken: t("answer.fromSomeone") },
        ...others.map((wind) => ({ value: wind, label: t(`wind.${wind}`), spoken: t("answer.from", { wind: t(`wind.${wind}`) }) })),
      ]} />
    </div>
  `;
}

/** What the hand forbids says so, instead of being there and answered with a fault. */
function FactSwitch({ name, context, hand }) {
  const reason = barred(name, hand);
  const told = Boolean(context[name]);
  // What was told before stays in reach: it has to be taken back.
  const hint = reason ? t(reason) : t(`hint.${name}`);
  if (reason && !told) return html`<div class="barred"><span>${t(`fact.${name}`)}</span><span class="small">${hint}</span></div>`;
  return html`<${Switch} label=${t(`fact.${name}`)} hint=${hint} checked=${told} onChange=${(value) => tellFact(name, value)} />`;
}

/** Riichi, and what hangs on it. */
function Riichi({ context, hand }) {
  const reason = barred("riichi", hand);
  const value = context.riichi ?? "none";
  if (reason && value === "none") return html`<div class="barred"><span>${t("fact.riichi")}</span><span class="small">${t(reason)}</span></div>`;
  return html`
    <${Segments} label=${t("fact.riichi")} name="riichi" tight value=${value} onChange=${(chosen) => tellFact("riichi", chosen)}
      choices=${["none", "riichi", "double"].map((choice) => ({ value: choice, label: t(`riichi.${choice}`) }))} />
    ${reason && html`<p class="small wrong">${t(reason)}</p>`}
  `;
}

/** Yes, no, or as the tiles seen say. */
const LastOfKind = ({ context }) => html`
  <${Segments} label=${t("fact.last_of_kind")} name="last_of_kind" tight value=${context.last_of_kind ?? UNKNOWN}
    onChange=${(chosen) => tellFact("last_of_kind", chosen === UNKNOWN ? null : chosen)}
    choices=${[{ value: UNKNOWN, label: t("table.bySeen") }, { value: true, label: t("table.yes") }, { value: false, label: t("table.no") }]} />
`;

/**
 * What else happened in this hand.
 * @param {{facts: string[], context: object, hand: {melds: object[], empty: boolean}}} props
 */
export function Circumstances({ facts, context, hand }) {
  const inRiichi = (context.riichi ?? "none") !== "none";
  const switches = SWITCHES.filter((name) => facts.includes(name) && (name !== "ippatsu" || inRiichi));
  const lists = TILE_LISTS.filter((name) => name !== "visible" && facts.includes(name) && (name !== "ura_indicators" || inRiichi));
  return html`
    ${facts.includes("riichi") && html`<${Riichi} context=${context} hand=${hand} />`}
    ${lists.map((name) => html`
      <${TileList} key=${name} label=${t(`fact.${name}`)} hint=${t(`hint.${name}`)} codes=${context[name] ?? []} most=${MOST_INDICATORS}
        only=${(code) => !isBonus(code) && !"jx".includes(code[1])} onChange=${(codes) => tellFact(name, codes)} />
    `)}
    ${switches.map((name) => html`<${FactSwitch} key=${name} name=${name} context=${context} hand=${hand} />`)}
    ${facts.includes("last_of_kind") && html`<${LastOfKind} context=${context} />`}
    ${["honba", "sticks"].filter((name) => facts.includes(name)).map((name) => html`
      <${Stepper} key=${name} label=${t(`fact.${name}`)} value=${context[name] ?? 0} less=${t("table.less", { what: t(`fact.${name}`) })}
        more=${t("table.more", { what: t(`fact.${name}`) })} onChange=${(value) => tellFact(name, value)} />
    `)}
  `;
}

/**
 * Tiles seen elsewhere, and how long the wall is: what chances are counted with.
 * @param {{rules: string, context: object}} props
 */
export function Seen({ rules, context }) {
  const seen = context.visible ?? [];
  const known = (code) => code !== "0x" && (rules === "american" || code !== "1j") && (rules === "riichi" || !isRedFive(code));
  const left = context.draws_left;
  return html`
    <details class="card more" open=${seen.length > 0 || undefined}>
      <summary>${t("table.seen")}${seen.length > 0 && html` <span class="count">${seen.length}</span>`}</summary>
      <div class="stack">
        <${TileList} label=${t("fact.visible")} hint=${t(rules === "american" ? "hint.visible.american" : "hint.visible")} codes=${seen} sorted only=${known}
          onChange=${(codes) => tellFact("visible", codes)} />
        <${Switch} label=${t("table.wallKnown")} checked=${left !== null && left !== undefined} onChange=${(on) => tellFact("draws_left", on ? 10 : null)} />
        ${left !== null && left !== undefined && html`
          <${Stepper} label=${t("fact.draws_left")} value=${left} max=${40} less=${t("table.less", { what: t("fact.draws_left") })}
            more=${t("table.more", { what: t("fact.draws_left") })} onChange=${(value) => tellFact("draws_left", value)} />
        `}
      </div>
    </details>
  `;
}
