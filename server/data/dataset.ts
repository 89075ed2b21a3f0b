import { z } from "zod";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { lastChange, newestFirst, type Review } from "../../src/schema/review.ts";
import { partitionPoint } from "../../src/schema/lists.ts";
import { type TextIndex, buildTextIndex, numberAt } from "./text-index.ts";

/** All of reviews.json but the reviews. */
type DatasetHead = Omit<ReviewsDataset, "reviews">;

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
  /** The day of the last edit, reply or late publication; 0 where there is none later than the review's own. */
  changed: Uint32Array;
  /** By id, in their order. */
  places: Map<string, number>;
  text: TextIndex;
}

/** A day as a number that sorts alike. */
export const dayNumber = (day: string): number => Number(day.replaceAll("-", ""));

export const reviewAt = ({ json, starts, ends }: ReviewTable, place: number): Review =>
  JSON.parse(json.toString("utf8", numberAt(starts, place), numberAt(ends, place)));

/** How many reviews have this day or a later one; as they are newest first, they are the first of the dataset. */
export const countSince = (days: Uint32Array, day: number): number =>
  partitionPoint(days.length, (place) => (days[place] ?? 0) >= day);

function note(lists: Map<string, number[]>, id: string, place: number): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [place]);
  else if (list.at(-1) !== place) list.push(place);
}

const toColumns = (lists: ReadonlyMap<string, number[]>): Map<string, Uint32Array> =>
  new Map([...lists].map(([id, places]) => [id, Uint32Array.from(places)]));

/** The longest text that V8 can hold is not much longer. */
const maxBytes = 500_000_000;

/** reviews.json as the build wrote it: fields that this version does not know are passed on. */
function parseDataset(bytes: Buffer): ReviewsDataset {
  if (bytes.length > maxBytes)
    throw new Error(`reviews.json: more than ${maxBytes / 1_000_000} MB cannot be served`);
  const json: unknown = JSON.parse(bytes.toString("utf8"));
  const { error } = ReviewsDataset.safeParse(json);
  if (error === undefined) return json as ReviewsDataset;
  const [what, where] = z.prettifyError(error).split("\n");
  throw new Error(`reviews.json: ${what} ${where}: rebuild`);
}

/** Reads /reviews.json into columns; throws a line that says what is wrong with the build. */
export function buildReviewTable(bytes: Buffer): ReviewTable {
  const { reviews, ...head } = parseDataset(bytes);
  const count = reviews.length;
  const columns = {
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
    days: new Uint32Array(count),
    ratings: new Uint8Array(count),
    changed: new Uint32Array(count),
  };
  const technicians = new Map<string, number[]>();
  const services = new Map<string, number[]>();
  const places = new Map<string, number>();
  const json: string[] = [];
  let end = -1;
  for (const [place, review] of reviews.entries()) {
    const before = reviews[place - 1];
    if (before && newestFirst(before, review) >= 0)
      throw new Error(`reviews.json: review ${place} (${review.id}) is out of order: rebuild`);
    if (places.has(review.id)) throw new Error(`reviews.json: two reviews have the id ${review.id}: rebuild`);
    places.set(review.id, place);
    const text = JSON.stringify(review);
    json.push(text);
    columns.starts[place] = end + 1;
    columns.ends[place] = end += 1 + Buffer.byteLength(text);
    columns.days[place] = dayNumber(review.date);
    columns.ratings[place] = review.rating;
    for (const { id } of review.mentions.technicians) note(technicians, id, place);
    for (const { id } of review.mentions.services) note(services, id, place);
    const newest = lastChange(review);
    if (newest > review.date) columns.changed[place] = dayNumber(newest);
  }
  return {
    head,
    json: Buffer.from(json.join(",")),
    count,
    ...columns,
    technicians: toColumns(technicians),
    services: toColumns(services),
    places,
    text: buildTextIndex(reviews.map(({ text }) => text)),
  };
}
