import { ReviewEntry } from "../../src/schema/review.ts";
import { cleanText } from "../../src/schema/text.ts";
import type { Fields } from "../review-files.ts";
import type { Draft } from "./draft.ts";
import { findJob, findLateJob, type JobIndex } from "./jobs.ts";
import type { Plan } from "./plan.ts";

export const clean = (text: string) => cleanText(text).trim();

/** What content would not take. */
export function findEntryIssue(entry: Fields, today: string): string | undefined {
  const parsed = ReviewEntry.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") ?? "it"} ${issue?.message ?? "is wrong"}`;
  }
  const { date, updated = date, reply } = parsed.data;
  const future = [date, updated, reply?.date ?? date].find((day) => day > today);
  return future === undefined ? undefined : `is dated ${future}, which is in the future`;
}

/** What the owner can say of who wrote reviews. */
export interface VerificationRecords {
  jobs: JobIndex;
  /** Whether the owner trusts the platform where it says of a review that a customer wrote it. */
  isVerifiedByPlatform: boolean;
}

/** How we know that a customer wrote it; nothing the platform itself does not show is vouched for. */
export function verificationOf(
  draft: Draft,
  { jobs, isVerifiedByPlatform }: VerificationRecords,
): ReviewEntry["verification"] {
  if (draft.unpublished !== undefined) return undefined;
  const job = findJob(draft, jobs);
  if (job) return { method: job.method, date: job.date };
  return isVerifiedByPlatform && draft.isCustomer === true ? { method: "platform" } : undefined;
}

/** Says that all of the customer's jobs are dated after the review; it stays unverified until a date is corrected. */
export function askAboutLateJob(id: string, draft: Draft, { jobs }: VerificationRecords, plan: Plan): void {
  const job = findLateJob(draft, jobs);
  if (job === undefined) return;
  plan.questions.push({
    id,
    about: "job-after-review",
    text: `${draft.at}: the first job of this customer is dated ${job.date}, after the review of ${draft.date}, so it proves nothing (${id}): correct the date in your records, or leave the review unverified`,
  });
}

/** What the report says of a review that waits. */
export const whyUnverified = ({ unpublished, isCustomer }: Draft): string =>
  unpublished !== undefined
    ? `marked "${unpublished}" by the source`
    : isCustomer === false
      ? "not said to be a customer's by the source"
      : isCustomer === true
        ? "said to be a customer's by the source, whose word you have not taken (--verified-by platform)"
        : "of which the export does not say whether a customer wrote it";
