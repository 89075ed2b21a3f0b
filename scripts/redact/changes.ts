import { RemovedEntry, ReviewEntry } from "../../src/schema/review.ts";
import { ensureFingerprintKey } from "../import/fingerprint-key.ts";
import { toFingerprints, toIdFingerprint } from "../import/identity.ts";
import { changeEntry, type Fields, type EntryPlace, idsOf, replaceEntry } from "../review-files.ts";
import { toRecognisable } from "./traces.ts";

export const formerOf = ({ formerly }: Fields): NonNullable<ReviewEntry["formerly"]> =>
  ReviewEntry.shape.formerly.catch([]).parse(formerly) ?? [];

/** What is to be done with an entry. */
export interface Redaction {
  place: EntryPlace;
  id: string;
  newId: string | undefined;
  today: string;
  /** Whether anybody may hold a copy. */
  wasPublished: boolean;
  /** The id under which the deploy shows it, where its present one never got there. */
  shownAs: string | undefined;
}

/** What was on the site is withdrawn under its old id and comes back under the new one. */
export function renameReview({ place, id, newId, today, wasPublished }: Redaction): void {
  changeEntry(place, {
    id: newId,
    formerly: [...formerOf(place.entry), { id, ...(wasPublished && { until: today }) }],
  });
}

/** The fingerprint of the old id tells a build that the deploy's old tombstone is this one. */
export async function renameTombstone({ place, id, newId }: Redaction): Promise<void> {
  const key = await ensureFingerprintKey(process.env);
  const prints = RemovedEntry.parse(place.entry).fingerprints ?? [];
  replaceEntry(place, { ...place.entry, id: newId, fingerprints: [...prints, toIdFingerprint(id, key)] });
}

/** Puts the tombstone in the review's place. */
export async function withdraw(
  { place, id, shownAs = id, newId = shownAs, today, wasPublished }: Redaction,
  reason: string,
): Promise<void> {
  const key = await ensureFingerprintKey(process.env);
  const gone = idsOf(place.entry).filter((one) => one !== newId);
  const prints = toFingerprints(toRecognisable(place), key);
  replaceEntry(place, {
    id: newId,
    removed_at: today,
    reason,
    ...(!wasPublished && { never_published: true }),
    fingerprints: [...prints, ...gone.map((one) => toIdFingerprint(one, key))],
  });
}
