import { distance } from "../schema/names.ts";
import { partitionPoint } from "../schema/lists.ts";
import { type SearchIndex, facetKinds, type FacetKind } from "./index-format.ts";
import { isQuestion, questionWords } from "./answers.ts";
import { frequentWords, stemOf, type Word, wordsOf } from "./words.ts";
import { findFacet, findLike, findNamed, type SearchQuestion } from "./question.ts";

// From a query to ranked reviews, each known by its place in the index: the forms, completions and corrections of each word, scores, filters and order.

/** One word of a query. */
interface Term {
  raw: string;
  /** Matching words of the index, and how well they match. */
  words: Map<number, number>;
  /** The reviews that have it only as another form in a name. */
  except?: ReadonlySet<number>;
}

const maxPrefixes = 40;

/** The index of the first of the sorted words that is not before `word`. */
const indexOfWord = (words: readonly string[], word: string): number =>
  partitionPoint(words.length, (index) => (words[index] ?? "") < word);

function prefixed(words: readonly string[], prefix: string): number[] {
  const first = indexOfWord(words, prefix);
  const next = words.slice(first, first + maxPrefixes).findIndex((word) => !word.startsWith(prefix));
  const found = next === -1 ? Math.min(maxPrefixes, words.length - first) : next;
  return Array.from({ length: found }, (_, index) => first + index);
}

/** The words nearest to a mistyped one: a dropped or swapped letter is likelier than another one. */
function nearest({ words, reviews }: SearchIndex, folded: string): number[] {
  if (folded.length < 3 || /\d/.test(folded)) return [];
  const max = folded.length >= 8 ? 2 : 1;
  // Words of the index have lost their endings, so the mistyped one is compared with and without its own.
  const forms = [...new Set([folded, stemOf(folded), folded.replace(/e$/, "")])];
  const costOf = (word: string) =>
    Math.min(
      ...forms.map((form) => {
        // Words are at least as far apart as their lengths, which cost nothing to compare.
        if (Math.abs(form.length - word.length) > max) return Infinity;
        // A stem has lost its ending already: one that lost a letter more is an edit further from what was typed.
        const far =
          distance(form, word) + (form !== folded && form.startsWith(word) && form !== word ? 1 : 0);
        if (far > max) return Infinity;
        const isChanged = word.length === form.length && !isSwapped(word, form);
        return far + (isChanged ? 0.5 : 0) + (word[0] === form[0] ? 0 : 0.25);
      }),
    );
  const costs = words.map((word) => (word.length < 3 || frequentWords.has(word) ? Infinity : costOf(word)));
  const least = costs.reduce((a, b) => Math.min(a, b), Infinity);
  return costs
    .flatMap((cost, at) => (cost === least && cost < Infinity ? at : []))
    .sort((a, b) => (reviews[b]?.length ?? 0) - (reviews[a]?.length ?? 0))
    .slice(0, 3);
}

const isSwapped = (a: string, b: string): boolean =>
  Array.from(a).sort().join("") === Array.from(b).sort().join("");

/** The stems of a word written together with the one before it and with the one after it. */
const pairsOf = (words: readonly Word[], at: number): string[] =>
  [at - 1, at]
    .map((first) => `${words[first]?.folded ?? " "}${words[first + 1]?.folded ?? " "}`)
    .filter((pair) => /^[a-z0-9]{4,}$/.test(pair))
    .map(stemOf);

/** A word that nothing has as two that stand in one review: "backyard". */
function splitWord({ words, reviews }: SearchIndex, folded: string): number[] {
  for (let cut = 3; cut <= folded.length - 3; cut += 1) {
    const parts = [folded.slice(0, cut), folded.slice(cut)].map((part) => {
      const stem = stemOf(part);
      const at = indexOfWord(words, stem);
      return words[at] === stem && !frequentWords.has(part) ? at : -1;
    });
    const [first = [], second = []] = parts.map((part) => reviews[part] ?? []);
    const having = new Set(first);
    if (second.some((place) => having.has(place))) return parts;
  }
  return [];
}

