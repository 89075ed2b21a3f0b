import type { CardReview } from "../review/review-card.ts";
import {
  type PackedIndex,
  type SearchIndex,
  shardSize,
  textsSize,
  unpackIndex,
} from "../../site-search/index-format.ts";

// Where the search gets its files: the index and texts that the build made, each fetched once, when first needed.

const tooSlow = 15_000;

export interface SearchData {
  /** How many files the index has. */
  shards: number;
  index: (shard: number) => Promise<SearchIndex>;
  /** The review at a place of a shard, if its text is here already. */
  known: (shard: number, place: number) => CardReview | undefined;
  /** Brings the texts of these reviews; what cannot be had stays unknown. */
  bring: (shard: number, places: readonly number[]) => Promise<void>;
}

export function createSearchData(count: number, version: string): SearchData {
  const shards = Math.max(1, Math.ceil(count / shardSize));
  const indexes = new Map<number, Promise<SearchIndex>>();
  const files = new Map<number, Promise<void>>();
  const reviews = new Map<string, CardReview>();
  const loaded = new Map<number, SearchIndex>();

  const get = async <T>(name: string): Promise<T> => {
    const response = await fetch(`/search-index/${name}.json?v=${version}`, {
      signal: AbortSignal.timeout(tooSlow),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.json()) as T;
  };
  const once = <T>(kept: Map<number, Promise<T>>, key: number, load: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const loading = load();
    kept.set(key, loading);
    // What failed is asked for again.
    loading.catch(() => kept.delete(key));
    return loading;
  };
  // Texts are numbered from the oldest review, so that files of old ones never change.
  const fileOf = (shard: number, place: number) =>
    Math.floor((count - 1 - (shard * shardSize + place)) / textsSize);
  const loadTexts = (file: number) =>
    once(files, file, async () => {
      for (const review of await get<CardReview[]>(`texts-${file}`)) reviews.set(review.id, review);
    });

  return {
    shards,
    index: (shard) =>
      once(indexes, shard, async () => {
        const index = unpackIndex(await get<PackedIndex>(`words-${shard}`));
        loaded.set(shard, index);
        return index;
      }),
    known: (shard, place) => reviews.get(loaded.get(shard)?.ids[place] ?? ""),
    bring: async (shard, places) => {
      const wanted = new Set(places.map((place) => fileOf(shard, place)));
      await Promise.allSettled([...wanted].map(loadTexts));
    },
  };
}
