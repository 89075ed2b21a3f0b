import type { FacetKind } from "../../site-search/index-format.ts";
import { facetKinds } from "../../site-search/index-format.ts";
import { facetParameters, isFilter, isForeign, type SearchQuestion } from "../../site-search/question.ts";
import { findElement, root, words } from "./search-view.ts";

// The question that is asked, as the address has it, and everything that shows and changes it: the field for words, the
// order, the days, and links that set a filter, wherever they stand.

export const form = findElement(HTMLFormElement, "#search-form", root);
const panel = findElement(HTMLElement, "[data-panel]", root);
const chosen = findElement(HTMLElement, "[data-chosen]", root);
const setCount = findElement(HTMLElement, "[data-filter-count]", root);
const order = findElement(HTMLOptionElement, "[data-default]", root);
const showButton = findElement(HTMLElement, "[data-show]", root);
const fields = [
  ...root.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name=query], [data-field]"),
].map((element) => ({ element, name: element.dataset["field"] ?? element.name }));
const links = [...root.querySelectorAll<HTMLAnchorElement>("a[data-filter]")].map((element) => ({
  element,
  name: element.dataset["filter"] ?? "",
  value: element.dataset["value"] ?? "",
  label: element.dataset["name"] ?? "",
  list: element.href,
}));

let asked = new URLSearchParams();
let unknown: string[] = [];
export const readQuestion = (): URLSearchParams => new URLSearchParams(asked);

/** What to say of filters in the address that there are not. */
export const toUnknownNote = (): string =>
  unknown.length === 0 ? "" : words.t("search.dropped", { names: unknown.join(", ").slice(0, 80) });

const addressOf = (parameters: URLSearchParams) =>
  parameters.size === 0 ? location.pathname : `${location.pathname}?${parameters}`;
export const toAddress = (): string => addressOf(asked);

export function setFilter(name: string, value: string): void {
  if (value === "") asked.delete(name);
  else asked.set(name, value);
  for (const field of fields) if (field.name === name) field.element.value = value;
}

/** The question with this filter set or, where it is set, without it. */
function toggled(name: string, value: string): URLSearchParams {
  const parameters = readQuestion();
  if (parameters.get(name) === value) parameters.delete(name);
  else parameters.set(name, value);
  return parameters;
}

export function readAddress(): void {
  const given = [...new URLSearchParams(location.search)];
  asked = new URLSearchParams(given.filter(([name, value]) => value !== "" && isFilter(name)));
  unknown = given.flatMap(([name]) => (isFilter(name) || isForeign(name) ? [] : name));
  // The order that the form has when nothing else is chosen.
  if (asked.get("sort") === "relevant") asked.delete("sort");
  for (const { element, name } of fields) element.value = asked.get(name) ?? "";
}

function clearQuestion(): void {
  asked = new URLSearchParams();
  unknown = [];
  for (const { element } of fields) element.value = "";
}

const labelOf = (name: string, value: string): string => {
  const known = links.find((link) => link.name === name && link.value === value);
  if (name === "min_rating") return words.t("search.atLeast", { stars: value });
  if (name === "since") return words.t("search.from", { day: value });
  if (name === "until") return words.t("search.to", { day: value });
  const isName = facetKinds.some((kind) => facetParameters[kind] === name);
  return known?.label ?? (isName ? value : `${name}: ${value.slice(0, 40)}`);
};

/** The filters that are set, and how a person reads them. */
export const readFilters = (): { name: string; label: string }[] =>
  [...asked]
    .filter(([name]) => !["query", "sort", "limit"].includes(name))
    .map(([name, value]) => ({ name, label: labelOf(name, value) }));

function toChip(text: string, label: string, run: () => void): HTMLButtonElement {
  const chip = document.createElement("button");
  chip.type = "button";
  chip.className = "chip chip-on";
  chip.textContent = text;
  chip.setAttribute("aria-label", label);
  chip.addEventListener("click", run);
  return chip;
}

