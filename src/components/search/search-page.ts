import { facetKinds, type FacetKind, type SearchIndex } from "../../search/index-format.ts";
import { bySort, findFacet, findMarks, findMatches } from "../../search/matching.ts";
import { parseQuestion, type Question } from "../../search/question.ts";
import { findPhrase, findPhrasePlaces, phraseOf } from "./exact-phrase.ts";
import { keepForOffline } from "./offline.ts";
import { createSearchData } from "./search-data.ts";
import {
  adoptNames,
  fillForm,
  form,
  readForm,
  root,
  showChosen,
  showCounts,
  startFilters,
} from "./search-filters.ts";
import { bringIntoView, clearResults, more, say, setBusy, showAll, showHits } from "./search-view.ts";
import { wordsOf } from "../../search/words.ts";
import { toCount, toFigure } from "../wording.ts";

// Search on /reviews/: finds in the browser, in an index that the build made, and keeps the question in the address.

const pause = 120;
const slow = 500;
const step = 20;
/** Beyond this many files of the index the newest are searched; the API knows all. */
const mostShards = 4;

const { count = "0", version = "" } = root.dataset;
const data = createSearchData(Number(count), version);

interface Found {
  shard: number;
  place: number;
  score: number;
  rating: number;
}
interface Answer {
  found: Found[];
  stems: Set<string>;
  counts: Map<FacetKind, Map<string, number>>;
  notes: string[];
  /** What nothing has, and the stem that was taken instead. */
  corrected: Map<string, string>;
  /** How many of the files have been looked at. */
  searched: number;
}

let latest = 0;
let shown = step;
let timer: ReturnType<typeof setTimeout> | undefined;

function addNotes(answer: Answer, matches: ReturnType<typeof findMatches>, { query }: Question): void {
  const names: Record<FacetKind, string> = {
    people: "Nobody",
    services: "No service",
    areas: "No area",
    praise: "No aspect",
    criticism: "No aspect",
  };
  const notes = [
    ...matches.unknown.map((kind) => `${names[kind]} here is known by that name.`),
    ...(matches.loose && matches.places.length > 0
      ? [`No review has all of “${query.trim()}”; these have some of it.`]
      : []),
  ];
  for (const note of notes) if (!answer.notes.includes(note)) answer.notes.push(note);
}

function merge(
  answer: Answer,
  shard: number,
  index: SearchIndex,
  matches: ReturnType<typeof findMatches>,
): void {
  for (const place of matches.places)
    answer.found.push({
      shard,
      place,
      score: matches.scores.get(place) ?? 0,
      rating: index.ratings[place] ?? 0,
    });
  for (const stem of matches.stems) answer.stems.add(stem);
  for (const [typed, taken] of matches.corrected) answer.corrected.set(typed, taken);
  for (const kind of facetKinds) {
    const sums = answer.counts.get(kind) ?? new Map<string, number>();
    for (const [id, of] of matches.counts.get(kind) ?? []) sums.set(id, (sums.get(id) ?? 0) + of);
    answer.counts.set(kind, sums);
  }
}

/** A stem is no word to show: its first form in the reviews is. */
function toWord(stem: string, texts: readonly string[]): string {
  for (const text of texts) {
    const word = wordsOf(text).find((one) => one.stem === stem);
    if (word !== undefined) return text.slice(word.from, word.to).toLowerCase();
  }
  return stem;
}

function summarize(
  { found, notes, corrected, searched }: Answer,
  top: number,
  texts: readonly string[],
): string {
  const total = found.length;
  const part = searched < data.shards ? ` among the newest ${toFigure(searched * 5_000)} reviews` : "";
  const extra = [
    ...[...corrected].map(([typed, stem]) => `Nothing has “${typed}”; showing “${toWord(stem, texts)}”.`),
    ...notes,
  ];
  if (total > top) extra.unshift(`The first ${top} are shown.`);
  return total === 0
    ? `No review matches${part}. ${extra.join(" ") || "Try fewer words, or clear a filter."}`
    : [`${toCount(total, "review matches", "reviews match")}${part}.`, ...extra].join(" ");
}