function buildTerms(index: SearchIndex, query: string, corrected: Map<string, string>): Term[] {
  const words = wordsOf(query);
  const isTyping = /[\p{L}\p{M}\p{N}]$/u.test(query);
  return words.flatMap((word, number): Term | Term[] => {
    const { folded, stem } = word;
    const matching = new Map<number, number>();
    // "e-mail" and "back yard" are also written as one word.
    for (const form of [stem, ...pairsOf(words, number)]) {
      const at = indexOfWord(index.words, form);
      if (index.words[at] === form) matching.set(at, 1);
    }
    // "on" is a word that is finished; "ga" and 낙 may be the beginning of one.
    const isFinished = frequentWords.has(folded) || (folded.length === 1 && folded < "\u0250");
    if (isTyping && number === words.length - 1 && !isFinished) {
      for (const other of prefixed(index.words, folded)) if (!matching.has(other)) matching.set(other, 0.6);
    }
    if (matching.size === 0) {
      const near = nearest(index, folded);
      for (const other of near) matching.set(other, 0.5);
      const parts = near.length === 0 ? splitWord(index, folded) : near.slice(0, 1);
      const shown = parts.map((part) => index.words[part] ?? "");
      if (shown.length > 0) corrected.set(folded, shown.join(" "));
      if (parts.length > 1)
        return parts.map((part, at) => ({ raw: shown[at] ?? "", words: new Map([[part, 0.5]]) }));
    }
    return { raw: folded, words: matching, except: inOtherNames(index, word) };
  });
}

/** The reviews that have the stem of a word only as another word in a name. */
function inOtherNames({ names }: SearchIndex, { folded, stem }: Word): Set<number> {
  const placesOf = (isMeant: (word: string) => boolean) =>
    new Set(names.flatMap(({ word, reviews }) => (isMeant(word) ? reviews : [])));
  return placesOf((word) => word !== folded && stemOf(word) === stem).difference(
    placesOf((word) => word === folded),
  );
}

/** How well each review has the words, and which reviews have all that count; in a question only telling words do. */
function scoreTerms(
  index: SearchIndex,
  terms: readonly Term[],
  isOptional: (term: Term) => boolean,
): { scores: Map<number, number>; all: Set<number> } {
  const scores = new Map<number, number>();
  const hits = new Map<number, number>();
  const count = Math.max(1, index.ids.length);
  const needed = terms.filter((term) => !isOptional(term));
  for (const term of terms) {
    const { raw, words, except } = term;
    const best = new Map<number, number>();
    for (const [word, quality] of words) {
      const reviews = index.reviews[word] ?? [];
      const rarity = frequentWords.has(raw) ? 0.05 : Math.log(1 + count / (reviews.length + 0.5));
      for (const place of reviews)
        if (!except?.has(place)) best.set(place, Math.max(best.get(place) ?? 0, rarity * quality));
    }
    for (const [place, score] of best) {
      scores.set(place, (scores.get(place) ?? 0) + score);
      if (!isOptional(term)) hits.set(place, (hits.get(place) ?? 0) + 1);
    }
  }
  return { scores, all: new Set([...hits].flatMap(([place, of]) => (of === needed.length ? place : []))) };
}

type Filter = FacetKind | "stars" | "dates";

/** A test for each filter of the question, so that a filter's own counts can leave it out. */
function buildFilters(
  index: SearchIndex,
  question: SearchQuestion,
): { filters: Map<Filter, (place: number) => boolean>; unknown: FacetKind[] } {
  const filters = new Map<Filter, (place: number) => boolean>();
  const unknown: FacetKind[] = [];
  const { rating, minRating, since, until, year } = question;
  if (rating !== undefined || minRating !== undefined) {
    filters.set("stars", (place) => {
      const stars = index.ratings[place] ?? 0;
      return (rating === undefined || stars === rating) && stars >= (minRating ?? 0);
    });
  }
  if (since !== undefined || until !== undefined || year !== undefined) {
    filters.set("dates", (place) => {
      const date = index.dates[place] ?? "";
      return date >= (since ?? "") && date <= (until ?? "9999") && date.startsWith(year ?? "");
    });
  }
  for (const kind of facetKinds) {
    const asked = question.facets[kind];
    if (asked === undefined) continue;
    const facet = findFacet(index[kind], asked);
    if (facet === undefined) unknown.push(kind);
    const reviews = new Set(facet?.reviews);
    filters.set(kind, (place) => reviews.has(place));
  }
  return { filters, unknown };
}

const bySort = (index: SearchIndex, scores: ReadonlyMap<number, number>, question: SearchQuestion) => {
  const sort = question.sort ?? (question.query === "" ? "newest" : "relevant");
  const key = {
    relevant: (place: number) => -(scores.get(place) ?? 0),
    newest: () => 0,
    highest: (place: number) => -(index.ratings[place] ?? 0),
    lowest: (place: number) => index.ratings[place] ?? 0,
  }[sort];
  return (a: number, b: number) => key(a) - key(b) || a - b;
};

/**
 * A question about an aspect is answered by the reviews that mention it: first those with the words that it asks with,
 * then those that judge the aspect in others; of equals the newest.
 */
const askedWeight = 40;
const aboutWeight = 20;

