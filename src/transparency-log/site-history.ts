import { toGivenPath } from "../content/given-path.ts";
import type { Analysis } from "../insights/analyse.ts";
import type { ReviewsDataset } from "../schema/datasets.ts";
import { messageOf } from "../schema/errors.ts";
import { lastChange } from "../schema/review.ts";
import type { PreviousLog, Site } from "../schema/site.ts";
import type { KeyRotation, LogEntry, LostLog } from "../schema/transparency-log.ts";
import { toCanonicalJson, type Before } from "./commitments.ts";
import {
  createState,
  type DeployedLog,
  HistoryError,
  openLog,
  type OpenedLog,
  planHistory,
  type Published,
} from "./history.ts";
import { createMerkleTree, hashLeaf, buildTiles } from "./merkle.ts";
import {
  parseSigner,
  type Signer,
  formatCheckpoint,
  formatVerifier,
  parseNote,
  parseVerifier,
  signNote,
  cosignedAt,
} from "./note.ts";
import { readFile } from "node:fs/promises";

/** LOG_KEY, the key itself or the file that holds it; undefined when it is not set. */
export async function loadSigner(given: string | undefined): Promise<Signer | undefined> {
  if (given === undefined || given.trim() === "") return undefined;
  const isKey = given.startsWith("PRIVATE+KEY+");
  const text = isKey
    ? given
    : await readFile(toGivenPath(given), "utf8").catch((error: NodeJS.ErrnoException) => {
        throw new HistoryError(
          `LOG_KEY: ${given} cannot be read (${error.code ?? error.message}): it names the file that npm run log -- init wrote, or holds the key itself`,
        );
      });
  try {
    return parseSigner(text);
  } catch (error) {
    throw new HistoryError(`LOG_KEY: ${isKey ? "it is" : `${given} is`} ${messageOf(error)}`);
  }
}

/** Whether everybody can sign with the key of this log: that of a made-up business, published with its content. */
export const isDemonstration = (origin: string): boolean => origin.endsWith("/demonstration-only");

export interface LogSettings {
  origin: string;
  signer: Signer;
  rotations: readonly KeyRotation[];
  /** The last known checkpoint of a log whose entries are lost. */
  replaces?: LostLog | undefined;
}

export type BuiltLog = ReturnType<typeof buildLog>;

/**
 * The log after this build: what was there, and what changed since. Throws a HistoryError rather than drop or alter
 * an entry. The same content, key and previous log give the same bytes.
 */
export function buildLog(
  previous: DeployedLog | undefined,
  published: Published,
  { origin, signer, rotations, replaces }: LogSettings,
  before?: Before,
) {
  const old = previous && openPrevious(previous);
  if (old !== undefined && old.origin !== origin)
    throw new HistoryError(`the previous log is ${old.origin}, and business.yaml says ${origin}`);
  const { entries: added, proofs } = planHistory(
    old?.state ?? createState(),
    published,
    { signer, rotations, replaces },
    before,
  );
  const known = previous?.entries.slice(0, old?.size) ?? [];
  const raw = [...known, ...added.map(toLine)];
  const tree = createMerkleTree(raw.map(hashLeaf));
  const root = tree.rootAt(raw.length);
  const isSame = added.length === 0 && previous !== undefined;
  const files = buildTiles(raw, tree);
  const names = new Set(files.map(({ path }) => path));
  // Whoever holds the last checkpoint still needs the partial tiles of its size.
  const older = buildTiles(raw, tree, known.length).filter(({ path }) => !names.has(path));
  const checkpoint = isSame
    ? previous.checkpoint
    : signNote(formatCheckpoint(origin, raw.length, root), signer);
  return {
    /** Every file below /log/. */
    files: [
      ...files,
      ...older.filter(({ path }) => !names.has(path.replace(/\.p\/\d+$/, ""))),
      { path: "key", bytes: Buffer.from(`${formatVerifier(signer.verifier)}\n`) },
      { path: "checkpoint", bytes: Buffer.from(checkpoint) },
    ],
    proofs,
    size: raw.length,
    root: root.toString("base64"),
    /** The entries that this build adds. */
    added,
    entries: [...(old?.entries ?? []), ...added],
  };
}

function openPrevious(previous: DeployedLog): OpenedLog {
  try {
    return openLog(previous);
  } catch (error) {
    throw new HistoryError(`the log of the previous deploy: ${messageOf(error)}`, { cause: error });
  }
}

const toLine = (entry: LogEntry): Buffer => Buffer.from(toCanonicalJson(entry));

/** The signed history of a deploy, and what pages say of it. */
export type SiteHistory = ReturnType<typeof buildSiteHistory>;

/** The newest day that content names; no clock has a part in the history. */
const newestDay = ({ reviews, removed }: Site): string =>
  [...reviews.map(lastChange), ...removed.map(({ removed_at }) => removed_at)].toSorted().at(-1) ??
  "1970-01-01";

/** Extends the history of the previous deploy by what changed; throws a HistoryError where it would have to forget. */
export function buildSiteHistory(
  site: Site,
  dataset: ReviewsDataset,
  signer: Signer,
  previous: PreviousLog | undefined,
) {
  const { log, fictional } = site.business;
  if (isDemonstration(signer.verifier.name) && !fictional)
    throw new HistoryError(
      "demonstration.key is published, so anybody can sign with it, and it signs only for businesses with fictional: true. Delete it from content and log from business.yaml; npm run log -- init makes a key of your own",
    );
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
    /** The signers of the last deployed checkpoint, and when they signed. */
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

/** The entries read, with the size and root of their history. */
export const withHistory = (analysis: Analysis, { size, root }: SiteHistory): Analysis => ({
  ...analysis,
  insights: {
    ...analysis.insights,
    method: { ...analysis.insights.method, history: { size, root } },
  },
});
