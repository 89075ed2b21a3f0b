import { SearchQuery } from "../../../src/schema/datasets.ts";
import { createRandom, pick } from "../../../src/schema/lists.ts";
import { services, technicians } from "./corpus.ts";

/** Kinds of search, so that each can be looked at by itself. */
export interface MixedQuery {
  kind: string;
  query: SearchQuery;
}

/** The address that asks for it. */
export const toSearchPath = ({ query: { limit, ...filters } }: MixedQuery): string => {
  const given = Object.entries({ ...filters, limit }).map(([name, value]) => [name, String(value)]);
  return `/api/reviews/search?${new URLSearchParams(given).toString()}`;
};

/** Distinct searches as people and programs make them, cut from the texts themselves. */
export function buildQueries(
  textAt: (number: number) => string,
  count: number,
  wanted: number,
  seed = 7,
): MixedQuery[] {
  const random = createRandom(seed);
  const some = <T>(list: readonly T[]): T => pick(list, random);
  const words = () => textAt(Math.floor(random() * count)).split(" ");
  const run = (length: number) => {
    const all = words();
    const from = Math.floor(random() * Math.max(1, all.length - length));
    return all.slice(from, from + length).join(" ");
  };
  const cut = (text: string, length: number) => {
    const from = Math.floor(random() * Math.max(1, text.length - length));
    return text.slice(from, from + length);
  };
  const kinds: [number, string, () => string | undefined][] = [
    [0.3, "word", () => run(1).replace(/[.,!]/g, "")],
    [0.15, "inside", () => cut(run(1), 3 + Math.floor(random() * 4))],
    [0.15, "two words", () => run(2)],
    [0.08, "phrase", () => run(3 + Math.floor(random() * 3))],
    [0.07, "across", () => cut(run(3), 5 + Math.floor(random() * 8))],
    [0.05, "1-2 letters", () => cut(run(1), 1 + Math.floor(random() * 2))],
    [0.05, "nothing", () => `${cut(run(1), 3)}zq${Math.floor(random() * 1000)}`],
    [0.15, "filters", () => undefined],
  ];
  const day = () =>
    `${2016 + Math.floor(random() * 10)}-${some(["01", "04", "07", "10"])}-${some(["01", "15"])}`;
  const seen = new Set<string>();
  const queries: MixedQuery[] = [];
  while (queries.length < wanted) {
    let chance = random();
    const [, kind, text] = kinds.find(([share]) => (chance -= share) < 0) ?? [0, "filters", () => undefined];
    const query = text();
    const filtered = kind === "filters" || random() < 0.4;
    const given = {
      ...(query !== undefined && { query }),
      ...(filtered && random() < 0.3 && { rating: 1 + Math.floor(random() * 5) }),
      ...(filtered && random() < 0.3 && { min_rating: 2 + Math.floor(random() * 4) }),
      ...(filtered && random() < 0.4 && { since: day() }),
      ...(filtered && random() < 0.2 && { mentions_technician: some(technicians).id }),
      ...(filtered && random() < 0.2 && { mentions_service: some(services).id }),
      ...(random() < 0.2 && { limit: 1 + Math.floor(random() * 100) }),
    };
    const key = JSON.stringify(given);
    if (seen.has(key) || query === "") continue;
    seen.add(key);
    queries.push({ kind, query: SearchQuery.parse(given) });
  }
  return queries;
}
