import type { Issue } from "../schema/problem.ts";
import type { Review } from "../schema/review.ts";
import type { SearchResult } from "../schema/search.ts";
import { find } from "./find.ts";
import { toCount, toDayName, verificationNames } from "./wording.ts";

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
const template = find(HTMLTemplateElement, "[data-template]", root);
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

/** Text with every occurrence of the words in a mark; never as markup. */
function highlight(text: string, words: string): Node[] {
  if (words === "") return [document.createTextNode(text)];
  const pattern = new RegExp(words.normalize("NFC").replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&"), "giu");
  const nodes: Node[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("mark");
    mark.textContent = match[0];
    nodes.push(document.createTextNode(text.slice(end, match.index)), mark);
    end = match.index + match[0].length;
  }
  return [...nodes, document.createTextNode(text.slice(end))];
}

const pathOf = (url: string) => {
  const { pathname, hash } = new URL(url);
  return pathname + hash;
};

function buildCard(review: Review, words: string): Node {
  const card = template.content.cloneNode(true) as DocumentFragment;
  const set = (selector: string, text: string | undefined) => {
    const element = find(HTMLElement, selector, card);
    if (text === undefined || text === "") element.remove();
    else element.textContent = text;
  };
  find(SVGElement, ".stars", card).setAttribute("aria-label", `${review.rating} of 5 stars`);
  find(SVGElement, ".stars use", card).setAttribute("href", `#stars-${review.rating}`);
  set(".review-author bdi", review.author.name);
  const link = find(HTMLAnchorElement, ".review-link", card);
  link.href = pathOf(review.url);
  const time = find(HTMLTimeElement, "time", link);
  time.dateTime = review.date;
  time.textContent = toDayName(review.date);
  set(".review-proof", `Verified by ${verificationNames[review.verification.method].label}`);
  const source = find(HTMLAnchorElement, ".review-source a", card);
  source.textContent = review.source.name;
  if (review.source.url) source.href = review.source.url;
  else source.replaceWith(review.source.name);
  set(".review-title", review.title);
  find(HTMLElement, ".review-text", card).replaceChildren(
    ...(review.text === "" ? ["Stars only, no words."] : highlight(review.text, words)),
  );
  const chips = find(HTMLElement, ".review-mentions", card);
  const chip = find(HTMLElement, "li", chips);
  const { technicians, services, areas } = review.mentions;
  chips.replaceChildren(
    ...Object.entries({ technician: technicians, service: services, area: areas }).flatMap(
      ([kind, mentioned]) =>
        mentioned.map(({ id, name }) => {
          const item = chip.cloneNode(true) as HTMLElement;
          const anchor = find(HTMLAnchorElement, "a", item);
          anchor.href = `/insights/#${kind}-${id}`;
          anchor.textContent = name;
          return item;
        }),
    ),
  );
  if (chips.childElementCount === 0) chips.remove();
  const reply = find(HTMLElement, ".reply", card);
  if (review.reply) {
    const day = find(HTMLTimeElement, "time", reply);
    day.dateTime = review.reply.date;
    day.textContent = toDayName(review.reply.date);
    set(".reply-text", review.reply.text);
  } else reply.remove();
  return card;
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
