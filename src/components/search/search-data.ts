import { link } from "../../link.ts";
import type { Answer } from "../../site-search/answers.ts";
import type { CardReview } from "../review/review-card.ts";
import {
  type PackedIndex,
  type SearchIndex,
  textsSize,
  unpackIndex,
} from "../../site-search/index-format.ts";
import { findMatches } from "../../site-search/ranking.ts";
import { wordsOf } from "../../site-search/words.ts";
import type { Span } from "../review/passages.ts";

// Where the search gets its files: the index and texts that the build made, each fetched once, when first needed.

const tooSlow = 15_000;

export interface SearchData {
  /** How many reviews there are, searched or not. */
  count: number;
  /** Whether a sidecar is there to be asked. */
  hasApi: boolean;
  index: () => Promise<SearchIndex>;
  /** The cards of questions; none where they cannot be had, as reviews answer too. */
  answers: () => Promise<readonly Answer[]>;
  /** The review at a place of the index, if its text is here already. */
  known: (place: number) => CardReview | undefined;
  /** Brings the texts of these reviews; what cannot be had stays unknown. */
  bring: (places: readonly number[]) => Promise<void>;
}

/** The page's data attributes say which reviews there are to search. */
export function createSearchData({ count: given, version = "", api }: DOMStringMap): SearchData {
  const count = Number(given);
  const files = new Map<string, Promise<unknown>>();
  const reviews = new Map<string, CardReview>();
  let loaded: SearchIndex | undefined;

  const get = async <T>(name: string): Promise<T> => {
    const response = await fetch(link(`/search-index/${name}.json?v=${version}`), {
      signal: AbortSignal.timeout(tooSlow),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.json()) as T;
  };
  /** What is loaded under a name, once; what failed is loaded anew. */
  const once = <T>(name: string, load: () => Promise<T>): Promise<T> => {
    const known = files.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const loading = load();
    files.set(name, loading);
    loading.catch(() => files.delete(name));
    return loading;
  };
  // Texts are numbered from the oldest review, so that files of old ones never change.
  const fileOf = (place: number) => `texts-${Math.floor((count - 1 - place) / textsSize)}`;
  const loadTexts = (name: string) =>
    once(name, async () => {
      for (const review of await get<CardReview[]>(name)) reviews.set(review.id, review);
    });

  return {
    count,
    hasApi: api !== undefined,
    index: () => once("words", async () => (loaded = unpackIndex(await get<PackedIndex>("words")))),
    answers: () => once("answers", () => get<readonly Answer[]>("answers")).catch(() => []),
    known: (place) => reviews.get(loaded?.ids[place] ?? ""),
    bring: async (places) => {
      await Promise.allSettled([...new Set(places.map(fileOf))].map(loadTexts));
    },
  };
}

// Words in quotation marks, and queries with signs that no word has, are looked for as they are written.

/** The most texts that are looked through in the browser. */
const mostTexts = 1_000;
const mostOfApi = 100;

/** The text to look for as written; undefined when the query is words in any order. */
export function phraseOf(query: string): string | undefined {
  const trimmed = query.trim();
  const quoted = /^["“„«](.+)["”“»]$/su.exec(trimmed)?.[1];
  if (quoted !== undefined) return quoted;
  return /[<>{}()[\]$*+=|\\/^_~@#%]|\p{Extended_Pictographic}/u.test(trimmed) ||
    (trimmed !== "" && wordsOf(trimmed).length === 0)
    ? trimmed
    : undefined;
}

/** Every occurrence of the phrase, in any case. */
export function findPhrase(text: string, phrase: string): Span[] {
  const pattern = new RegExp(phrase.normalize("NFC").replace(/[$()*+./?[\\\]^{|}]/g, "\\$&"), "giu");
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** The ids that the API finds, without fetching all texts; undefined when it does not answer, or found more than it lists. */
async function askApi(phrase: string): Promise<Set<string> | undefined> {
  try {
    const query = new URLSearchParams({ query: phrase, limit: String(mostOfApi) });
    const response = await fetch(link(`/api/reviews/search?${query}`), {
      signal: AbortSignal.timeout(3_000),
    });
    if (!response.ok) return undefined;
    const { total, reviews } = (await response.json()) as { total: number; reviews: { id: string }[] };
    return total > reviews.length ? undefined : new Set(reviews.map(({ id }) => id));
  } catch {
    return undefined;
  }
}

/** The reviews that hold the phrase. */
export async function findPhrasePlaces(
  data: SearchData,
  index: SearchIndex,
  phrase: string,
): Promise<ReadonlySet<number>> {
  const ids = data.hasApi ? await askApi(phrase) : undefined;
  if (ids !== undefined) return new Set(index.ids.flatMap((id, place) => (ids.has(id) ? place : [])));
  const words = wordsOf(phrase);
  const candidates = findMatches(index, {
    query: words.length === 0 ? "" : phrase,
    limit: 1,
    facets: {},
  }).places.slice(0, mostTexts);
  await data.bring(candidates);
  return new Set(candidates.filter((place) => findPhrase(data.known(place)?.text ?? "", phrase).length > 0));
}
