import { facetKinds, type FacetKind } from "./index-format.ts";

// What is asked, as the address of /reviews/ says it: every parameter of GET /api/reviews/search, and those that only
// the page knows. A test holds the two to the same answers.

const sorts = ["relevant", "newest", "highest", "lowest"] as const;
type Sort = (typeof sorts)[number];

export interface SearchQuestion {
  query: string;
  rating?: number;
  minRating?: number;
  since?: string;
  until?: string;
  year?: string;
  limit: number;
  sort?: Sort;
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
/** What links from elsewhere carry along, and what says nothing about reviews. */
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
  const sort = checked("sort", (text) => sorts.some((one) => one === text), `one of ${sorts.join(", ")}`);
  const facets: SearchQuestion["facets"] = {};
  for (const kind of facetKinds) {
    const value = valueOf(facetParameters[kind]);
    if (value !== undefined) facets[kind] = value;
  }
  const question: SearchQuestion = {
    query,
    ...(rating !== undefined && { rating }),
    ...(minRating !== undefined && { minRating }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(year !== undefined && { year }),
    limit,
    ...(sort !== undefined && { sort: sorts.find((one) => one === sort) ?? "newest" }),
    facets,
  };
  return { question, problems };
}
