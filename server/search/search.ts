import type { SearchQuery, SearchResult } from "../../src/schema/datasets.ts";
import { etagOf } from "../data/hashes.ts";
import { lowerBound } from "../../src/schema/lists.ts";
import { fold, resolveName, nearest } from "../../src/schema/names.ts";
import { countSince, dayNumber, type ReviewTable } from "../data/dataset.ts";
import { candidatesFor, hasText, numberAt } from "../data/text-index.ts";
import type { Snapshot } from "../data/snapshot.ts";

const nothing = new Uint32Array(0);

const quoted = (text: string) => `"${text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text}"`;

const named = ({ id, name }: { id: string; name: string }) => `${name} (${id})`;

/** The reviews that mention a technician; when it is not clear who is meant, none, and a hint. */
function byTechnician(table: ReviewTable, given: string, hints: string[]): Uint32Array {
  const { technicians } = table.head.business;
  const meant = resolveName(technicians, given);
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return table.technicians.get(only.id) ?? nothing;
  if (meant.length > 1) {
    hints.push(`${quoted(given)} can be ${meant.map(named).join(" or ")}; ask with the full name or the id.`);
    return nothing;
  }
  const owners = new Map<string, string>();
  for (const one of technicians)
    for (const word of [one.name, one.id, ...(one.aliases ?? [])]) owners.set(word, named(one));
  const near = new Set(nearest(given, [...owners.keys()], owners.size).map((word) => owners.get(word)));
  const known = [...near].slice(0, 3).join(", ");
  hints.push(
    `No technician is known as ${quoted(given)}; ${known === "" ? "none are known" : `the nearest known are ${known}`}.`,
  );
  return nothing;
}

function byService(table: ReviewTable, given: string, hints: string[]): Uint32Array {
  const known = table.head.business.services;
  if (known.some(({ id }) => id === given)) return table.services.get(given) ?? nothing;
  const meant = resolveName(known, given);
  const all = known.map(({ id }) => id);
  const near = meant.length === 0 ? nearest(given, all, 3) : meant.map(({ id }) => id);
  const help = near.length === 0 ? "none are known" : `the nearest known are ${near.join(", ")}`;
  hints.push(`No service has the id ${quoted(given)}; ${help}.`);
  return nothing;
}

const includes = (list: Uint32Array, place: number): boolean => list[lowerBound(list, place)] === place;

/** Walks the shortest list of places that the filters leave and holds each against all of them. */
function match(
  { table }: Snapshot,
  query: SearchQuery,
  hints: string[],
): { total: number; places: number[] } {
  const { days, ratings, text } = table;
  const { rating, min_rating = 1, limit } = query;
  const folded = query.query === undefined ? undefined : fold(query.query);
  const lists: Uint32Array[] = [];
  if (query.mentions_technician !== undefined)
    lists.push(byTechnician(table, query.mentions_technician, hints));
  if (query.mentions_service !== undefined) lists.push(byService(table, query.mentions_service, hints));
  if (folded !== undefined) {
    // Half a surrogate pair is no character, so no text has it.
    const candidates = folded.isWellFormed() ? candidatesFor(text, folded) : nothing;
    if (candidates !== undefined) lists.push(candidates);
  }
  const [shortest, ...others] = lists.toSorted((one, other) => one.length - other.length);
  const from = query.until === undefined ? 0 : countSince(days, dayNumber(query.until) + 1);
  const to = query.since === undefined ? table.count : countSince(days, dayNumber(query.since));

  const places: number[] = [];
  let total = 0;
  const take = (place: number): void => {
    const stars = ratings[place] ?? 0;
    if (stars < min_rating || (rating !== undefined && stars !== rating)) return;
    for (const list of others) if (!includes(list, place)) return;
    if (folded !== undefined && !hasText(text, place, folded)) return;
    if (total < limit) places.push(place);
    total += 1;
  };
  if (shortest === undefined) {
    for (let place = from; place < to; place += 1) take(place);
  } else {
    const end = lowerBound(shortest, to);
    for (let at = lowerBound(shortest, from); at < end; at += 1) take(numberAt(shortest, at));
  }
  return { total, places };
}

/** Everything of an answer but the reviews themselves, and their places in the dataset. */
function findPlaces(
  snapshot: Snapshot,
  query: SearchQuery,
): { head: Omit<SearchResult, "reviews">; places: number[] } {
  const { limit, ...filters } = query;
  const hints: string[] = [];
  const { total, places } = match(snapshot, query, hints);
  if (query.rating !== undefined && query.min_rating !== undefined && query.rating < query.min_rating) {
    hints.push(`No review with rating ${query.rating} can have at least ${query.min_rating}.`);
  } else if (total === 0 && hints.length === 0 && query.query !== undefined && /\S\s+\S/.test(query.query)) {
    hints.push("query is looked for as one piece of text, not word by word; try a shorter part of it.");
  }
  return {
    head: { total, count: places.length, limit, filters, ...(hints.length > 0 && { hints }) },
    places,
  };
}

export function search(snapshot: Snapshot, query: SearchQuery): SearchResult {
  const { head, places } = findPlaces(snapshot, query);
  return { ...head, reviews: places.flatMap((place) => snapshot.reviews.at(place) ?? []) };
}

/** The same answer as bytes, joined from the dataset's own. */
export function searchBytes(snapshot: Snapshot, query: SearchQuery): { body: Buffer; etag: string } {
  const { head: found, places } = findPlaces(snapshot, query);
  const { table } = snapshot;
  const { json, starts, ends } = table;
  const head = `${JSON.stringify(found).slice(0, -1)},"reviews":[`;
  let size = Buffer.byteLength(head) + 2 + Math.max(0, places.length - 1);
  for (const place of places) size += numberAt(ends, place) - numberAt(starts, place);
  const body = Buffer.allocUnsafe(size);
  const headSize = body.write(head);
  let at = headSize;
  for (const place of places) {
    if (at > headSize) body[at++] = 0x2c;
    at += json.copy(body, at, starts[place], ends[place]);
  }
  body.write("]}", at);
  return { body, etag: etagOf(body) };
}

/**
 * What an older copy needs to become today's dataset, as pieces to send one after the other: the reviews since a day
 * are one slice of the dataset, so nothing is copied.
 */
export function sinceBytes(
  { table }: Snapshot,
  since: string,
): { body: Uint8Array[]; etag: string; own: number } {
  const { changed, json, starts, ends, days, head } = table;
  const day = dayNumber(since);
  const count = countSince(days, day);
  const reviews = json.subarray(starts[0] ?? 0, count === 0 ? (starts[0] ?? 0) : ends[count - 1]);
  const updated: Uint8Array[] = [];
  for (let place = count; place < table.count; place += 1) {
    if (numberAt(changed, place) < day) continue;
    if (updated.length > 0) updated.push(Buffer.from(","));
    updated.push(json.subarray(starts[place], ends[place]));
  }
  const removed = head.removed.filter(({ removed_at }) => removed_at >= since);
  const first = Buffer.from(`{"since":"${since}","count":${count},"reviews":[`);
  const last = Buffer.concat([
    Buffer.from('],"updated":['),
    ...updated,
    Buffer.from(`],"removed":${JSON.stringify(removed)}}`),
  ]);
  const body = [first, reviews, last];
  return { body, etag: etagOf(...body), own: first.length + last.length };
}
