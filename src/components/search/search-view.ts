import { createWords, type PackedWords } from "../../messages/words.ts";
import type { Span } from "../review/passages.ts";
import { type CardReview, toPendingCard, toReviewCard } from "../review/review-card.ts";

/** The element that the page was built with; a page without it is a mistake of ours. */
export function findElement<T extends Element>(
  kind: abstract new () => T,
  selector: string,
  within: ParentNode = document,
): T {
  const element = within.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`this page has no ${kind.name} at ${selector}`);
}

// What the search page shows; what it finds is decided in search-page.ts.

const root = findElement(HTMLElement, "[data-search]");
const status = findElement(HTMLElement, "[data-status]");
const suggested = findElement(HTMLElement, "[data-suggested]");
const results = findElement(HTMLElement, "[data-results]");
const list = findElement(HTMLElement, "[data-list]");
/** On the page of all reviews; that of all lists has none. */
const newest = document.querySelector<HTMLElement>("#browse");
export const more = findElement(HTMLButtonElement, "[data-more]");

const business = root.dataset["business"] ?? "";
/** What the build packed for this script. */
const words = createWords(JSON.parse(root.dataset["words"] ?? "") as PackedWords);

export interface Action {
  label: string;
  run: () => void;
}

/** Says what was found, or why nothing was; screen readers hear it. */
export function say(text: string, action?: Action): void {
  // What stands there already is not read out again.
  if (action === undefined && status.textContent === text) return;
  status.replaceChildren(text);
  if (action !== undefined) status.append(" ", toButton(action, "link"));
}

function toButton({ label, run }: Action, look: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = look;
  button.textContent = label;
  button.addEventListener("click", run);
  return button;
}

/** Offers filters that the words name. */
export function suggest(actions: readonly Action[]): void {
  const buttons = actions.map((action) => {
    const button = toButton(action, "chip");
    button.setAttribute("aria-label", `Only reviews about ${action.label}`);
    return button;
  });
  suggested.replaceChildren(...buttons);
}

/** Shows the reviews that were built into the page again. */
export function showAll(): void {
  results.hidden = true;
  newest?.removeAttribute("hidden");
  suggest([]);
  list.replaceChildren();
  say("");
}

/** No answer stands under a question that it does not answer. */
export function clearResults(): void {
  newest?.setAttribute("hidden", "");
  results.hidden = true;
  suggest([]);
  list.replaceChildren();
  more.hidden = true;
}

export interface Hit {
  id: string;
  date: string;
  rating: number;
  /** Missing until its text is here. */
  review: CardReview | undefined;
}

export function showHits(hits: readonly Hit[], marksOf: (text: string) => Span[], focusFrom?: number): void {
  newest?.setAttribute("hidden", "");
  results.hidden = false;
  const html = hits.map(({ review, ...hit }) =>
    review
      ? toReviewCard(review, {
          business,
          words,
          heading: "h2",
          marks: marksOf(review.text),
          marksOf,
        })
      : toPendingCard(hit, words),
  );
  list.innerHTML = html.join("");
  if (focusFrom !== undefined) list.querySelectorAll<HTMLElement>(".review-link")[focusFrom]?.focus();
}

export const setBusy = (isBusy: boolean): void => {
  results.toggleAttribute("aria-busy", isBusy);
};

/** On a phone what was found may lie below the keyboard. */
export function bringIntoView(): void {
  if (status.getBoundingClientRect().top > innerHeight - 100) status.scrollIntoView({ block: "center" });
}
