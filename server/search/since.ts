import { countSince, dayNumber, type ReviewTable } from "../data/dataset.ts";
import { numberAt } from "../data/text-index.ts";
import { etagOf } from "../data/hashes.ts";
import type { Snapshot } from "../data/snapshot.ts";

/** Places in the dataset of older reviews that were edited, answered or first published since. */
const changedSince = ({ changes, days }: ReviewTable, day: number): number[] =>
  [...changes.places].filter(
    (place, row) => numberAt(changes.days, row) >= day && numberAt(days, place) < day,
  );

/**
 * What an older copy needs to become today's dataset, as pieces to send one after the other: the reviews since a day
 * are one slice of the dataset, so nothing is copied.
 */
export function sinceBytes(
  { table }: Snapshot,
  since: string,
): { body: Uint8Array[]; etag: string; own: number } {
  const { json, starts, ends, days, head } = table;
  const day = dayNumber(since);
  const count = countSince(days, day);
  const reviews = json.subarray(starts[0] ?? 0, count === 0 ? (starts[0] ?? 0) : ends[count - 1]);
  const updated = changedSince(table, day).flatMap((place, index) => [
    ...(index > 0 ? [Buffer.from(",")] : []),
    json.subarray(starts[place], ends[place]),
  ]);
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
