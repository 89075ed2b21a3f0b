import type { Analysis } from "../insights/analyse.ts";
import type { ReviewsDataset } from "../schema/datasets.ts";
import type { LogEntry, Proof } from "../schema/transparency-log.ts";
import type { PreviousLog, Site } from "../schema/site.ts";
import { HistoryError } from "./history.ts";
import { buildLog } from "./build-log.ts";
import { cosignedAt, formatVerifier, parseNote, parseVerifier, type Signer } from "./note.ts";
import type { LogFile } from "./tiles.ts";

/** The signed history of a deploy, and what pages say of it. */
export interface SiteHistory {
  files: LogFile[];
  proofs: ReadonlyMap<string, Proof>;
  size: number;
  /** Base64. */
  root: string;
  entries: readonly LogEntry[];
  added: readonly LogEntry[];
  /** Who had signed the last checkpoint that was deployed, and when. */
  witnesses: { name: string; day: string }[];
  isNew: boolean;
}

/** The newest day that content names; no clock has a part in the history. */
const newestDay = ({ reviews, removed }: Site): string =>
  [
    ...reviews.flatMap(({ date, updated, reply }) => [date, updated ?? date, reply?.date ?? date]),
    ...removed.map(({ removed_at }) => removed_at),
  ].reduce((newest, day) => (day > newest ? day : newest), "1970-01-01");

/** Extends the history of the deploy before by what changed; throws a HistoryError where it would have to forget. */
export function buildSiteHistory(
  site: Site,
  dataset: ReviewsDataset,
  signer: Signer,
  previous: PreviousLog | undefined,
): SiteHistory {
  const { log } = site.business;
  if (log === undefined)
    throw new HistoryError(
      "LOG_KEY is set, and business.yaml has no log: add the lines that npm run log -- init printed, or unset LOG_KEY",
    );
  if (formatVerifier(signer.verifier) !== log.key)
    throw new HistoryError(
      `LOG_KEY is the key ${formatVerifier(signer.verifier)}, and business.yaml says ${log.key}: use the key that belongs to it`,
    );
  const reasons = new Map(site.removed.map(({ id, reason }) => [id, reason]));
  const counts: Record<string, number> = {};
  for (const { withheld = "unverified" } of site.withheld) counts[withheld] = (counts[withheld] ?? 0) + 1;
  const built = buildLog(
    previous && {
      checkpoint: previous.checkpoint,
      entries: previous.entries.map((entry) => Buffer.from(entry)),
    },
    {
      reviews: dataset.reviews,
      removed: dataset.removed.map((one) => ({ ...one, reason: reasons.get(one.id) })),
      withheldIds: new Set(site.withheld.map(({ id }) => id)),
      withheldCounts: counts,
      day: newestDay(site),
    },
    { origin: log.origin, signer, rotations: log.rotations, replaces: log.replaces },
    {
      salts: new Map(Object.entries(previous?.salts ?? {})),
      replied: new Map((previous?.replied ?? []).map((review) => [review.id, review])),
    },
  );
  const note = previous && parseNote(previous.checkpoint);
  return {
    ...built,
    isNew: previous === undefined,
    witnesses: (log.witnesses ?? []).flatMap(({ key }) => {
      const witness = parseVerifier(key);
      const seconds = note && cosignedAt(note, witness);
      return seconds === undefined
        ? []
        : [{ name: witness.name, day: new Date(seconds * 1000).toISOString().slice(0, 10) }];
    }),
  };
}

/** The dataset with the proof of each review. */
export const withProofs = (dataset: ReviewsDataset, { proofs }: SiteHistory): ReviewsDataset => ({
  ...dataset,
  reviews: dataset.reviews.map((review) => {
    const proof = proofs.get(review.id);
    return proof === undefined ? review : { ...review, proof };
  }),
});

/** What was read, with the size and root of the history that it belongs to. */
export const withHistory = (analysis: Analysis, { size, root }: SiteHistory): Analysis => ({
  ...analysis,
  insights: {
    ...analysis.insights,
    method: { ...analysis.insights.method, history: { size, root } },
  },
});
