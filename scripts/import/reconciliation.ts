import { z } from "zod";
import { readBusiness } from "../../src/content/given-path.ts";
import {
  findPersonalData,
  type PersonalDataFinding,
  personalTexts,
} from "../../src/content/personal-data.ts";
import { isRecord, memberOf } from "../../src/schema/json.ts";
import { BusinessEntry } from "../../src/schema/business.ts";
import { ReviewEntry } from "../../src/schema/review.ts";
import { cleanText } from "../../src/schema/text.ts";
import type { QueuedJob } from "../queue/queue-file.ts";
import { type EntryPlace, type Fields, textOf } from "../review-files.ts";
import type { Imported, Upstream } from "./confirmed-exports.ts";
import { toKeyMark, toUpstreamPrint } from "./fingerprints.ts";
import type { Draft } from "./review-drafts.ts";
import type { Job } from "./jobs.ts";
import { findLateJob, type JobIndex, type Match } from "./job-matching.ts";

export interface Given extends VerificationRecords {
  proofs: Proofs;
  places: readonly EntryPlace[];
  /** The secret behind fingerprints, if there is one. */
  key: string | undefined;
  /** The platforms of which the export holds every review, in comparable form. */
  isWholeOf: ReadonlySet<string>;
  /** Earlier imports. */
  imported: Imported;
  /** The owner confirms that replies which the platform shows no longer go here too. */
  takesRepliesBack?: boolean;
  own: Own;
  today: string;
}

export interface Edit {
  id: string;
  place: EntryPlace;
  changes: Fields;
}

/** Something that only the owner can decide; until then content stays as it is. */
interface PlanQuestion {
  id: string;
  about: "missing" | "reply-removed" | "edited-twice" | "unpublished" | "job-after-review";
  text: string;
}

/** The changes that an import would make to content. */
export interface Plan {
  /** Reviews that the owner's jobs verify, and those they may verify. */
  jobs: {
    read: number;
    matched: { id: string; at: string; job: QueuedJob }[];
    uncertain: { id: string; at: string; name: string; jobs: QueuedJob[] }[];
    /** Of jobs that match nothing: what comes nearest, and why it does not match. */
    nearest: string[];
  };
  added: Fields[];
  /** Who sent the mails that new reviews came in, by their ids. */
  senders: Map<string, string>;
  /** Pictures that came with new reviews, unchecked. */
  pictures: { entry: Fields; at: string; pictures: readonly Buffer<ArrayBuffer>[] }[];
  edited: Edit[];
  unchanged: string[];
  /** In content from the same platforms, and not in the export. */
  missing: string[];
  /** Removed here earlier; they stay removed. */
  removed: { at: string; id: string }[];
  duplicates: { at: string; of: string }[];
  refused: { at: string; why: string }[];
  /** New ones that wait unverified, by what the export says of them. */
  waiting: Map<string, number>;
  questions: PlanQuestion[];
  notes: string[];
  /** The platform's words at the time of writing. */
  imported: Imported;
}

export const clean = (text: string) => cleanText(text).trim();

/** Reviews that content rejects. */
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

/** The owner's statements on who wrote reviews. */
interface VerificationRecords {
  jobs: readonly Job[];
  /** Whether the owner trusts the platform where it says of a review that a customer wrote it. */
  isVerifiedByPlatform: boolean;
}

/** How we know that a customer wrote it; nothing the platform itself does not show is vouched for. */
export function verificationOf(
  draft: Draft,
  { isVerifiedByPlatform, proofs }: Given,
): ReviewEntry["verification"] {
  if (draft.unpublished !== undefined) return undefined;
  if (draft.invitation) return { method: "invitation", date: draft.invitation.day };
  const job = proofs.matches.get(draft)?.job;
  if (job) return { method: job.method, date: job.date };
  return isVerifiedByPlatform && draft.isCustomer === true ? { method: "platform" } : undefined;
}

/** Which jobs the reviews of an import are about. */
export interface Proofs {
  index: JobIndex;
  matches: ReadonlyMap<Draft, Match>;
}

/** Says that all of the customer's jobs are dated after the review; it stays unverified until a date is corrected. */
export function askAboutLateJob(id: string, draft: Draft, { proofs }: Given, plan: Plan): void {
  const job = findLateJob(draft, proofs.index);
  if (job === undefined) return;
  plan.questions.push({
    id,
    about: "job-after-review",
    text: `${draft.at}: the first job of this customer is dated ${job.date}, after the review of ${draft.date}, so it proves nothing (${id}): correct the date in your records, or leave the review unverified`,
  });
}

