import { facetKinds, type FacetKind, type Facet, type SearchIndex } from "./index-format.ts";
import { resolveName, distance, probablyMeant } from "../schema/names.ts";
import { foldWord, frequentWords, wordsOf } from "./words.ts";

// The query in the address of /reviews/: every parameter of GET /api/reviews/search, and those that only
// the page knows. A test holds the two to the same answers.

const sorts = ["relevant", "newest", "highest", "lowest"] as const;
type Sort = (typeof sorts)[number];

export interface SearchQuestion {
  query: string;
  rating?: number | undefined;
  minRating?: number | undefined;
  since?: string | undefined;
  until?: string | undefined;
  year?: string | undefined;
  limit: number;
  sort?: Sort | undefined;
  /** The aspect that the words ask about, with which of its phrases, and who mentions it; not a part of the address. */
  about?: { id: string; phrases: readonly string[]; places: readonly number[] } | undefined;
  /** By kind of list, the id that was chosen, or a name by which it is known. */
  facets: Partial<Record<FacetKind, string>>;
}

/** The parameters of the filters, by kind of list. */
export const facetParameters: Readonly<Record<FacetKind, string>> = {
  people: "mentions_technician",
  services: "mentions_service",
  areas: "mentions_area",
  praise: "praise",
  criticism: "criticism",
};

const known = new Set([
  "query",
  "rating",
  "min_rating",
  "since",
  "until",
  "year",
  "limit",
  "sort",
  ...Object.values(facetParameters),
]);
export const isFilter = (name: string): boolean => known.has(name);
/** Parameters that links from elsewhere carry along and that say nothing about reviews. */
export const isForeign = (name: string): boolean => /^(?:utm_\w+|fbclid|gclid|msclkid|ref|v)$/.test(name);

const decimal = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const defaultLimit = 20;

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  );
}

/** The question in an address, or what is wrong with it, in sentences. */
export function parseQuestion(parameters: URLSearchParams): { question: SearchQuestion; problems: string[] } {
  const problems: string[] = [];
  const got = (value: string) => `, got ${JSON.stringify(value.slice(0, 40))}`;
  const valueOf = (name: string): string | undefined => {
    const values = parameters.getAll(name);
    if (values.length > 1) problems.push(`${name} may be given once only`);
    return values[0] === "" ? undefined : values[0];
  };
  const number = (name: string, valid: (value: number) => boolean, wanted: string) => {
    const text = valueOf(name);
    if (text === undefined) return undefined;
    const value = decimal.test(text) ? Number(text) : Number.NaN;
    if (valid(value)) return value;
    problems.push(`${name} must be ${wanted}${got(text)}`);
    return undefined;
  };
  const checked = (name: string, valid: (value: string) => boolean, wanted: string) => {
    const text = valueOf(name);
    if (text === undefined || valid(text)) return text;
    problems.push(`${name} must be ${wanted}${got(text)}`);
    return undefined;
  };
  const whole = (least: number, most: number) => (value: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  const day = "a real day, written YYYY-MM-DD";
  for (const name of new Set(parameters.keys())) {
    if (!known.has(name) && !isForeign(name)) problems.push(`there is no filter called ${name.slice(0, 40)}`);
  }
  const query =
    checked("query", (text) => Array.from(text).length <= 200, "text of at most 200 characters") ?? "";
  const rating = number("rating", whole(1, 5), "a whole number from 1 to 5");
  const minRating = number("min_rating", (value) => value >= 1 && value <= 5, "a number from 1 to 5");
  const since = checked("since", isDay, day);
  const until = checked("until", isDay, day);
  if (since !== undefined && until !== undefined && since > until)
    problems.push(`since must not be after until (${until})`);
  const year = checked("year", (text) => /^\d{4}$/.test(text), "a year of four digits");
  const limit = number("limit", whole(1, 100), "a whole number from 1 to 100") ?? defaultLimit;
  const isSort = (text: string) => sorts.some((one) => one === text);
  const sort = checked("sort", isSort, `one of ${sorts.join(", ")}`) as Sort | undefined;
  const facets: SearchQuestion["facets"] = {};
  for (const kind of facetKinds) {
    const value = valueOf(facetParameters[kind]);
    if (value !== undefined) facets[kind] = value;
  }
  const question = { query, rating, minRating, since, until, year, limit, sort, facets };
  return { question, problems };
}

/** The facet that is known by this id, name or alias; a name that two share names nobody. */
export function findFacet(facets: readonly Facet[], asked: string): Facet | undefined {
  const meant = resolveName(facets, asked.trim(), foldWord);
  return meant.length === 1 ? meant[0] : undefined;
}

const foldedWords = (text: string): string[] => wordsOf(text).map(({ folded }) => folded);

/** No name has more words; what follows is not compared. */
const maxWords = 8;

/** Facets that may have been meant, the likeliest first: their names share a word, or have one that was mistyped. */
export function findLike(facets: readonly Facet[], asked: string): Facet[] {
  const given = foldWord(asked);
  const words = foldedWords(asked).slice(0, maxWords);
  const named = facets.map((facet) => {
    const names = [facet.name, ...(facet.aliases ?? [])];
    const far = Math.min(...names.map((name) => distance(given, foldWord(name))));
    return { facet, far, words: [facet.id, ...names.map(foldWord), ...names.flatMap(foldedWords)] };
  });
  const having = (wanted: ReadonlySet<string>) =>
    named.filter((one) => one.words.some((word) => wanted.has(word)));
  const sharing = having(new Set(words.filter((word) => !frequentWords.has(word))));
  // Two letters are one edit from any two others.
  const isTelling = (word: string) => word.length > 2;
  const known = named.flatMap((one) => one.words).filter(isTelling);
  const meant = () =>
    new Set([given, ...words].filter(isTelling).flatMap((word) => probablyMeant(word, known) ?? []));
  return (sharing.length > 0 ? sharing : having(meant()))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ facet }) => facet);
}

/** A filter that the words of a query name. */
interface NamedFacet extends Facet {
  kind: FacetKind;
}

/**
 * The filters whose name, or an alias, has all of the words: a person is more than the word "Will". Words of the query
 * that no review has may be mistyped names.
 */
export function findNamed(index: SearchIndex, query: string, mistyped: ReadonlySet<string>): NamedFacet[] {
  const words = wordsOf(query);
  const isTelling = words.some(({ folded }) => folded.length > 2 && !frequentWords.has(folded));
  const hasAll = (name: string, isProper: boolean) => {
    const own = wordsOf(name);
    const forms = new Set(own.map(({ folded, stem }) => (isProper ? folded : stem)));
    const isMeant = (word: string) =>
      word.length > 2 &&
      mistyped.has(word) &&
      probablyMeant(
        word,
        own.map(({ folded }) => folded),
      ) !== undefined;
    return words.every(({ stem, folded }) => forms.has(isProper ? folded : stem) || isMeant(folded));
  };
  if (words.length === 0) return [];
  return facetKinds
    .filter((kind) => isTelling || kind === "people")
    .flatMap((kind) => index[kind].map((facet) => ({ ...facet, kind })))
    .filter(({ kind, name, aliases = [], reviews }) => {
      // A person or a place is called by its name only: "parking" is not Ostley Park.
      const isProper = kind === "people" || kind === "areas";
      return reviews.length > 0 && [name, ...aliases].some((one) => hasAll(one, isProper));
    })
    .slice(0, 2);
}