/** Shows the best of what was found, at once as far as texts are here, then whole. */
async function present(answer: Answer, question: Question, mine: number, focusFrom?: number): Promise<void> {
  const order = answer.found.map(({ rating }) => rating);
  const scores = new Map(answer.found.map(({ score }, at) => [at, score]));
  const sorted = answer.found.map((_, at) => at).sort(bySort({ ratings: order }, scores, question));
  const top = sorted.slice(0, shown).flatMap((at) => answer.found[at] ?? []);
  const phrase = phraseOf(question.query);
  const marksOf = (text: string) =>
    phrase === undefined ? findMarks(text, answer.stems) : findPhrase(text, phrase);
  const indexes = await Promise.all(Array.from({ length: answer.searched }, (_, shard) => data.index(shard)));
  const show = (focus?: number) =>
    showHits(
      top.map(({ shard, place, rating }) => ({
        id: indexes[shard]?.ids[place] ?? "",
        date: indexes[shard]?.dates[place] ?? "",
        rating,
        review: data.known(shard, place),
      })),
      marksOf,
      focus,
    );
  const tell = () =>
    say(
      summarize(
        answer,
        top.length,
        top.map(({ shard, place }) => data.known(shard, place)?.text ?? ""),
      ),
    );
  if (mine !== latest) return;
  more.hidden = answer.found.length <= top.length;
  showCounts(answer.counts, answer.found.length);
  const missing = Map.groupBy(
    top.filter(({ shard, place }) => data.known(shard, place) === undefined),
    ({ shard }) => shard,
  );
  show(missing.size === 0 ? focusFrom : undefined);
  if (missing.size === 0) return tell();
  for (const [shard, hits] of missing)
    await data.bring(
      shard,
      hits.map(({ place }) => place),
    );
  if (mine !== latest) return;
  show(focusFrom);
  tell();
}

async function answerQuestion(question: Question, mine: number, focusFrom?: number): Promise<void> {
  const answer: Answer = {
    found: [],
    stems: new Set(),
    counts: new Map(),
    notes: [],
    corrected: new Map(),
    searched: 0,
  };
  const phrase = phraseOf(question.query);
  for (let shard = 0; shard < Math.min(data.shards, mostShards); shard++) {
    const index = await data.index(shard);
    const only = phrase === undefined ? undefined : await findPhrasePlaces(data, index, shard, phrase);
    if (mine !== latest) return;
    if (shard === 0) adoptNames(question, (kind, asked) => findFacet(index[kind], asked)?.id);
    const matches = findMatches(index, question, only);
    merge(answer, shard, index, matches);
    addNotes(answer, matches, question);
    answer.searched = shard + 1;
    await present(answer, question, mine, focusFrom);
  }
}

async function search(focusFrom?: number): Promise<void> {
  clearTimeout(timer);
  const mine = ++latest;
  const parameters = readForm();
  showChosen(change);
  if (parameters.size === 0) return showAll();
  const { question, problems } = parseQuestion(parameters);
  if (problems.length > 0) {
    clearResults();
    return say(`That cannot be searched: ${problems.join("; ")}.`);
  }
  const patience = setTimeout(() => {
    clearResults();
    say("Searching…");
  }, slow);
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
    clearTimeout(patience);
    if (mine === latest) setBusy(false);
  }
}

/** One entry of the history for a question, however many keystrokes it took. */
let isTyping = false;
function remember(typing: boolean): void {
  const parameters = readForm();
  const address = parameters.size === 0 ? location.pathname : `${location.pathname}?${parameters}`;
  if (address === location.pathname + location.search) return;
  if (typing && isTyping) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  isTyping = typing;
}

function ask(wait: number, typing: boolean): void {
  clearTimeout(timer);
  const { question } = parseQuestion(readForm());
  shown = question.limit;
  timer = setTimeout(() => {
    remember(typing);
    void search();
  }, wait);
}
const change = () => ask(0, false);

function readAddress(): void {
  fillForm(new URLSearchParams(location.search));
  shown = parseQuestion(readForm()).question.limit;
  isTyping = false;
  void search();
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
