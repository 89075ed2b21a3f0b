// The search index as it travels: small once compressed, and read without a library.

/** A named thing that reviews can be filtered by, and the reviews (by their place) that it leaves. */
export interface Facet {
  id: string;
  name: string;
  /** Other names by which it is known. */
  aliases?: string[];
  reviews: number[];
}

/** One file of the index: up to `shardSize` reviews, newest first; places count from its start. */
export interface SearchIndex {
  ids: string[];
  dates: string[];
  ratings: number[];
  people: Facet[];
  services: Facet[];
  areas: Facet[];
  praise: Facet[];
  criticism: Facet[];
  /** Sorted; by place, the reviews that hold a form of the word. */
  words: string[];
  reviews: number[][];
}

type PackedFacet = [id: string, name: string, reviews: string, ...aliases: string[]];

/** The same as JSON holds it: strings, because they compress best. */
export interface PackedIndex {
  ids: string;
  /** Empty where the id begins with the day. */
  dates: string;
  ratings: string;
  facets: Record<FacetKind, PackedFacet[]>;
  words: string;
  reviews: string;
}

export const facetKinds = ["people", "services", "areas", "praise", "criticism"] as const;
export type FacetKind = (typeof facetKinds)[number];

/** Reviews of one file of the index, and of one file of texts. */
export const shardSize = 5_000;
/** Beyond this many files of the index the newest reviews are searched in the browser; the API knows all. */
export const maxShards = 4;
export const textsSize = 50;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVabcdefghijklmnopqrstuvwxyzWXYZ-_";

/** A list of rising numbers as the gaps between them, five bits a character; the sixth says that more follow. */
export function packNumbers(numbers: readonly number[]): string {
  let packed = "";
  let last = -1;
  for (const number of numbers) {
    let gap = number - last - 1;
    last = number;
    while (gap > 31) {
      packed += digits[32 + (gap & 31)];
      gap >>= 5;
    }
    packed += digits[gap];
  }
  return packed;
}

const valueOf = new Map(Array.from(digits, (digit, value) => [digit, value]));

export function unpackNumbers(packed: string): number[] {
  const numbers: number[] = [];
  let last = -1;
  let gap = 0;
  let shift = 0;
  for (const digit of packed) {
    const value = valueOf.get(digit) ?? 0;
    gap |= (value & 31) << shift;
    shift += 5;
    if (value > 31) continue;
    last += gap + 1;
    numbers.push(last);
    gap = 0;
    shift = 0;
  }
  return numbers;
}

/** Sorted words, each as the length of what it shares with the one before, and the rest. */
function packWords(words: readonly string[]): string {
  let last = "";
  return words
    .map((word) => {
      let shared = 0;
      while (shared < 35 && shared < word.length && word[shared] === last[shared]) shared += 1;
      last = word;
      return shared.toString(36) + word.slice(shared);
    })
    .join("\n");
}

function unpackWords(packed: string): string[] {
  let last = "";
  return packed === ""
    ? []
    : packed
        .split("\n")
        .map((line) => (last = last.slice(0, Number.parseInt(line[0] ?? "0", 36)) + line.slice(1)));
}

const packFacet = ({ id, name, aliases = [], reviews }: Facet): PackedFacet => [
  id,
  name,
  packNumbers(reviews),
  ...aliases,
];
const unpackFacet = ([id, name, reviews, ...aliases]: PackedFacet): Facet => ({
  id,
  name,
  aliases,
  reviews: unpackNumbers(reviews),
});

export const packIndex = (index: SearchIndex): PackedIndex => ({
  ids: index.ids.join("\n"),
  dates: index.dates.map((date, place) => (index.ids[place]?.startsWith(date) ? "" : date)).join("\n"),
  ratings: index.ratings.join(""),
  facets: {
    people: index.people.map(packFacet),
    services: index.services.map(packFacet),
    areas: index.areas.map(packFacet),
    praise: index.praise.map(packFacet),
    criticism: index.criticism.map(packFacet),
  },
  words: packWords(index.words),
  reviews: index.reviews.map(packNumbers).join(" "),
});

const lines = (packed: string) => (packed === "" ? [] : packed.split("\n"));

const unpackDates = (packed: string, ids: readonly string[]): string[] => {
  const dates = packed.split("\n");
  return ids.map((id, place) => dates[place] || id.slice(0, 10));
};

export const unpackIndex = ({ ids, dates, ratings, facets, words, reviews }: PackedIndex): SearchIndex => ({
  ids: lines(ids),
  dates: unpackDates(dates, lines(ids)),
  ratings: Array.from(ratings, Number),
  people: facets.people.map(unpackFacet),
  services: facets.services.map(unpackFacet),
  areas: facets.areas.map(unpackFacet),
  praise: facets.praise.map(unpackFacet),
  criticism: facets.criticism.map(unpackFacet),
  words: unpackWords(words),
  reviews: words === "" ? [] : reviews.split(" ").map(unpackNumbers),
});