/** The report's line on a review that waits. */
export const whyUnverified = ({ unpublished, isCustomer }: Draft): string =>
  unpublished !== undefined
    ? `marked "${unpublished}" by the source`
    : isCustomer === false
      ? "not said to be a customer's by the source"
      : isCustomer === true
        ? "said to be a customer's by the source, whose word you have not taken (--verified-by platform)"
        : "of which the export does not say whether a customer wrote it";

/** Contact details of the business, which a reply may contain. */
export const Own = z.object({
  name: z.string().catch(""),
  telephone: z.string().catch(""),
  email: z.string().catch(""),
  language: BusinessEntry.shape.language.catch(undefined),
  address: z.object({ country: z.string() }).catch({ country: "US" }),
});
export type Own = z.infer<typeof Own>;

export const readOwn = (content: string): Own => Own.parse(readBusiness(content) ?? {});

/** Personal data in the texts of an entry, without what it is allowed and the business's own contacts. */
export const findPrivate = (entry: Fields, own: Own): PersonalDataFinding[] =>
  personalTexts(entry)
    .flatMap(({ text }) => findPersonalData(cleanText(text), own))
    .filter(({ kind }) => memberOf(entry["allow"], kind) === undefined);

export const namePrivate = (found: readonly PersonalDataFinding[]): string =>
  found.map((one) => `${one.kind} ${JSON.stringify(one.words)}`).join(", ");

const replyOf = ({ reply }: Fields) => (isRecord(reply) ? reply : undefined);

const toWords = (rating: unknown, title: unknown, text: unknown, key: string) =>
  toUpstreamPrint([Number(rating), clean(textOf(title)), clean(textOf(text))], key);
const toReply = (text: unknown, key: string) => toUpstreamPrint([clean(textOf(text))], key);

/** The platform's current words, for comparison next time. */
export const toUpstream = ({ rating, title, text, reply, format }: Draft, key: string): Upstream => ({
  words: toWords(rating, title, text, key),
  ...(reply && { reply: toReply(reply.text, key) }),
  from: format,
});

/**
 * Decides between differing words: take the platform's, leave the owner's, or ask, because both have changed.
 * `before`: the platform's at the last import; where nothing is known of it, only a newer date speaks for the
 * platform.
 */
function judge(
  before: string | undefined,
  theirs: string,
  mine: string | undefined,
  isNewer: boolean,
): "take" | "leave" | "ask" {
  if (before === undefined) return isNewer ? "take" : "leave";
  if (before === theirs) return "leave";
  return before === mine ? "take" : "ask";
}

/** The last import, if it was made with this key. */
function recordOf(id: string, { imported, key }: Given): Upstream | undefined {
  const known = imported.get(id);
  return key !== undefined && known?.words.startsWith(`${toKeyMark(key)}-`) ? known : undefined;
}

/**
 * The platform's newer words go into the entry unless the owner has corrected them; the owner's fields (id, corrections,
 * permissions, reasons) stay in any case.
 */
export function planEdit(draft: Draft, place: EntryPlace, given: Given, plan: Plan): void {
  const { entry } = place;
  const id = textOf(entry["id"]);
  const changes: Fields = {};
  changeWords(draft, entry, given, plan, changes);
  changeReply(draft, entry, given, plan, changes);
  verifyAgain(draft, entry, given, plan, changes);
  keepPrivate(draft, entry, given, plan, changes);
  // Neither a reply nor a verification is an edit by the customer, whatever day the platform shows for it.
  const isEdited = ["rating", "title", "text"].some((field) => field in changes);
  if (isEdited && isNewer(draft, entry)) changes["updated"] = draft.updated;
  if (draft.unpublished !== undefined && entry["withheld"] === undefined) {
    plan.questions.push({
      id,
      about: "unpublished",
      text: `${id} is published here, and the source marks it "${draft.unpublished}": withhold it, or leave it?`,
    });
  }
  if (given.key !== undefined) {
    const before = recordOf(id, given);
    const now = toUpstream(draft, given.key);
    // Until the owner has decided on a reply that went, its print stays, so that the question comes again.
    const reply = now.reply ?? (replyOf({ ...entry, ...changes }) === undefined ? undefined : before?.reply);
    plan.imported.set(id, { ...now, ...(reply !== undefined && { reply }) });
  }
  const why = findEntryIssue({ ...entry, ...changes }, given.today);
  if (why !== undefined) plan.refused.push({ at: draft.at, why });
  else if (Object.keys(changes).length === 0) plan.unchanged.push(id);
  else {
    plan.edited.push({ id, place, changes });
    noteLostCorrections(id, entry, changes, plan);
  }
}

const isSameWords = ({ rating, title, text }: Draft, entry: Fields): boolean =>
  rating === entry["rating"] &&
  clean(title ?? textOf(entry["title"])) === clean(textOf(entry["title"])) &&
  clean(text) === clean(textOf(entry["text"]));

