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

// The view of the search page; search-page.ts decides which results it shows.

export const root = findElement(HTMLElement, "[data-search]");
const answers = findElement(HTMLElement, "[data-answers]", root);
const status = findElement(HTMLElement, "[data-status]", root);
const suggested = findElement(HTMLElement, "[data-suggested]", root);
const results = findElement(HTMLElement, "[data-results]", root);
const list = findElement(HTMLElement, "[data-list]", root);
const closest = findElement(HTMLElement, "[data-close]", root);
/** The page as it was built, while the query is empty. */
const unasked = findElement(HTMLElement, "[data-unasked]", root);
export const more = findElement(HTMLButtonElement, "[data-more]", root);

// The build wrote it: a page of another build brings its own script.
const packed = JSON.parse(root.dataset["words"] ?? "") as PackedWords;
export const words = createWords(packed);
const business = root.dataset["business"] ?? "";

export interface Action {
  label: string;
  run: () => void;
}

/** Says what was found, or why nothing was; screen readers hear it. */
export function say(text: string, action?: Action): void {
  // A text that has not changed is not announced again.
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

/** Offers filters that the words name, or ways out of a question that nothing answers. */
export const suggest = (actions: readonly Action[]): void =>
  suggested.replaceChildren(...actions.map((action) => toButton(action, "chip")));

/** The answer above the reviews; made by the build. What was said below it would move, so it is said again. */
export function lead(html: string): void {
  if (answers.innerHTML === html) return;
  if (html !== "") say("");
  answers.innerHTML = html;
}

/** Shows what the page was built with. */
export function showUnasked(): void {
  clearResults();
  unasked.hidden = false;
  say("");
}

/** No answer stands under a question that it does not answer. */
export function clearResults(): void {
  unasked.hidden = true;
  results.hidden = true;
  lead("");
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

/** Whether what is shown only comes near to what was asked. */
export const setClosest = (isClosest: boolean): void => {
  closest.hidden = !isClosest;
};

export function showHits(hits: readonly Hit[], marksOf: (text: string) => Span[], focusFrom?: number): void {
  unasked.hidden = true;
  results.hidden = false;
  const html = hits.map(({ review, ...hit }) =>
    review
      ? toReviewCard(review, { business, words, heading: "h2", marks: marksOf(review.text), marksOf })
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