/** The reviews that have all words of a phrase of stems, wherever. */
function havingAll({ words, reviews }: SearchIndex, phrase: string): number[] {
  const [first = [], ...others] = phrase.split(" ").map((stem) => {
    const at = indexOfWord(words, stem);
    return words[at] === stem ? (reviews[at] ?? []) : [];
  });
  const sets = others.map((places) => new Set(places));
  return [...first].filter((place) => sets.every((places) => places.has(place)));
}

/**
 * The reviews that have the words of a query or, where none has all, some of them; of a question, those on its aspect.
 * All have no words.
 */
function matchWords(index: SearchIndex, { query, about }: SearchQuestion) {
  const corrected = new Map<string, string>();
  let terms = buildTerms(index, query, corrected);
  const mistyped = new Set(corrected.keys());
  for (const { raw, words } of terms) if (words.size === 0) mistyped.add(raw);
  const isAsking = isQuestion(query);
  const isOptional = ({ raw }: Term) => isAsking && (frequentWords.has(raw) || questionWords.has(raw));
  let { scores, all } = scoreTerms(index, terms, isOptional);
  if (about !== undefined) {
    const judging = [index.praise, index.criticism].flatMap(
      (kind) => kind.find(({ id }) => id === about.id)?.reviews ?? [],
    );
    const asked = about.phrases.flatMap((phrase) => havingAll(index, phrase));
    for (const place of judging) scores.set(place, aboutWeight);
    for (const place of asked) scores.set(place, askedWeight);
    // As many as the figure beside them counts.
    all = new Set(isAsking ? about.places : [...all, ...about.places]);
  }
  let candidates = query.trim() === "" ? [...index.ids.keys()] : [...all];
  const loose = candidates.length === 0 && terms.length > 1;
  if (loose) {
    // Two letters, which may begin anything, tell nothing of their own.
    terms = terms.filter(({ raw }) => !/^[a-z0-9]{1,2}$/.test(raw));
    ({ scores, all } = scoreTerms(index, terms, isOptional));
    candidates = [...scores].flatMap(([place, score]) => (score > 0.5 ? place : []));
  }
  const sought = terms.map(({ words }) => new Set([...words.keys()].map((word) => index.words[word] ?? "")));
  const stems = new Set(sought.flatMap((of) => [...of]));
  if (loose || isAsking) for (const word of [...frequentWords, ...questionWords]) stems.delete(stemOf(word));
  return {
    candidates,
    scores,
    /** Stems that were looked for and are to be marked. */
    stems,
    /** For each word of the query, the stems that it may stand for. */
    terms: sought,
    /** Words that nothing has, and what was taken instead. */
    corrected,
    /** Whether reviews with only some of the words are shown, because none has all. */
    loose,
    /** Words that nothing has. */
    mistyped,
  };
}

/** The reviews that match, and how many each filter would leave. `only` are the places that hold an exact phrase. */
export function findMatches(index: SearchIndex, question: SearchQuestion, only?: ReadonlySet<number>) {
  const { candidates, ...matched } = matchWords(
    index,
    only ? { ...question, query: "", about: undefined } : question,
  );
  const searched = only ? [...only] : candidates;
  const { filters, unknown } = buildFilters(index, question);
  const passing = (without?: Filter) =>
    searched.filter((place) => [...filters].every(([name, test]) => name === without || test(place)));
  const places = passing().sort(bySort(index, matched.scores, question));
  const counts = new Map<FacetKind, Map<string, number>>();
  for (const kind of facetKinds) {
    const left = new Set(passing(kind));
    counts.set(
      kind,
      new Map(index[kind].map(({ id, reviews }) => [id, reviews.filter((place) => left.has(place)).length])),
    );
  }
  const isLeft = (place: number) => [...filters.values()].every((test) => test(place));
  const named = findNamed(index, question.query, matched.mistyped)
    .filter(({ kind }) => question.facets[kind] === undefined)
    .map((facet) => ({ ...facet, count: facet.reviews.filter(isLeft).length }))
    .filter(({ count }) => count > 0);
  const meant = unknown.flatMap((kind) =>
    findLike(index[kind], question.facets[kind] ?? "").map((facet) => ({
      ...facet,
      kind,
      count: counts.get(kind)?.get(facet.id) ?? 0,
    })),
  );
  const stars = countBy(passing("stars"), (place) => String(index.ratings[place] ?? 0));
  const years = countBy(passing("dates"), (place) => index.dates[place]?.slice(0, 4) ?? "");
  return {
    ...matched,
    /** Places of the reviews that match, best first, or in the order that was asked for. */
    places,
    /** Facets of the question that nobody is known by. */
    unknown,
    /** Filters that the words name, and the reviews that each would leave in their place. */
    named,
    /** Suggestions for unknown names, and the reviews that each would leave. */
    meant,
    counts,
    stars,
    years,
  };
}

function countBy(places: readonly number[], keyOf: (place: number) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return counts;
}
