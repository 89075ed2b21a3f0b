// The search index as it travels: small once compressed, and read without a library.

/** A named thing that reviews can be filtered by, and the reviews (by their place) that it leaves. */
export interface Facet<Places = number[]> {
  id: string;
  name: string;
  /** Other names by which it is known. */
  aliases?: string[];
  reviews: Places;
}

/** The newest reviews, at most `maxSearched` of them; places count from the newest. */
export interface SearchIndex<Places = number[]> {
  ids: string[];
  dates: string[];
  ratings: number[];
  people: Facet<Places>[];
  services: Facet<Places>[];
  areas: Facet<Places>[];
  praise: Facet<Places>[];
  criticism: Facet<Places>[];
  /** Sorted; by place, the reviews that hold a form of the word. */
  words: string[];
  reviews: Places[];
  /** The words of names, and the reviews whose only form of the word they are: "Ostley Park" says nothing of parking. */
  names: { word: string; reviews: Places }[];
}

/** The same as JSON holds it: each list of places as a text, because that compresses best. */
export type PackedIndex = SearchIndex<string>;

export const facetKinds = ["people", "services", "areas", "praise", "criticism"] as const;
export type FacetKind = (typeof facetKinds)[number];

/** So many of the newest reviews are searched in the browser; the API knows all. */
export const maxSearched = 20_000;
/** Reviews of one file of texts. */
export const textsSize = 50;

/** The character of a gap of 0; each greater gap is that much further in Unicode, and none is as far as the surrogates. */
const zero = 48;

/** A list of rising places as the gaps between them, a character each. */
export const packNumbers = (numbers: readonly number[]): string =>
  numbers.map((number, at) => String.fromCodePoint(zero + number - (numbers[at - 1] ?? -1) - 1)).join("");

export function unpackNumbers(packed: string): number[] {
  let last = -1;
  return Array.from(packed, (gap) => (last += (gap.codePointAt(0) ?? 0) - zero + 1));
}

function withPlaces<From, To>(index: SearchIndex<From>, convert: (places: From) => To): SearchIndex<To> {
  const convertFacets = (facets: Facet<From>[]) =>
    facets.map((facet) => ({ ...facet, reviews: convert(facet.reviews) }));
  return {
    ...index,
    people: convertFacets(index.people),
    services: convertFacets(index.services),
    areas: convertFacets(index.areas),
    praise: convertFacets(index.praise),
    criticism: convertFacets(index.criticism),
    reviews: index.reviews.map(convert),
    names: index.names.map(({ word, reviews }) => ({ word, reviews: convert(reviews) })),
  };
}

export const packIndex = (index: SearchIndex): PackedIndex => withPlaces(index, packNumbers);
export const unpackIndex = (packed: PackedIndex): SearchIndex => withPlaces(packed, unpackNumbers);
