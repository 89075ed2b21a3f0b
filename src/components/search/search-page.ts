import { link } from "../../link.ts";
import { type Answer, findAnswers, phrasesIn } from "../../site-search/answers.ts";
import { textsSize, unpackNumbers } from "../../site-search/index-format.ts";
import {
  facetParameters,
  findFacet,
  parseQuestion,
  type SearchQuestion,
} from "../../site-search/question.ts";
import { findMarks, findStemPhrases } from "../../site-search/words.ts";
import { createSearchData, findPhrase, phraseOf } from "./search-data.ts";
import { gather, putNearestFirst, type SearchAnswer, summarize } from "./search-answer.ts";
import {
  adoptNames,
  form,
  readAddress,
  readFilters,
  readQuestion,
  setFilter,
  showCounts,
  showQuestion,
  startFilters,
  toAddress,
  toUnknownNote,
} from "./search-filters.ts";
import {
  type Action,
  bringIntoView,
  clearResults,
  lead,
  more,
  root,
  say,
  setBusy,
  setClosest,
  showHits,
  showUnasked,
  suggest,
  words,
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
        : [
            "words",
            "answers",
            ...Array.from({ length: Math.ceil(count / textsSize) }, (_, file) => `texts-${file}`),
          ];
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
/** Whether the figures beside the filters are those of a question. */
let isCounted = false;

/** The state in a history entry, so that Back and Reload return to the same place. */
interface Place {
  y: number;
  shown: number;
}
const keepPlace = () => history.replaceState({ y: scrollY, shown } satisfies Place, "");
const readPlace = () => history.state as Partial<Place> | null;

/** Offers the filters that the words name. */
function toOffers({ meant, named, places }: SearchAnswer): Action[] {
  const offer = (filters: SearchAnswer["named"], replacesWords: boolean) =>
    filters.map(({ kind, id, name, count }) => ({
      label:
        kind === "praise" || kind === "criticism"
          ? words.t(`search.only.${kind}`, { name, count })
          : words.t("search.only", { name, count }),
      run: () => {
        if (replacesWords) setFilter("query", "");
        setFilter(facetParameters[kind], id);
        change(false);
      },
    }));
  // One that leaves as many filters nothing.
  return [
    ...offer(meant, false),
    ...offer(
      named.filter(({ count }) => count !== places.length),
      true,
    ),
  ];
}

/** Shows the best of what was found, at once as far as texts are here, then whole. */
async function present(
  answer: SearchAnswer,
  question: SearchQuestion,
  mine: number,
  {
    summaryOf,
    aspect,
    focusFrom,
  }: {
    summaryOf: (texts: readonly string[]) => string;
    /** What is asked about: what it goes by is marked rather than the words of the question. */
    aspect?: Answer | undefined;
    focusFrom?: number | undefined;
  },
): Promise<void> {
  const best = answer.places.slice(0, shown);
  const textOf = (place: number) => data.known(place)?.text ?? "";
  // Only the first page is put in order by its texts: what comes on demand stands below it.
  const first = best.slice(0, step);
  const order = () => [...putNearestFirst(first, question, answer, textOf), ...best.slice(step)];
  const phrase = phraseOf(question.query);
  const marksOf = (text: string) => {
    if (phrase !== undefined) return findPhrase(text, phrase);
    return aspect ? findStemPhrases(text, aspect.phrases, aspect.ignored) : findMarks(text, answer.stems);
  };
  const { dates, ids, ratings } = await data.index();
  const show = (focus?: number) =>
    showHits(
      order().map((place) => ({
        id: ids[place] ?? "",
        date: dates[place] ?? "",
        rating: ratings[place] ?? 0,
        review: data.known(place),
      })),
      marksOf,
      focus,
    );
  const isUnknown = (place: number) => data.known(place) === undefined;
  const summary = () => summaryOf(best.map(textOf));
  if (mine !== latest) return;
  more.hidden = answer.places.length <= best.length;
  const missing = best.filter(isUnknown);
  // Which word was taken for a mistyped one stands in the texts; what is said later would push the hits down.
  if (missing.length > 0 && answer.corrected.size === 0) {
    show();
    say(summary());
    clearTimeout(patience);
  }
  await data.bring(missing);
  if (mine !== latest) return;
  show(focusFrom);
  if (!best.some(isUnknown)) say(summary());
  else
    say(`${summary()} ${words.t("search.halfLoaded")}`, {
      label: words.t("search.again"),
      run: () => void search(),
    });
}

/** The question without one of its parts, and how many reviews that leaves. */
async function relax(name: string, label: string) {
  const parameters = readQuestion();
  parameters.delete(name);
  const { question } = parseQuestion(parameters);
  return { name, label, question, answer: await gather(data, question) };
}

/** Where nothing has all that is asked: what comes nearest, and the ways there. */
async function presentNearest(nothing: SearchAnswer, mine: number): Promise<void> {
  const query = readQuestion().get("query");
  const parts = [...readFilters(), ...(query === null ? [] : [{ name: "query", label: query }])];
  const ways = (await Promise.all(parts.map(({ name, label }) => relax(name, label)))).filter(
    ({ answer }) => answer.places.length > 0,
  );
  if (mine !== latest) return;
  // A filter less is nearer than other words, and nothing at all is asked when the words stand alone.
  const [nearest] = ways.toSorted(
    (a, b) =>
      Number(a.name === "query") - Number(b.name === "query") ||
      b.answer.places.length - a.answer.places.length,
  );
  if (nearest === undefined) {
    showUnasked();
    say(summarize(nothing, []));
    return suggest(toOffers(nothing));
  }
  const { label, question, answer } = nearest;
  const note =
    parts.length === 1
      ? words.t("search.newestInstead")
      : words.t("search.without", { filter: label, count: answer.places.length });
  suggest([
    ...toOffers(nothing),
    ...(ways.length === 1 ? [] : ways).slice(0, 4).map((way) => ({
      label: words.t("search.way", { filter: way.label, count: way.answer.places.length }),
      run: () => {
        setFilter(way.name, "");
        change(false);
      },
    })),
  ]);
  await present(answer, question, mine, {
    summaryOf: (texts) => `${summarize(nothing, texts)} ${note}`,
  });
}

async function answerQuestion(question: SearchQuestion, mine: number, focusFrom?: number): Promise<void> {
  const index = await data.index();
  const leading = question.query === "" ? {} : findAnswers(await data.answers(), question.query);
  if (mine !== latest) return;
  adoptNames(question, (kind, asked) => findFacet(index[kind], asked)?.id);
  showQuestion(() => change(false));
  const { aspect, faq } = leading;
  // The owner's answer that has the aspect's figure says it once.
  lead((aspect && !faq?.aspects.includes(aspect.id) ? aspect.html : "") + (faq?.html ?? ""));
  const about = aspect && {
    id: aspect.id,
    phrases: phrasesIn(aspect, question.query),
    places: unpackNumbers(aspect.reviews),
  };
  const asked = { ...question, about };
  isCounted = true;
  const answer = await gather(data, asked);
  if (mine !== latest) return;
  showCounts(answer.counts, answer.places.length);
  setClosest(answer.places.length === 0 || answer.loose);
  if (answer.places.length === 0) return presentNearest(answer, mine);
  suggest(toOffers(answer));
  await present(answer, asked, mine, {
    summaryOf: (texts) => `${summarize(answer, texts)} ${toUnknownNote()}`.trim(),
    aspect,
    focusFrom,
  });
}

async function search(focusFrom?: number): Promise<void> {
  clearTimeout(timer);
  clearTimeout(patience);
  setBusy(false);
  const mine = ++latest;
  const parameters = readQuestion();
  showQuestion(() => change(false));
  if (parameters.size === 0) {
    showUnasked();
    say(toUnknownNote());
    // The text that the build wrote beside the filters is true again.
    if (isCounted)
      void gather(data, { query: "", limit: 1, facets: {} }).then(
        (all) => mine === latest && showCounts(all.counts, all.places.length),
        () => undefined,
      );
    return;
  }
  const { question, problems } = parseQuestion(parameters);
  if (problems.length > 0) {
    showUnasked();
    return say(`${words.t("search.problems", { problems: problems.join("; ") })} ${toUnknownNote()}`.trim());
  }
  patience = setTimeout(waitForAnswer, slow);
  setBusy(true);
  try {
    await answerQuestion(question, mine, focusFrom);
  } catch {
    if (mine !== latest) return;
    showUnasked();
    say(words.t(navigator.onLine ? "search.failed" : "search.offline"), {
      label: words.t("search.again"),
      run: () => void search(),
    });
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
  if (toAddress() === location.pathname + location.search) return;
  if (typing && isTyping) history.replaceState(null, "", toAddress());
  else {
    keepPlace();
    history.pushState(null, "", toAddress());
  }
  isTyping = typing;
}

function change(typing: boolean): void {
  clearTimeout(timer);
  shown = parseQuestion(readQuestion()).question.limit;
  timer = setTimeout(
    () => {
      remember(typing);
      // Results begin at the top, which may be far above.
      if (!typing && root.getBoundingClientRect().top < 0) root.scrollIntoView();
      void search();
    },
    typing ? pause : 0,
  );
}

async function start(): Promise<void> {
  readAddress();
  const place = readPlace();
  shown = place?.shown ?? parseQuestion(readQuestion()).question.limit;
  isTyping = false;
  // The page came with reviews or lists, which do not stand under a question that they do not answer.
  if (latest === 0 && readQuestion().size > 0) waitForAnswer();
  await search();
  if (place?.y !== undefined) scrollTo(0, place.y);
}

function waitForAnswer(): void {
  clearResults();
  say(words.t("search.searching"));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  change(false);
  bringIntoView();
});
// The index comes when it is first needed, a moment before the first letter.
root.addEventListener("focusin", () => void data.index().catch(() => undefined), { once: true });
more.addEventListener("click", () => {
  const before = shown;
  shown += 40;
  void search(before);
});
// The browser would go there before there is anything to see.
history.scrollRestoration = "manual";
let scrolled: ReturnType<typeof setTimeout> | undefined;
addEventListener("scroll", () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(keepPlace, 150);
});
addEventListener("pagehide", keepPlace);
addEventListener("popstate", () => void start());
addEventListener("online", () => void search());

startFilters(change);
void start();
keepForOffline(Number(count), version);
