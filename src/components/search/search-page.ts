import { link } from "../../link.ts";
import { textsSize, type FacetKind, maxShards } from "../../site-search/index-format.ts";
import {
  findFacet,
  facetParameters,
  parseQuestion,
  type SearchQuestion,
} from "../../site-search/question.ts";
import { findMarks } from "../../site-search/words.ts";
import { bySort, findMatches } from "../../site-search/word-matching.ts";
import { toFigure } from "../../wording.ts";
import { findPhrase, findPhrasePlaces, phraseOf, createSearchData } from "./search-data.ts";
import {
  addNotes,
  type SearchAnswer,
  createAnswer,
  type FoundReview,
  merge,
  putPhrasesFirst,
  summarize,
} from "./search-answer.ts";
import {
  adoptNames,
  fillForm,
  form,
  readFilterForm,
  replaceWords,
  root,
  setFilter,
  showChosen,
  showCounts,
  startFilters,
} from "./search-filters.ts";
import {
  bringIntoView,
  clearResults,
  more,
  say,
  setBusy,
  showAll,
  showHits,
  suggest,
} from "./search-view.ts";

// After the first visit the search works without a network: a service worker keeps the pages that search and what they need.

/** Above this, a copy would be a burden: only what was used is kept. */
const mostReviews = 2_000;

function keepForOffline(count: number, version: string): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!("serviceWorker" in navigator) || connection?.saveData) return;
  const keep = async () => {
    await navigator.serviceWorker.register(link("/offline.js"));
    const { active } = await navigator.serviceWorker.ready;
    const assets = [
      ...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>("link[rel=stylesheet], script[src]"),
    ].map((element) => ("href" in element ? element.href : element.src));
    const files =
      count > mostReviews
        ? []
        : ["words-0", ...Array.from({ length: Math.ceil(count / textsSize) }, (_, file) => `texts-${file}`)];
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const message = {
      whole: files.length > 0,
      keep: [
        link("/reviews/"),
        link("/search/"),
        ...assets,
        ...loaded.filter((url) => new URL(url).pathname.startsWith(link("/_astro/"))),
        ...files.map((name) => link(`/search-index/${name}.json?v=${version}`)),
      ],
    };
    // A worker has no other origin to be mistaken for.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    active?.postMessage(message);
  };
  const start = () => setTimeout(() => void keep().catch(() => undefined), 1_500);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}

// Search on /reviews/ and /search/: finds in the browser, in an index that the build made, and keeps the question in the address.

const pause = 120;
const slow = 500;
const step = 20;

const { count = "0", version = "" } = root.dataset;
const data = createSearchData(root.dataset);

let latest = 0;
let shown = step;
let timer: ReturnType<typeof setTimeout> | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;

const about: Record<FacetKind, string> = {
  people: "",
  services: "",
  areas: "",
  praise: "Praise: ",
  criticism: "Criticism: ",
};

/** Offers the filters that the words name. */
function offerFilters({ meant, named }: SearchAnswer): void {
  const offer = (filters: SearchAnswer["named"], set: typeof setFilter) =>
    [...filters.values()].map(({ kind, id, name, count: left }) => ({
      label: `${about[kind]}${name} (${toFigure(left)})`,
      run: () => {
        set(facetParameters[kind], id);
        change();
      },
    }));
  suggest([...offer(meant, setFilter), ...offer(named, replaceWords)]);
}

/** Shows the best of what was found, at once as far as texts are here, then whole. */
async function present(
  answer: SearchAnswer,
  question: SearchQuestion,
  mine: number,
  focusFrom?: number,
): Promise<void> {
  const ratings = answer.found.map(({ rating }) => rating);
  const scores = new Map(answer.found.map(({ score }, at) => [at, score]));
  const sorted = answer.found.map((_, at) => at).sort(bySort({ ratings }, scores, question));
  const best = sorted.slice(0, shown).flatMap((at) => answer.found[at] ?? []);
  const isRanked = question.query !== "" && (question.sort ?? "relevant") === "relevant";
  const textOf = ({ shard, place }: FoundReview) => data.known(shard, place)?.text ?? "";
  // Only the first page is put in order by its texts: what comes on demand stands below it.
  const order = () =>
    isRanked ? [...putPhrasesFirst(best.slice(0, step), answer, textOf), ...best.slice(step)] : best;
  const phrase = phraseOf(question.query);
  const marksOf = (text: string) =>
    phrase === undefined ? findMarks(text, answer.stems) : findPhrase(text, phrase);
  const indexes = await Promise.all(Array.from({ length: answer.searched }, (_, shard) => data.index(shard)));
  const show = (focus?: number) =>
    showHits(
      order().map(({ shard, place, rating }) => ({
        id: indexes[shard]?.ids[place] ?? "",
        date: indexes[shard]?.dates[place] ?? "",
        rating,
        review: data.known(shard, place),
      })),
      marksOf,
      focus,
    );
  const isUnknown = ({ shard, place }: FoundReview) => data.known(shard, place) === undefined;
  const summary = () => summarize(answer, question, best.length, best.map(textOf), data.shards);
  const tell = () => {
    if (!best.some(isUnknown)) return say(summary());
    say(`${summary()} Not all of their words could be loaded.`, {
      label: "Try again",
      run: () => void search(),
    });
  };
  if (mine !== latest) return;
  offerFilters(answer);
  more.hidden = answer.found.length <= best.length;
  showCounts(answer.counts, answer.found.length);
  const missing = Map.groupBy(best.filter(isUnknown), ({ shard }) => shard);
  // Which word was taken for a mistyped one stands in the texts; what is said later would push the hits down.
  if (missing.size > 0 && answer.corrected.size === 0) {
    show();
    say(summary());
    clearTimeout(patience);
  }
  for (const [shard, hits] of missing)
    await data.bring(
      shard,
      hits.map(({ place }) => place),
    );
  if (mine !== latest) return;
  show(focusFrom);
  tell();
}

