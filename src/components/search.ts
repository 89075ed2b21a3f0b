import type { Issue } from "../schema/problem.ts";
import type { Review } from "../schema/review.ts";
import type { SearchResult } from "../schema/search.ts";
import { find } from "./find.ts";
import type { Span } from "./passages.ts";
import { toReviewCard } from "./review-card.ts";
import { toCount } from "./wording.ts";

// Search on /reviews/: asks the public API as one types, and keeps the question in the address.

const api = "/api/reviews/search";
const pause = 200;
const slow = 600;
const tooSlow = 15_000;
const step = 20;
const most = 100;

const root = find(HTMLElement, "[data-search]");
const form = find(HTMLFormElement, "form", root);
const status = find(HTMLElement, "[data-status]");
const results = find(HTMLElement, "[data-results]");
const list = find(HTMLElement, "[data-list]");
const more = find(HTMLButtonElement, "[data-more]");
const business = root.dataset["business"] ?? "";
const browse = find(HTMLElement, "#browse");

const fields = [...form.elements].filter(
  (element): element is HTMLInputElement | HTMLSelectElement =>
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
);

let limit = step;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking: AbortController | undefined;

function readForm(): URLSearchParams {
  const question = new URLSearchParams();
  for (const { name, value } of fields) if (value !== "") question.set(name, value);
  return question;
}

function fillForm(question: URLSearchParams): void {
  for (const field of fields) field.value = question.get(field.name) ?? "";
}

function say(text: string, action?: { label: string; run: () => void }): void {
  status.replaceChildren(text);
  if (action === undefined) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.textContent = action.label;
  button.addEventListener("click", action.run);
  status.append(" ", button);
}

/** Shows the reviews that were built into the page again. */
function showAll(): void {
  results.hidden = true;
  browse.hidden = false;
  list.replaceChildren();
  say("");
}

/** Every occurrence of the words, in any case. */
function findWords(text: string, words: string): Span[] {
  if (words === "") return [];
  const pattern = new RegExp(words.normalize("NFC").replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&"), "giu");
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

function buildCard(review: Review, words: string): Node {
  const card = document.createElement("template");
  card.innerHTML = toReviewCard(review, { business, marks: findWords(review.text, words) });
  return card.content;
}

function show(result: SearchResult, words: string, focusFrom?: number): void {
  browse.hidden = true;
  results.hidden = false;
  list.replaceChildren(...result.reviews.map((review) => buildCard(review, words)));
  const hints = result.hints?.join(" ") ?? "";
  say(
    result.total === 0
      ? `No review matches. ${hints || "Try fewer words, or clear a filter."}`
      : `${toCount(result.total, "review matches", "reviews match")}${result.count < result.total ? `, the newest ${result.count} are shown` : ""}. ${hints}`,
  );
  more.hidden = result.count >= result.total || limit >= most;
  if (result.count < result.total && limit >= most) {
    status.append(" Choose earlier dates to see older ones.");
  }
  if (focusFrom !== undefined) list.querySelectorAll<HTMLElement>(".review-link")[focusFrom]?.focus();
}

async function ask(focusFrom?: number): Promise<void> {
  clearTimeout(timer);
  asking?.abort();
  const question = readForm();
  const shared = question.size === 0 ? location.pathname : `${location.pathname}?${question}`;
  history.replaceState(null, "", shared);
  if (question.size === 0) return showAll();
  const mine = new AbortController();
  asking = mine;
  const again = { label: "Try again", run: () => void ask() };
  const patience = setTimeout(() => say("Searching…"), slow);
  results.setAttribute("aria-busy", "true");
  try {
    const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(tooSlow)]);
    const response = await fetch(`${api}?${question}&limit=${limit}`, { signal });
    if (response.status === 400) {
      const { issues } = (await response.json()) as { issues: Issue[] };
      say(`That cannot be searched: ${issues.map(({ message }) => message).join("; ")}.`);
    } else if (response.ok) {
      show((await response.json()) as SearchResult, question.get("query") ?? "", focusFrom);
    } else {
      say("The search does not answer just now. The archive below has every review.", again);
    }
  } catch {
    // A newer question, or leaving the page, has taken the place of this one.
    if (mine.signal.aborted) return;
    say(
      navigator.onLine
        ? "The search did not answer in time. The archive below has every review."
        : "You are offline. What is on this page can still be read.",
      again,
    );
  } finally {
    clearTimeout(patience);
    if (asking === mine) results.removeAttribute("aria-busy");
  }
}

function askSoon(wait: number): void {
  clearTimeout(timer);
  limit = step;
  timer = setTimeout(() => void ask(), wait);
}

form.addEventListener("input", () => askSoon(pause));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  askSoon(0);
  // On a phone the form fills the screen.
  if (status.getBoundingClientRect().top > innerHeight - 100) status.scrollIntoView({ block: "center" });
});
// The fields are empty only after the event.
form.addEventListener("reset", () => askSoon(0));
more.addEventListener("click", () => {
  const shown = list.childElementCount;
  limit = Math.min(most, limit + 40);
  void ask(shown);
});
addEventListener("online", () => void ask());

fillForm(new URLSearchParams(location.search));
if (readForm().size > 0) void ask();
