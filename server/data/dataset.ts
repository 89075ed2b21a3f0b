import { hash } from "node:crypto";
import { z } from "zod";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { lastChange, type Review } from "../../src/schema/review.ts";
import { partitionPoint } from "../../src/schema/binary-search.ts";
import { type DocSet, isDense, toDocSet } from "./doc-set.ts";
import { createIdTable, placeOf } from "./id-table.ts";
import { numberAt } from "./typed-arrays.ts";
import { objectMembers, parseElements, parseSlice } from "./json-slices.ts";

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
  /** By stars; and by at least that many stars. */
  ratings: Map<number, DocSet>;
  minRatings: Map<number, DocSet>;
  technicians: Map<string, DocSet>;
  services: Map<string, DocSet>;
  areas: Map<string, DocSet>;
  /** Reviews with a later day than their own: of an edit, a reply, or a late publication. */
  changes: { docs: Uint32Array; days: Uint32Array };
  /** A hash, for each day that has reviews, of all reviews from the newest to that day's last; 16 bytes each. */
  digests: { counts: Uint32Array; bytes: Uint8Array };
  /** Open addressing: the place in the dataset + 1, by hash of the review's id. */
  ids: Uint32Array;
  /** What search made of the texts; only search looks inside. */
  text: object;
}

/** Takes the texts one by one, newest first, and makes what they are found by: plain data, as all of the table. */
export type TextIndexer = (
  count: number,
  textBytes: number,
) => { add: (text: string) => void; finish: () => object };

/** A day as a number that sorts alike. */
export const dayNumber = (day: string): number =>
  Number(day.slice(0, 4) + day.slice(5, 7) + day.slice(8, 10));

type Slices = Pick<ReviewTable, "json" | "starts" | "ends">;

/** The review at this place of the dataset. */
export const reviewAt = ({ json, starts, ends }: Slices, doc: number): Review =>
  toReview(parseSlice(json, { start: numberAt(starts, doc), end: numberAt(ends, doc) }));

/** The build has held it against the schema, and the manifest's hash vouches for the build. */
const toReview = (json: unknown): Review => json as Review;

/** The review with this id. */
export function findReview(table: ReviewTable, id: string): Review | undefined {
  const place = placeOf(table.ids, id, (doc) => reviewAt(table, doc).id);
  return place === undefined ? undefined : reviewAt(table, place);
}

/** How many reviews have this day or a later one; as they are newest first, they are the first of the dataset. */
export const countSince = (days: Uint32Array, day: number): number =>
  partitionPoint(days.length, (doc) => (days[doc] ?? 0) >= day);

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

/** For each key, the places where it was noted. */
function createColumn() {
  const lists = new Map<string, { docs: Uint32Array<ArrayBuffer>; count: number }>();
  const note = (key: string, doc: number) => {
    const list = lists.get(key) ?? { docs: new Uint32Array(64), count: 0 };
    lists.set(key, list);
    if (list.count > 0 && list.docs[list.count - 1] === doc) return;
    if (list.count === list.docs.length)
      list.docs = new Uint32Array(list.docs.buffer.transfer(list.count * 8));
    list.docs[list.count] = doc;
    list.count += 1;
  };
  const finish = (all: number): Map<string, DocSet> =>
    new Map([...lists].map(([key, { docs, count }]) => [key, toDocSet(docs.slice(0, count), all)]));
  return { note, finish };
}

function buildRatings(ratings: Uint8Array, least: boolean): Map<number, DocSet> {
  const sets = new Map<number, DocSet>();
  for (let stars = 1; stars <= 5; stars += 1) {
    const docs = new Uint32Array(ratings.length);
    let count = 0;
    for (const [doc, rating] of ratings.entries()) {
      if (rating === stars || (least && rating > stars)) docs[count++] = doc;
    }
    const kept = docs.subarray(0, count);
    sets.set(stars, toDocSet(isDense(count, ratings.length) ? kept : kept.slice(), ratings.length));
  }
  return sets;
}

/** Each day's hash covers the days before it, so that it names all reviews since that day. */
function buildDigests(json: Uint8Array, starts: Uint32Array, ends: Uint32Array, days: Uint32Array) {
  const counts: number[] = [];
  for (let doc = 0; doc < days.length; doc += 1) if (days[doc] !== days[doc + 1]) counts.push(doc + 1);
  const bytes = new Uint8Array(counts.length * 16);
  let before = "";
  let from = starts[0] ?? 0;
  for (const [row, count] of counts.entries()) {
    const end = numberAt(ends, count - 1);
    const own = hash("sha256", json.subarray(from, end), "hex");
    before = hash("sha256", before + own, "hex");
    bytes.set(Buffer.from(before.slice(0, 32), "hex"), row * 16);
    from = end;
  }
  return { counts: Uint32Array.from(counts), bytes };
}

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
export function buildReviewTable(json: Buffer, indexTexts: TextIndexer): ReviewTable {
  const { head, elements } = parseDataset(json);
  const { starts, ends } = elements;
  const count = starts.length;
  const days = new Uint32Array(count);
  const ratings = new Uint8Array(count);
  const columns = { technicians: createColumn(), services: createColumn(), areas: createColumn() };
  const changes: { doc: number; day: number }[] = [];
  const texts = indexTexts(count, json.length);
  const ids = createIdTable(count, (doc) => reviewAt({ json, starts, ends }, doc).id);
  let before: Review | undefined;
  let doc = 0;
  for (const element of parseElements(json, elements)) {
    const review = toReview(element);
    const refuse = (issue: string) => new Error(`reviews.json: ${issue}: rebuild`);
    const issue = issueOf(review);
    if (issue !== undefined) throw refuse(`review ${doc} (${review.id}) ${issue}`);
    if (before !== undefined && !isBefore(before, review))
      throw refuse(`review ${doc} (${review.id}) is out of order`);
    if (!ids.add(review.id, doc)) throw refuse(`two reviews have the id ${review.id}`);
    before = review;
    days[doc] = dayNumber(review.date);
    ratings[doc] = review.rating;
    for (const { id } of review.mentions.technicians) columns.technicians.note(id, doc);
    for (const { id } of review.mentions.services) columns.services.note(id, doc);
    for (const { id } of review.mentions.areas) columns.areas.note(id, doc);
    const newest = lastChange(review);
    if (newest > review.date) changes.push({ doc, day: dayNumber(newest) });
    texts.add(review.text);
    doc += 1;
  }
  return {
    head,
    json,
    count,
    starts,
    ends,
    days,
    ratings: buildRatings(ratings, false),
    minRatings: buildRatings(ratings, true),
    technicians: columns.technicians.finish(count),
    services: columns.services.finish(count),
    areas: columns.areas.finish(count),
    changes: {
      docs: Uint32Array.from(changes, (each) => each.doc),
      days: Uint32Array.from(changes, (each) => each.day),
    },
    digests: buildDigests(json, starts, ends, days),
    ids: ids.slots,
    text: texts.finish(),
  };
}
