import { facetKinds, type FacetKind } from "../../site-search/index-format.ts";
import { facetParameters, isForeign, type SearchQuestion } from "../../site-search/question.ts";
import { findElement } from "./search-view.ts";

// The search form: its fields hold the question, chips and the sheet of filters change it.

export const root = findElement(HTMLElement, "[data-search]");
export const form = findElement(HTMLFormElement, "#search-form", root);
const tools = findElement(HTMLElement, "[data-tools]", root);
const chosen = findElement(HTMLElement, "[data-chosen]", root);
const sheet = findElement(HTMLDialogElement, "[data-sheet]", root);
const count = findElement(HTMLElement, "[data-filter-count]", root);
const order = findElement(HTMLOptionElement, "[data-default]", root);
const showButton = findElement(HTMLElement, "[data-show]", root);

type Field = HTMLInputElement | HTMLSelectElement;
const fields = [...form.elements].filter(
  (element): element is Field =>
    (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) && element.name !== "",
);
/** What the address asks that no field can show: a name instead of an id, a limit, half a star. */
let carried = new URLSearchParams();

export const readFilterForm = (): URLSearchParams => {
  const parameters = new URLSearchParams();
  for (const { name, value } of fields) if (value !== "") parameters.set(name, value);
  for (const [name, value] of carried) parameters.append(name, value);
  return parameters;
};

export function fillForm(parameters: URLSearchParams): void {
  carried = new URLSearchParams([...parameters].filter(([name]) => !isForeign(name)));
  // The order that the form has when nothing else is chosen.
  if (carried.get("sort") === "relevant") carried.delete("sort");
  for (const field of fields) {
    const [value = "", ...others] = carried.getAll(field.name);
    field.value = value;
    if (field.value === value && others.length === 0) carried.delete(field.name);
    else field.value = "";
  }
}

// Fields in the sheet belong to the form but do not stand in it.
root.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) carried.delete(target.name);
});
form.addEventListener("reset", () => (carried = new URLSearchParams()));

const labelOf = (field: Field): string => {
  const option = field instanceof HTMLSelectElement ? field.selectedOptions[0] : undefined;
  const name = option?.dataset["name"] ?? option?.textContent.trim() ?? field.value;
  const label = field.labels?.[0]?.textContent ?? "";
  return ["since", "until", "praise", "criticism"].includes(field.name) ? `${label}: ${name}` : name;
};

/** Parameters whose values are names that people know. */
const names: ReadonlySet<string> = new Set(Object.values(facetParameters));

const isQuick = (name: string, value: string): boolean =>
  tools.querySelector(`[data-quick="${name}"][data-value="${CSS.escape(value)}"]`) !== null;

/** Only words have a relevance: without them the newest come first. */
function showOrder(): void {
  const hasWords = fields.some(({ name, value }) => name === "query" && value !== "");
  order.textContent = hasWords ? "Most relevant" : "Newest";
  const newest = order.nextElementSibling;
  if (newest instanceof HTMLOptionElement) newest.hidden = !hasWords && !newest.selected;
}

/** A chip for each filter that is set; a tap takes it away. */
export function showChosen(change: () => void): void {
  showOrder();
  const filters = fields.filter(
    ({ name, value }) => value !== "" && name !== "query" && name !== "sort" && !isQuick(name, value),
  );
  const extra = [...carried].filter(([name, value]) => name !== "limit" && value !== "");
  const chips = [
    ...filters.map((field) => ({ label: labelOf(field), clear: () => (field.value = "") })),
    ...extra.map(([name, value]) => ({
      label: names.has(name) ? value : `${name}: ${value.slice(0, 40)}`,
      clear: () => carried.delete(name),
    })),
  ].map(({ label, clear }) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "chip chip-on";
    chip.textContent = `${label} ✕`;
    chip.setAttribute("aria-label", `Remove filter ${label}`);
    chip.addEventListener("click", () => {
      clear();
      change();
    });
    return chip;
  });
  chosen.replaceChildren(...chips);
  count.textContent = chips.length === 0 ? "" : `(${chips.length})`;
  for (const quick of tools.querySelectorAll<HTMLElement>("[data-quick]")) {
    const field = fields.find(({ name }) => name === quick.dataset["quick"]);
    quick.setAttribute("aria-pressed", String(field?.value === quick.dataset["value"]));
  }
}

/** How many reviews each value of a filter would leave, beside its name. */
export function showCounts(counts: ReadonlyMap<string, ReadonlyMap<string, number>>, total: number): void {
  for (const select of fields) {
    const of = counts.get(select.name);
    if (of === undefined || !(select instanceof HTMLSelectElement)) continue;
    for (const option of select.options) {
      const { name } = option.dataset;
      if (name !== undefined) option.textContent = `${name} (${of.get(option.value) ?? 0})`;
    }
  }
  showButton.textContent = total === 1 ? "Show 1 review" : `Show ${total} reviews`;
}

/** Sets a filter, in place of a name in the address that nobody is known by. */
export function setFilter(name: string, value: string): void {
  carried.delete(name);
  for (const field of fields) if (field.name === name) field.value = value;
}

/** A filter in place of the words that name it. */
export function replaceWords(name: string, value: string): void {
  setFilter("query", "");
  setFilter(name, value);
}

/** An address that names a person or service is shown in the field that has it. */
export function adoptNames(
  question: SearchQuestion,
  idOf: (kind: FacetKind, asked: string) => string | undefined,
): void {
  for (const kind of facetKinds) {
    const asked = question.facets[kind];
    const field = fields.find(({ name }) => name === facetParameters[kind]);
    const id = asked === undefined ? undefined : idOf(kind, asked);
    if (field === undefined || id === undefined || field.value === id) continue;
    field.value = id;
    if (field.value === id) carried.delete(field.name);
  }
}

export function startFilters(change: () => void): void {
  root.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest("button");
    if (button?.dataset["openFilters"] !== undefined) sheet.showModal();
    else if (button?.dataset["close"] !== undefined) sheet.close();
    // A tap beside the sheet closes it.
    else if (target === sheet) sheet.close();
    const field = fields.find(({ name }) => name === button?.dataset["quick"]);
    if (button === null || field === undefined) return;
    const value = button.dataset["value"] ?? "";
    field.value = field.value === value ? "" : value;
    carried.delete(field.name);
    change();
  });
}
