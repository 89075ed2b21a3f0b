import { isDeepStrictEqual } from "node:util";
import type { Fields, EntryPlace } from "../review-files.ts";
import type { Draft } from "./draft.ts";
import { toKeyMark, toUpstreamPrint } from "./identity.ts";
import type { Upstream } from "./confirmed-exports.ts";
import { textOf } from "./known-reviews.ts";
import { askAboutLateJob, clean, findEntryIssue, verificationOf } from "./entry.ts";
import type { Given, Plan } from "./plan.ts";
import { findPrivate, namePrivate, ownReason } from "./private.ts";
import { isRecord } from "../../src/schema/json.ts";

const replyOf = ({ reply }: Fields) => (isRecord(reply) ? reply : undefined);

const toWords = (rating: unknown, title: unknown, text: unknown, key: string) =>
  toUpstreamPrint([Number(rating), clean(textOf(title)), clean(textOf(text))], key);
const toReply = (text: unknown, key: string) => toUpstreamPrint([clean(textOf(text))], key);

/** What the platform says now, to compare with the next time. */
export const toUpstream = ({ rating, title, text, reply }: Draft, key: string): Upstream => ({
  words: toWords(rating, title, text, key),
  ...(reply && { reply: toReply(reply.text, key) }),
});

/** Who changed a text since it was last imported. */
type Author = "nobody" | "platform" | "owner" | "both" | "unknown";

function findAuthor(
  before: string | undefined,
  theirs: string | undefined,
  mine: string | undefined,
): Author {
  if (theirs === mine) return "nobody";
  if (before === undefined) return "unknown";
  if (before === theirs) return "owner";
  return before === mine ? "platform" : "both";
}

/** What is known of the last import, if it was made with this key. */
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
    plan.imported.set(id, { words: now.words, ...(reply !== undefined && { reply }) });
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
  const { key } = given;
  const id = textOf(entry["id"]);
  const author =
    key === undefined
      ? "unknown"
      : findAuthor(
          recordOf(id, given)?.words,
          toWords(draft.rating, draft.title, draft.text, key),
          toWords(entry["rating"], entry["title"], entry["text"], key),
        );
  // Where nothing is known of the last import, only a newer date speaks for the platform.
  if (author === "platform" || (author === "unknown" && isNewer(draft, entry))) {
    if (draft.rating !== entry["rating"]) changes["rating"] = draft.rating;
    if (draft.title && clean(draft.title) !== textOf(entry["title"])) changes["title"] = clean(draft.title);
    if (clean(draft.text) !== clean(textOf(entry["text"]))) changes["text"] = clean(draft.text) || undefined;
    return;
  }
  if (author === "both") {
    plan.questions.push({
      id,
      about: "edited-twice",
      text: `${id} was edited on the platform and corrected here: compare the two; those in content stay as they are. There it says: ${JSON.stringify(clean(draft.text).slice(0, 300))}`,
    });
  } else {
    plan.notes.push(
      `${draft.at}: the platform's words are others, and those in content stay as they are (${id})`,
    );
  }
}

/** The same for the reply. */
function changeReply(draft: Draft, entry: Fields, given: Given, plan: Plan, changes: Fields): void {
  const { key } = given;
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
  const author =
    key === undefined
      ? "unknown"
      : findAuthor(before, toReply(theirs, key), mine === undefined ? undefined : toReply(mine.text, key));
  const isNew = mine === undefined && before === undefined;
  if (isNew || author === "platform" || (author === "unknown" && isNewer(draft, entry))) {
    changes["reply"] = { date: draft.reply.date, text: theirs };
    return;
  }
  if (author === "both") {
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
  const count = (fields: Fields) => findPrivate(fields, given.own).filter(({ isOwn }) => !isOwn).length;
  const after = findPrivate({ ...entry, ...changes }, given.own);
  const isWorse = after.filter(({ isOwn }) => !isOwn).length > count(entry);
  if (isWorse && entry["withheld"] === undefined) {
    for (const field of ["title", "text", "reply"]) delete changes[field];
    plan.notes.push(
      `${draft.at}: the platform's words hold what looks like personal data (${namePrivate(after)}), so those in content stay as they are (${id})`,
    );
    return;
  }
  const own = after.filter(({ isOwn }) => isOwn).map(({ kind }) => [kind, ownReason]);
  if (own.length > 0 && changes["withheld"] === undefined) {
    const allow = { ...(isRecord(entry["allow"]) && entry["allow"]), ...Object.fromEntries(own) };
    if (!isDeepStrictEqual(allow, entry["allow"])) changes["allow"] = allow;
  }
}

/** A review that waited for its verification is published as soon as a record of it turns up. */
function verifyAgain(draft: Draft, entry: Fields, given: Given, plan: Plan, changes: Fields): void {
  if (entry["verification"] !== undefined) return;
  const verification = verificationOf(draft, given);
  if (verification === undefined) return askAboutLateJob(textOf(entry["id"]), draft, given, plan);
  changes["verification"] = verification;
  if (entry["withheld"] === "unverified") {
    const isPrivate = findPrivate({ ...entry, ...changes }, given.own).some(({ isOwn }) => !isOwn);
    changes["withheld"] = isPrivate ? "personal-data" : undefined;
  }
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
