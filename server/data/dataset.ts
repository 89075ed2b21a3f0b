import { z } from "zod";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { lastChange, type Review } from "../../src/schema/review.ts";
import { partitionPoint } from "../../src/schema/lists.ts";
import { type TextIndex, buildTextIndex, numberAt } from "./text-index.ts";

/** All of reviews.json but the reviews. */
export const DatasetHead = ReviewsDataset.omit({ reviews: true });
export type DatasetHead = z.infer<typeof DatasetHead>;

/**
 * The reviews of one deploy, newest first, as columns: much smaller than objects, and what answers are joined from. All
 * of it is plain data, so that a worker thread can hand it over.
 */
export interface ReviewTable {
  head: DatasetHead;
  /** The JSON of all reviews, with a comma between two; of one review from `starts` to before `ends`. */
  json: Buffer;
  count: number;
  starts: Uint32Array;
  ends: Uint32Array;
  /** 2026-05-01 is 20260501. */
  days: Uint32Array;
  ratings: Uint8Array;
  /** By id, the places of the reviews that mention them, ascending. */
  technicians: Map<string, Uint32Array>;
  services: Map<string, Uint32Array>;
  /** Reviews with a later day than their own: of an edit, a reply, or a late publication. */
  changes: { places: Uint32Array; days: Uint32Array };
  /** All places, in the order of the ids. */
  byId: Uint32Array;
  text: TextIndex;
}

/** A day as a number that sorts alike. */
export const dayNumber = (day: string): number =>
  Number(day.slice(0, 4) + day.slice(5, 7) + day.slice(8, 10));

/** The review at this place of the dataset. */
export const reviewAt = ({ json, starts, ends }: ReviewTable, place: number): Review =>
  JSON.parse(json.toString("utf8", numberAt(starts, place), numberAt(ends, place)));

/** The review with this id. */
export function findReview(table: ReviewTable, id: string): Review | undefined {
  const at = partitionPoint(table.count, (index) => reviewAt(table, numberAt(table.byId, index)).id < id);
  if (at === table.count) return undefined;
  const review = reviewAt(table, numberAt(table.byId, at));
  return review.id === id ? review : undefined;
}

/** How many reviews have this day or a later one; as they are newest first, they are the first of the dataset. */
export const countSince = (days: Uint32Array, day: number): number =>
  partitionPoint(days.length, (place) => (days[place] ?? 0) >= day);

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

const isMentions = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry: { id?: unknown } | null) => typeof entry?.id === "string");

/** What the server relies on. The build checked the rest, and the manifest's hash vouches for the build. */
function issueOf(review: Review): string | undefined {
  if (typeof review.id !== "string") return "has no id";
  if (!isDay(review.date)) return `has the date ${JSON.stringify(review.date)}`;
  if (!Number.isInteger(review.rating) || review.rating < 1 || review.rating > 5)
    return "has no rating from 1 to 5";
  if (typeof review.text !== "string") return "has no text";
  const { updated, published, changed, reply } = review;
  for (const [name, day] of Object.entries({ updated, published, changed, "reply.date": reply?.date }))
    if (day !== undefined && !isDay(day)) return `has the day ${JSON.stringify(day)} as ${name}`;
  const { technicians, services, areas } = review.mentions ?? {};
  return isMentions(technicians) && isMentions(services) && isMentions(areas) ? undefined : "has no mentions";
}

function note(lists: Map<string, number[]>, id: string, place: number): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [place]);
  else if (list.at(-1) !== place) list.push(place);
}

const toColumns = (lists: ReadonlyMap<string, number[]>): Map<string, Uint32Array> =>
  new Map([...lists].map(([id, places]) => [id, Uint32Array.from(places)]));

/** reviews.json, its reviews as the build has checked them: the manifest's hash vouches for the build. */
function parseDataset(bytes: Buffer): { head: DatasetHead; reviews: Review[] } {
  if (bytes.length > maxBytes)
    throw new Error(`reviews.json: more than ${maxBytes / 1_000_000} MB cannot be served`);
  const { reviews, ...rest }: { reviews?: Review[] } = JSON.parse(bytes.toString("utf8"));
  if (!Array.isArray(reviews)) throw new Error("reviews.json has no reviews: rebuild");
  const head = DatasetHead.safeParse(rest);
  if (head.success) return { head: head.data, reviews };
  throw new Error(`reviews.json: ${z.prettifyError(head.error).replaceAll("\n", " ")}: rebuild`);
}
/** The longest text that V8 can hold is not much longer. */
const maxBytes = 500_000_000;

/** Newest first; of one day, by id. */
const isBefore = (one: Review, other: Review): boolean =>
  one.date > other.date || (one.date === other.date && one.id > other.id);

/** Reads /reviews.json into columns; throws a line that says what is wrong with the build. */
export function buildReviewTable(bytes: Buffer): ReviewTable {
  const { head, reviews } = parseDataset(bytes);
  const count = reviews.length;
  const columns = {
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
    days: new Uint32Array(count),
    ratings: new Uint8Array(count),
  };
  const technicians = new Map<string, number[]>();
  const services = new Map<string, number[]>();
  const changes: { place: number; day: number }[] = [];
  const json: string[] = [];
  let end = -1;
  for (const [place, review] of reviews.entries()) {
    const before = reviews[place - 1];
    const issue = issueOf(review) ?? (before && !isBefore(before, review) ? "is out of order" : undefined);
    if (issue !== undefined)
      throw new Error(`reviews.json: review ${place} (${review.id}) ${issue}: rebuild`);
    const text = JSON.stringify(review);
    json.push(text);
    columns.starts[place] = end + 1;
    columns.ends[place] = end += 1 + Buffer.byteLength(text);
    columns.days[place] = dayNumber(review.date);
    columns.ratings[place] = review.rating;
    for (const { id } of review.mentions.technicians) note(technicians, id, place);
    for (const { id } of review.mentions.services) note(services, id, place);
    const newest = lastChange(review);
    if (newest > review.date) changes.push({ place, day: dayNumber(newest) });
  }
  const idAt = (place: number): string => reviews[place]?.id ?? "";
  const byId = Uint32Array.from(reviews.keys()).sort((one, other) => (idAt(one) < idAt(other) ? -1 : 1));
  const repeated = byId.find((place, at) => at > 0 && idAt(place) === idAt(numberAt(byId, at - 1)));
  if (repeated !== undefined)
    throw new Error(`reviews.json: two reviews have the id ${idAt(repeated)}: rebuild`);
  return {
    head,
    json: Buffer.from(json.join(",")),
    count,
    ...columns,
    technicians: toColumns(technicians),
    services: toColumns(services),
    changes: {
      places: Uint32Array.from(changes, (each) => each.place),
      days: Uint32Array.from(changes, (each) => each.day),
    },
    byId,
    text: buildTextIndex(reviews.map(({ text }) => text)),
  };
}
