import { z } from "zod";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { lastChange, type Review } from "../../src/schema/review.ts";
import { partitionPoint } from "../../src/schema/lists.ts";
import { numberAt, objectMembers, parseElements, parseSlice } from "./json-slices.ts";
import { type TextIndex, buildTextIndex } from "./text-index.ts";

/** All of reviews.json but the reviews. */
export const DatasetHead = ReviewsDataset.omit({ reviews: true });
export type DatasetHead = z.infer<typeof DatasetHead>;

/**
 * The reviews of one deploy, newest first, as columns. Each review is a slice of reviews.json, serialised once by
 * the build. All of it is plain data, so that a worker thread can hand it over without copying.
 */
export interface ReviewTable {
  head: DatasetHead;
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

type Slices = Pick<ReviewTable, "json" | "starts" | "ends">;

/** The review at this place of the dataset. */
export const reviewAt = ({ json, starts, ends }: Slices, place: number): Review =>
  toReview(parseSlice(json, { start: numberAt(starts, place), end: numberAt(ends, place) }));

/** The build has held it against the schema, and the manifest's hash vouches for the build. */
const toReview = (json: unknown): Review => json as Review;

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

/** The members of reviews.json, its reviews as slices. */
function parseDataset(json: Buffer) {
  if (json.length >= 2 ** 32) throw new Error("reviews.json: more than 4 GiB cannot be served");
  const { members, elements } = objectMembers(json, "reviews");
  if (elements === undefined) throw new Error("reviews.json has no reviews: rebuild");
  const head = DatasetHead.safeParse(
    Object.fromEntries([...members].map(([name, place]) => [name, parseSlice(json, place)])),
  );
  if (!head.success)
    throw new Error(`reviews.json: ${z.prettifyError(head.error).replaceAll("\n", " ")}: rebuild`);
  return { head: head.data, elements };
}

/** Newest first; of one day, by id. */
const isBefore = (one: Review, other: Review): boolean =>
  one.date > other.date || (one.date === other.date && one.id > other.id);

/** Reads /reviews.json into columns; throws a line that says what is wrong with the build. */
export function buildReviewTable(json: Buffer): ReviewTable {
  const { head, elements } = parseDataset(json);
  const { starts, ends } = elements;
  const count = starts.length;
  const days = new Uint32Array(count);
  const ratings = new Uint8Array(count);
  const ids: string[] = [];
  const texts: string[] = [];
  const technicians = new Map<string, number[]>();
  const services = new Map<string, number[]>();
  const changes: { place: number; day: number }[] = [];
  let before: Review | undefined;
  for (const element of parseElements(json, elements)) {
    const review = toReview(element);
    const place = ids.length;
    const refuse = (issue: string) =>
      new Error(`reviews.json: review ${place} (${review.id}) ${issue}: rebuild`);
    const issue = issueOf(review);
    if (issue !== undefined) throw refuse(issue);
    if (before !== undefined && !isBefore(before, review)) throw refuse("is out of order");
    before = review;
    ids.push(review.id);
    texts.push(review.text);
    days[place] = dayNumber(review.date);
    ratings[place] = review.rating;
    for (const { id } of review.mentions.technicians) note(technicians, id, place);
    for (const { id } of review.mentions.services) note(services, id, place);
    const newest = lastChange(review);
    if (newest > review.date) changes.push({ place, day: dayNumber(newest) });
  }
  const idAt = (place: number): string => ids[place] ?? "";
  const byId = Uint32Array.from(ids.keys()).sort((one, other) => (idAt(one) < idAt(other) ? -1 : 1));
  const repeated = byId.find((place, at) => at > 0 && idAt(place) === idAt(numberAt(byId, at - 1)));
  if (repeated !== undefined)
    throw new Error(`reviews.json: two reviews have the id ${idAt(repeated)}: rebuild`);
  return {
    head,
    json,
    count,
    starts,
    ends,
    days,
    ratings,
    technicians: toColumns(technicians),
    services: toColumns(services),
    changes: {
      places: Uint32Array.from(changes, (each) => each.place),
      days: Uint32Array.from(changes, (each) => each.day),
    },
    byId,
    text: buildTextIndex(texts),
  };
}