/** Shows the question: a chip takes each filter away, and links that set one lead to where it is set. */
export function showQuestion(change: () => void): void {
  const hasWords = asked.has("query");
  order.textContent = words.t(hasWords ? "search.relevant" : "search.newest");
  // Only words have a relevance: without them the newest come first.
  if (order.nextElementSibling instanceof HTMLOptionElement)
    order.nextElementSibling.hidden = !hasWords && asked.get("sort") !== "newest";
  for (const { element, name, value, list } of links) {
    const isOn = asked.get(name) === value;
    element.toggleAttribute("aria-current", isOn);
    if (isOn) element.setAttribute("aria-current", "true");
    element.href = asked.size === 0 ? list : addressOf(toggled(name, value));
  }
  const filters = readFilters();
  const chips = filters.map(({ name, label }) =>
    toChip(`${label} ✕`, words.t("search.remove", { filter: label }), () => {
      setFilter(name, "");
      change();
    }),
  );
  if (filters.length + Number(hasWords) > 1)
    chips.push(
      toChip(words.t("search.clear"), words.t("search.clear"), () => {
        clearQuestion();
        change();
      }),
    );
  chips.at(-1)?.classList.toggle("chip-on", filters.length + Number(hasWords) < 2);
  chosen.replaceChildren(...chips);
  setCount.textContent = filters.length === 0 ? "" : words.number(filters.length);
}

/** How many reviews each filter would leave, beside its name. */
export function showCounts(counts: ReadonlyMap<string, ReadonlyMap<string, number>>, total: number): void {
  for (const { element, name, value, label } of links) {
    const of = counts.get(name);
    const count = of?.get(value) ?? 0;
    const left = element.querySelector("[data-left]");
    if (of === undefined || left === null) continue;
    left.textContent = words.number(count);
    element.toggleAttribute("data-none", count === 0);
    if (name !== "rating") continue;
    const sum = [...of.values()].reduce((a, b) => a + b, 0);
    const share = sum === 0 ? 0 : count / sum;
    element.querySelector("[data-bar]")?.setAttribute("width", (share * 100).toFixed(2));
    element.querySelector("[data-share]")?.replaceChildren(words.percent(share));
    element.querySelector("[data-said]")?.replaceChildren(words.t("search.row", { stars: label, count }));
  }
  sortValues(counts);
  showButton.textContent = words.t("search.show", { count: total });
}

/** The values of a filter stand by how many reviews each would leave; stars and years keep an order of their own. */
function sortValues(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
  const focused = document.activeElement;
  for (const list of panel.querySelectorAll(".facet-values")) {
    const of = links.filter(({ element }) => list.contains(element));
    const name = of[0]?.name ?? "";
    if (name === "year") continue;
    const left = counts.get(name);
    if (left === undefined) continue;
    const sorted = of.toSorted((a, b) => (left.get(b.value) ?? 0) - (left.get(a.value) ?? 0));
    list.append(...sorted.flatMap(({ element }) => element.parentElement ?? []));
  }
  // What is moved loses the focus.
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** An address that names a person or service is shown as the filter that has it. */
export function adoptNames(
  question: SearchQuestion,
  idOf: (kind: FacetKind, asked: string) => string | undefined,
): void {
  for (const kind of facetKinds) {
    const name = question.facets[kind];
    const id = name === undefined ? undefined : idOf(kind, name);
    if (id !== undefined && id !== name) asked.set(facetParameters[kind], id);
  }
}

/** The filter that a link sets: one of the panel, or a name that a review mentions. */
function filterOf(link: HTMLAnchorElement): { name: string; value: string } | undefined {
  const { filter, value = "" } = link.dataset;
  if (filter !== undefined) return { name: filter, value };
  const [kind, id] = link.closest(".review-mentions") ? link.pathname.split("/").slice(-3, -1) : [];
  const known = facetKinds.find((one) => one === kind);
  return known && id ? { name: facetParameters[known], value: id } : undefined;
}

export function startFilters(change: (isTyping: boolean) => void): void {
  root.addEventListener("input", ({ target }) => {
    const field = fields.find(({ element }) => element === target);
    if (field === undefined) return;
    setFilter(field.name, field.element.value);
    change(field.name === "query");
  });
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const filter = link && isPlain ? filterOf(link) : undefined;
    if (filter === undefined) return;
    event.preventDefault();
    asked = toggled(filter.name, filter.value);
    change(false);
  });
  // On a wide screen the panel stands on the page; over others it goes when the keyboard leaves it.
  matchMedia("(min-width: 60rem)").addEventListener("change", () => panel.hidePopover());
  panel.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !panel.contains(relatedTarget) && panel.matches(":popover-open"))
      panel.hidePopover();
  });
}
