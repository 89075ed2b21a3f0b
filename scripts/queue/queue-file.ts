import { chmod, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { UsageError, messageOf } from "../../src/schema/errors.ts";
import { VerificationMethod } from "../../src/schema/review.ts";
import type { Match } from "../import/job-matching.ts";
import { writeOwnersFile } from "../site-build/files.ts";

/** Beside the keys, and never in content: it holds customers' names. */
const queueFile = join(".data", "queue.json");

const QueuedJob = z.object({
  date: z.iso.date(),
  names: z.array(z.string()),
  service: z.string(),
  number: z.string(),
  method: VerificationMethod,
  score: z.number(),
});
export type QueuedJob = z.infer<typeof QueuedJob>;

/** A review that may be about one of these jobs; only the owner knows. */
const QueueItem = z.object({
  id: z.string(),
  /** The reviewer's name as the platform shows it. */
  name: z.string(),
  jobs: z.array(QueuedJob),
  /** Jobs that it is not about, as the owner has said. */
  refused: z.array(z.string()).default([]),
});
export type QueueItem = z.infer<typeof QueueItem>;

export const toQueuedJob = ({ job, score }: Match): QueuedJob => {
  const { date, names, service, number, method } = job;
  return { date, names, service, number, method, score: Math.round(score * 100) / 100 };
};

/** By which a job is known again. */
export const keyOfJob = ({ date, names, service, number }: Omit<QueuedJob, "method" | "score">): string =>
  JSON.stringify([date, names, service, number]);

export async function loadQueue(): Promise<QueueItem[]> {
  const text = await readFile(queueFile, "utf8").catch(() => "[]");
  try {
    return z.array(QueueItem).parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError(
      `${queueFile} cannot be read (${messageOf(error).split("\n")[0]}): delete it, and import with --jobs again`,
    );
  }
}

export async function saveQueue(items: readonly QueueItem[]): Promise<void> {
  await mkdir(dirname(queueFile), { recursive: true, mode: 0o700 });
  await chmod(dirname(queueFile), 0o700);
  await writeOwnersFile(queueFile, `${JSON.stringify(items, null, 2)}\n`);
  await chmod(queueFile, 0o600);
}

/** Findings without the jobs that the owner has refused for a review. */
export const withoutRefused = <T extends Omit<QueueItem, "refused">>(
  before: readonly QueueItem[],
  found: readonly T[],
): T[] =>
  found.flatMap((item) => {
    const refused = before.find(({ id }) => id === item.id)?.refused ?? [];
    const jobs = item.jobs.filter((job) => !refused.includes(keyOfJob(job)));
    return jobs.length > 0 ? [{ ...item, jobs }] : [];
  });

/** The queue after an import: its findings replace earlier ones. */
export function mergeQueue(
  before: readonly QueueItem[],
  found: readonly Omit<QueueItem, "refused">[],
  verified: ReadonlySet<string>,
): QueueItem[] {
  const items = new Map(before.map((item) => [item.id, item]));
  for (const item of found) items.set(item.id, { ...item, refused: items.get(item.id)?.refused ?? [] });
  return [...items.values()].filter(({ id }) => !verified.has(id));
}