const isNewer = ({ updated }: Draft, entry: Fields): boolean =>
  updated !== undefined && updated > textOf(entry["updated"]) && updated > textOf(entry["date"]);

/** Takes the platform's words, or says why those in content stay. */
function changeWords(draft: Draft, entry: Fields, given: Given, plan: Plan, changes: Fields): void {
  if (isSameWords(draft, entry)) return;
  const { key = "" } = given;
  const id = textOf(entry["id"]);
  const [title, text] = [clean(draft.title ?? ""), clean(draft.text)];
  const fate = judge(
    recordOf(id, given)?.words,
    toWords(draft.rating, title, text, key),
    toWords(entry["rating"], entry["title"], entry["text"], key),
    isNewer(draft, entry),
  );
  if (fate === "take") {
    if (draft.rating !== entry["rating"]) changes["rating"] = draft.rating;
    if (title && title !== textOf(entry["title"])) changes["title"] = title;
    if (text !== clean(textOf(entry["text"]))) changes["text"] = text || undefined;
  } else if (fate === "ask") {
    plan.questions.push({
      id,
      about: "edited-twice",
      text: `${id} was edited on the platform and corrected here: compare the two; those in content stay as they are. There it says: ${JSON.stringify(text.slice(0, 300))}`,
    });
  } else {
    plan.notes.push(
      `${draft.at}: the platform's words are others, and those in content stay as they are (${id})`,
    );
  }
}

/** The same for the reply. */
function changeReply(draft: Draft, entry: Fields, given: Given, plan: Plan, changes: Fields): void {
  const { key = "" } = given;
  const id = textOf(entry["id"]);
  const mine = replyOf(entry);
  const before = recordOf(id, given)?.reply;
  if (draft.reply === undefined) {
    if (mine === undefined || before === undefined) return;
    if (given.takesRepliesBack) changes["reply"] = undefined;
    else {
      plan.questions.push({
        id,
        about: "reply-removed",
        text: `the reply to ${id} is no longer on the platform: --drop-replies takes it away here too`,
      });
    }
    return;
  }
  const theirs = clean(draft.reply.text);
  if (theirs === clean(textOf(mine?.text))) return;
  const isNew = mine === undefined || isNewer(draft, entry);
  const fate = judge(before, toReply(theirs, key), mine && toReply(mine.text, key), isNew);
  if (fate === "take") changes["reply"] = { date: draft.reply.date, text: theirs };
  else if (fate === "ask") {
    plan.questions.push({
      id,
      about: "edited-twice",
      text: `the reply to ${id} was edited on the platform and here: compare the two; the one in content stays`,
    });
  }
}

/** Words with personal data do not come back over those from which the owner took it. */
function keepPrivate(draft: Draft, entry: Fields, given: Given, plan: Plan, changes: Fields): void {
  if (!["title", "text", "reply"].some((field) => changes[field] !== undefined)) return;
  const id = textOf(entry["id"]);
  const after = findPrivate({ ...entry, ...changes }, given.own);
  if (after.length <= findPrivate(entry, given.own).length || entry["withheld"] !== undefined) return;
  for (const field of ["title", "text", "reply"]) delete changes[field];
  plan.notes.push(
    `${draft.at}: the platform's words hold what looks like personal data (${namePrivate(after)}), so those in content stay as they are (${id})`,
  );
}

/** A review that waited for its verification is published as soon as a record of it turns up. */
function verifyAgain(draft: Draft, entry: Fields, given: Given, plan: Plan, changes: Fields): void {
  if (entry["verification"] !== undefined) return;
  const verification = verificationOf(draft, given);
  if (verification === undefined) return askAboutLateJob(textOf(entry["id"]), draft, given, plan);
  Object.assign(changes, verify({ ...entry, ...changes }, verification, given.own));
}

/** The change to an entry whose record turned up: it no longer waits, unless it holds personal data. */
export function verify(entry: Fields, verification: unknown, own: Own): Fields {
  if (entry["withheld"] !== "unverified") return { verification };
  return { verification, withheld: findPrivate(entry, own).length > 0 ? "personal-data" : undefined };
}

function noteLostCorrections(id: string, entry: Fields, changes: Fields, plan: Plan): void {
  const text = changes["text"];
  if (typeof text !== "string") return;
  const words = (entry["mentions"] as { words: string }[] | undefined)?.map((mention) => mention.words) ?? [];
  const lost = words.filter((one) => !text.includes(one));
  if (lost.length === 0) return;
  plan.notes.push(
    `${id}: your correction rests on ${lost.map((one) => JSON.stringify(one)).join(", ")}, which the new text does not hold: change its mentions before the next build`,
  );
}
