import { createWriteStream } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import type { ReviewEntry } from "../../src/schema/review.ts";
import { createRandom, pick } from "../../src/schema/lists.ts";
import { permalinkPath } from "../../src/schema/review-paths.ts";
import { buildAggregateRating } from "../../src/publish/reviews.ts";
import { buildBusiness } from "../../test/publish/business-fixture.ts";
import { SearchQuery } from "../../src/schema/datasets.ts";

type Random = () => number;

const syllables =
  "ba be bo ca ce co da de do el en er fa fi fo ga ge go ha he hi in is ka ke la le li lo ma me mi mo na ne no or pa pe po qua ra re ri ro sa se si so ta te ti to un va ve vi wa we wi ya ze".split(
    " ",
  );

/**
 * A word as open as real language: a few are everywhere, most are rare, and new ones never stop coming. A closed
 * vocabulary would flatter every word index.
 */
function toWord(random: Random): string {
  // Zipf's law over two million words; the rank, well mixed, spells the word.
  const rank = Math.floor(Math.exp(random() * Math.log(2_000_000)));
  let number = rank < 60 ? rank : Math.imul(rank, 0x9e3779b1) >>> 4;
  let word = "";
  do {
    word += syllables[number % syllables.length];
    number = Math.floor(number / syllables.length);
  } while (number > 0);
  return word;
}

const [good = [], bad = [], people = [], work = [], places = [], things = [], firstNames = []] = [
  "great, on time, friendly, fair, spotless, quick, careful, worth every penny",
  "late, rude, sloppy, overpriced, careless, never called back, patchy, a mess",
  "Will, Grant Ellison, Mike D., Mike Alvarez, Rosa, Teo, the crew, the new guy",
  "mowing, aeration, overseeding, the fertilizer, spring cleanup, the sprinklers, edging",
  "Fernwick, Quillbrook, our street, the back yard, the front lawn",
  "the price, the invoice, the schedule, communication, the result, the gate, the office",
  "Ann, Bob, Carla, Dot, Earl, Fay, Gus, Hope, Ida, Joe, Kim, Lou, May, Ned, Olga, Pam, Ray, Sue, Tom, Una, Vic",
].map((list) => list.split(", "));

function toSentence(random: Random, isHappy: boolean): string {
  const opinion = pick(isHappy ? good : bad, random);
  const filler = Array.from({ length: 2 + Math.floor(random() * 9) }, () => toWord(random)).join(" ");
  const shape = random();
  if (shape < 0.25)
    return `${pick(people, random)} did ${pick(work, random)} in ${pick(places, random)}, ${opinion}.`;
  if (shape < 0.5) return `${capitalised(pick(things, random))} was ${opinion}, ${filler}.`;
  if (shape < 0.7) return `${capitalised(filler)} and ${pick(work, random)} was ${opinion}!`;
  return `${capitalised(filler)}.`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const firstDay = Date.UTC(2016, 0, 1);
const days = 3_900;

type GeneratedReview = z.input<typeof ReviewEntry>;

/** So many reviews with open vocabulary, the oldest first, the same every time. */
function* generateReviews(count: number): Generator<GeneratedReview> {
  const random = createRandom(1);
  for (let index = 0; index < count; index += 1) {
    const date = new Date(firstDay + Math.floor((index / count) * days) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const rating = pick([5, 5, 5, 5, 5, 4, 4, 4, 3, 2, 1, 1], random);
    const sentences = random() < 0.08 ? 0 : 1 + Math.floor(random() ** 2 * 9);
    const text = Array.from({ length: sentences }, () => toSentence(random, random() * 5 < rating)).join(" ");
    yield {
      id: `${date}-${(10_000_000 + index).toString(36)}`,
      date,
      rating,
      ...(random() < 0.2 && {
        title: capitalised(`${pick(rating > 3 ? good : bad, random)} ${toWord(random)}`),
      }),
      ...(text !== "" && { text }),
      author: `${pick(firstNames, random)} ${pick(firstNames, random).charAt(0)}.`,
      source: { name: pick(["Google", "Nextdoor", "Facebook"], random) },
      verification: { method: pick(["job_record", "invoice", "appointment"] as const, random) },
      ...(random() < 0.15 && { reply: { date, text: `Thank you. ${toSentence(random, true)}` } }),
    };
  }
}

/** One that comes after all of them. */
export const newReview: GeneratedReview = {
  id: "2026-09-07-new",
  date: "2026-09-07",
  rating: 5,
  text: "Rosa did the edging on time. Worth every penny.",
  author: "Ann B.",
  source: { name: "Google" },
  verification: { method: "invoice" },
};

/** A content folder of the demonstration business with so many generated reviews instead of its own. */
export async function writeGeneratedContent(folder: string, count: number): Promise<void> {
  const content = join(import.meta.dirname, "..", "..", "content");
  await mkdir(join(folder, "reviews"), { recursive: true });
  for (const name of await readdir(content)) {
    if (name !== "reviews") await cp(join(content, name), join(folder, name), { recursive: true });
  }
  // The owner's claims about real reviews need not hold for generated ones.
  for (const name of [
    "summary.md",
    ...(await readdir(join(folder, "faq"))).map((file) => join("faq", file)),
  ]) {
    const text = await readFile(join(folder, name), "utf8");
    await writeFile(join(folder, name), text.replaceAll(/\{\{assert[^}]*\}\}\n?/g, ""));
  }
  const lines = function* () {
    for (const review of generateReviews(count)) yield `${JSON.stringify(review)}\n`;
  };
  await pipeline(lines, createWriteStream(join(folder, "reviews", "generated.jsonl")));
}

export const technicians = ["mike", "dana", "luis", "priya", "tom", "wen"].map((id) => ({
  id,
  name: `${id} Q.`,
}));
export const services = "mowing edging hedges mulch cleanup aeration"
  .split(" ")
  .map((id) => ({ id, name: id }));

const business = {
  ...buildBusiness(),
  services: services.map((service) => ({ ...service, description: service.name })),
  technicians,
};

/** reviews.json with so many generated reviews, newest first, as the build writes it. */
export function buildCorpus(count: number): Buffer {
  const random = createRandom(1);
  const some = (list: { id: string; name: string }[], chance: number) => list.filter(() => random() < chance);
  const toReview = ({ id, date, rating, text = "", author, source, verification }: GeneratedReview) => ({
    id,
    url: business.url.slice(0, -1) + permalinkPath(id),
    date,
    rating,
    text,
    author: { name: author },
    source,
    verification,
    verified: true,
    mentions: { technicians: some(technicians, 0.06), services: some(services, 0.15), areas: [] },
    ...(random() < 0.03 && { updated: "2026-09-20" }),
  });
  const reviews = Array.from(generateReviews(count), toReview).toReversed();
  const aggregate_rating = buildAggregateRating(reviews);
  return Buffer.from(JSON.stringify({ business, reviews, aggregate_rating, removed: [] }));
}

/** Kinds of search, so that each can be looked at by itself. */
interface MixedQuery {
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
