import { findFacet, findLike, findNamed, type NamedFacet } from "./facets.ts";
import { facetKinds, type FacetKind, type SearchIndex } from "./index-format.ts";
import type { SearchQuestion } from "./question.ts";
import { buildTerms, type Term } from "./query-terms.ts";
import { frequentWords } from "./words.ts";

/** What was found in one file of the index. */
export interface WordMatches {
  /** Places of the reviews that match, best first, or in the order that was asked for. */
  places: number[];
  scores: Map<number, number>;
  /** Stems that were looked for and are to be marked. */
  stems: Set<string>;
  /** For each word of the query, the stems that it may stand for. */
  terms: ReadonlySet<string>[];
  /** Words that nothing has, and what was taken instead. */
  corrected: Map<string, string>;
  /** Whether reviews with only some of the words are shown, because none has all. */
  loose: boolean;
  /** Facets of the question that nobody is known by. */
  unknown: FacetKind[];
  /** Filters that the words name, and the reviews that each would leave in their place. */
  named: (NamedFacet & { count: number })[];
  /** What may have been meant by the names that nobody is known by, and the reviews that each would leave. */
  meant: (NamedFacet & { count: number })[];
}

function scoreTerms(
  index: SearchIndex,
  terms: readonly Term[],
): { scores: Map<number, number>; all: Set<number> } {
  const scores = new Map<number, number>();
  const hits = new Map<number, number>();
  const count = Math.max(1, index.ids.length);
  for (const { raw, words } of terms) {
    const best = new Map<number, number>();
    for (const [word, quality] of words) {
      const reviews = index.reviews[word] ?? [];
      const rarity = frequentWords.has(raw) ? 0.05 : Math.log(1 + count / (reviews.length + 0.5));
      for (const place of reviews) best.set(place, Math.max(best.get(place) ?? 0, rarity * quality));
    }
    for (const [place, score] of best) {
      scores.set(place, (scores.get(place) ?? 0) + score);
      hits.set(place, (hits.get(place) ?? 0) + 1);
    }
  }
  return { scores, all: new Set([...hits].flatMap(([place, of]) => (of === terms.length ? place : []))) };
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

export const bySort = (
  index: Pick<SearchIndex, "ratings">,
  scores: ReadonlyMap<number, number>,
  question: SearchQuestion,
) => {
  const sort = question.sort ?? (question.query === "" ? "newest" : "relevant");
  const key = {
    relevant: (place: number) => -(scores.get(place) ?? 0),
    newest: () => 0,
    highest: (place: number) => -(index.ratings[place] ?? 0),
    lowest: (place: number) => index.ratings[place] ?? 0,
  }[sort];
  return (a: number, b: number) => key(a) - key(b) || a - b;
};

interface WordCandidates extends Pick<WordMatches, "scores" | "stems" | "terms" | "corrected" | "loose"> {
  candidates: number[];
  /** Words that nothing has. */
  mistyped: Set<string>;
}

const everything = (index: SearchIndex): number[] => index.ids.map((_, place) => place);

/** The reviews that have the words of a query or, where none has all, some of them. */
function matchWords(index: SearchIndex, query: string): WordCandidates {
  const corrected = new Map<string, string>();
  let terms = buildTerms(index, query, corrected);
  const mistyped = new Set(corrected.keys());
  for (const { raw, words } of terms) if (words.size === 0) mistyped.add(raw);
  let { scores, all } = scoreTerms(index, terms);
  let candidates = [...all];
  const loose = candidates.length === 0 && terms.length > 1;
  if (loose) {
    // Two letters, which may begin anything, tell nothing of their own.
    terms = terms.filter(({ raw }) => !/^[a-z0-9]{1,2}$/.test(raw));
    ({ scores, all } = scoreTerms(index, terms));
    candidates = [...scores].flatMap(([place, score]) => (score > 0.5 ? place : []));
  }
  const sought = terms.map(({ words }) => new Set([...words.keys()].map((word) => index.words[word] ?? "")));
  const stems = new Set(sought.flatMap((of) => [...of]));
  if (loose) for (const word of frequentWords) stems.delete(word);
  return { candidates, scores, stems, terms: sought, corrected, loose, mistyped };
}

/** The reviews that are looked at when no words are asked for, or an exact phrase that these places hold. */
const withoutWords = (candidates: number[]): WordCandidates => ({
  candidates,
  scores: new Map(),
  stems: new Set(),
  terms: [],
  corrected: new Map(),
  loose: false,
  mistyped: new Set(),
});

/** The reviews that match, and how many each filter would leave. `only` are the places that hold an exact phrase. */
export function findMatches(
  index: SearchIndex,
  question: SearchQuestion,
  only?: ReadonlySet<number>,
): WordMatches & {
  counts: Map<FacetKind, Map<string, number>>;
  stars: Map<string, number>;
  years: Map<string, number>;
} {
  const hasWords = only === undefined && question.query.trim() !== "";
  const { candidates, mistyped, ...matched } = hasWords
    ? matchWords(index, question.query)
    : withoutWords(only === undefined ? everything(index) : [...only]);
  const { filters, unknown } = buildFilters(index, question);
  const passing = (without?: Filter) =>
    candidates.filter((place) => [...filters].every(([name, test]) => name === without || test(place)));
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
  const named = findNamed(index, question.query, mistyped)
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
  return { ...matched, places, unknown, named, meant, counts, stars, years };
}

function countBy(places: readonly number[], keyOf: (place: number) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return counts;
}