async function answerQuestion(question: SearchQuestion, mine: number, focusFrom?: number): Promise<void> {
  const answer = createAnswer();
  const phrase = phraseOf(question.query);
  for (let shard = 0; shard < Math.min(data.shards, maxShards); shard += 1) {
    const index = await data.index(shard);
    const only = phrase === undefined ? undefined : await findPhrasePlaces(data, index, shard, phrase);
    if (mine !== latest) return;
    if (shard === 0) {
      adoptNames(question, (kind, asked) => findFacet(index[kind], asked)?.id);
      showChosen(change);
    }
    const matches = findMatches(index, question, only);
    merge(answer, shard, index, matches);
    addNotes(answer, matches);
    answer.searched = shard + 1;
    await present(answer, question, mine, focusFrom);
  }
}

async function search(focusFrom?: number): Promise<void> {
  clearTimeout(timer);
  clearTimeout(patience);
  setBusy(false);
  const mine = ++latest;
  const parameters = readFilterForm();
  showChosen(change);
  if (parameters.size === 0) return showAll();
  const { question, problems } = parseQuestion(parameters);
  if (problems.length > 0) {
    clearResults();
    return say(`That cannot be searched: ${problems.join("; ")}.`);
  }
  patience = setTimeout(waitForAnswer, slow);
  setBusy(true);
  try {
    await answerQuestion(question, mine, focusFrom);
  } catch {
    if (mine !== latest) return;
    clearResults();
    const what = navigator.onLine
      ? "The search could not be loaded."
      : "You are offline, and the search is not on this device yet.";
    say(`${what} The lists below have every review.`, { label: "Try again", run: () => void search() });
  } finally {
    if (mine === latest) {
      clearTimeout(patience);
      setBusy(false);
    }
  }
}

/** One entry of the history for a question, however many keystrokes it took. */
let isTyping = false;
function remember(typing: boolean): void {
  const parameters = readFilterForm();
  const address = parameters.size === 0 ? location.pathname : `${location.pathname}?${parameters}`;
  if (address === location.pathname + location.search) return;
  if (typing && isTyping) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  isTyping = typing;
}

function ask(wait: number, typing: boolean): void {
  clearTimeout(timer);
  const { question } = parseQuestion(readFilterForm());
  shown = question.limit;
  timer = setTimeout(() => {
    remember(typing);
    void search();
  }, wait);
}
const change = () => ask(0, false);

function readAddress(): void {
  fillForm(new URLSearchParams(location.search));
  shown = parseQuestion(readFilterForm()).question.limit;
  isTyping = false;
  // The page came with reviews or lists, which do not stand under a question that they do not answer.
  if (latest === 0 && readFilterForm().size > 0) waitForAnswer();
  void search();
}

function waitForAnswer(): void {
  clearResults();
  say("Searching…");
}

root.addEventListener("input", ({ target }) => {
  const typing = target instanceof HTMLInputElement && target.type === "search";
  ask(typing ? pause : 0, typing);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(0, false);
  bringIntoView();
});
// The fields are empty only after the event.
form.addEventListener("reset", () => setTimeout(change));
// The index comes when it is first needed, a moment before the first letter.
form.addEventListener("focusin", () => void data.index(0).catch(() => undefined), { once: true });
more.addEventListener("click", () => {
  const before = shown;
  shown += 40;
  void search(before);
});
addEventListener("popstate", readAddress);
addEventListener("online", () => void search());

startFilters(change);
readAddress();
keepForOffline(Number(count), version);
