import type { PreviousDeploy } from "../schema/site.ts";
import type { RemovedEntry, ReviewEntry } from "../schema/review.ts";
import type { Located } from "./review-checks.ts";
import { type AddIssue, issueAt } from "./source.ts";

const isPublished = ({ withheld }: ReviewEntry) => withheld === undefined;

/** What was withdrawn stays so: a published review with the id of a tombstone of the previous deploy is an issue. */
export function checkReturns(
  reviews: readonly Located<ReviewEntry>[],
  { removed }: PreviousDeploy,
  report: AddIssue,
): void {
  const withdrawn = new Map(removed.map((one) => [one.id, one.removed_at]));
  for (const { entry, piece } of reviews) {
    const day = withdrawn.get(entry.id);
    if (day === undefined || !isPublished(entry)) continue;
    report(
      issueAt(
        piece,
        ["id"],
        `belongs to a review that the site withdrew on ${day}, and it must not come back; is this an older state of content? Bring it up to date, or withdraw the review again: npm run redact -- ${entry.id} --reason erasure`,
        { entry: entry.id },
      ),
    );
  }
}

/**
 * The tombstones to publish: those of content, but for reviews that were never on the site, and those of the deploy
 * before that content does not know. One that got another id meanwhile is known by its fingerprint.
 */
export function joinTombstones(
  own: readonly RemovedEntry[],
  { published, removed }: PreviousDeploy,
): (RemovedEntry & { carried?: true })[] {
  const known = new Set([...published, ...removed.map(({ id }) => id)]);
  const marks = new Set(own.flatMap(({ id, fingerprints = [] }) => [id, ...fingerprints]));
  const carried = removed.filter(
    ({ id, fingerprint }) => !marks.has(id) && !(fingerprint !== undefined && marks.has(fingerprint)),
  );
  return [
    ...own.filter(({ id, never_published }) => !never_published || known.has(id)),
    ...carried.map(({ id, removed_at }) => ({ id, removed_at, carried: true as const })),
  ];
}
