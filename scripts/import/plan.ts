import { findPersonalData, personalTexts } from "../../src/content/personal-data.ts";
import { type PersonalData, ReviewEntry, type WithheldReason } from "../../src/schema/review.ts";
import { cleanText } from "../../src/schema/text.ts";
import { changeEntry, type Fields, idsOf, type Place } from "../review-files.ts";
import type { Draft } from "./draft.ts";
import { fold, toFingerprints, toIdFingerprint, toReviewId } from "./identity.ts";
import { findJob, type Job } from "./jobs.ts";

export interface Given {
  places: readonly Place[];
  jobs: readonly Job[];
  /** Whether the owner vouches that the platform itself checked its customers. */
  isVerifiedByPlatform: boolean;
  /** The secret behind the fingerprints of withdrawn reviews, if there is one. */
  fingerprintKey?: string | undefined;
  /** The business's own telephone number and address, which may stand in a reply. */
  own: { telephone: string; email: string };
  today: string;
}

export interface Edit {
  id: string;
  place: Place;
  changes: Fields;
}

/** What an import would do to content. */
export interface Plan {
  added: Fields[];
  edited: Edit[];
  unchanged: string[];
  /** In content from the same platforms, and not in the export. */
  missing: string[];
  /** Removed here earlier; they stay removed. */
  removed: { at: string; id: string }[];
  duplicates: { at: string; of: string }[];
  refused: { at: string; why: string }[];
  notes: string[];
}

export function buildPlan(drafts: readonly Draft[], given: Given): Plan {
  const plan: Plan = {
    added: [],
    edited: [],
    unchanged: [],
    missing: [],
    removed: [],
    duplicates: [],
    refused: [],
    notes: [],
  };
  const known = indexPlaces(given.places, given.fingerprintKey);
  const matched = new Set<Place>();
  for (const { draft, id } of distinguish(drafts, plan)) {
    const tombstone = known.tombstone(id, draft);
    if (tombstone !== undefined) {
      plan.removed.push({ at: draft.at, id: tombstone });
      continue;
    }
    const place = known.byId(id) ?? known.alike(draft, matched);
    if (place === undefined) addNew(draft, id, given, plan);
    else {
      matched.add(place);
      addEdit(draft, place, given, plan);
    }
  }
  const sources = new Set(drafts.map(({ source }) => fold(source)));
  plan.missing = given.places
    .filter(
      (place) => !matched.has(place) && !isTombstone(place.entry) && sources.has(fold(sourceOf(place.entry))),
    )
    .map(({ entry }) => String(entry["id"]));
  return plan;
}

const isTombstone = (entry: Fields) => "removed_at" in entry;
const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const sourceOf = (entry: Fields) => textOf((entry["source"] as Fields | null | undefined)?.["name"]);

/** Each review once, with its id: an export may hold the same one twice, under two accounts or on two pages. */
function* distinguish(drafts: readonly Draft[], plan: Plan): Generator<{ draft: Draft; id: string }> {
  const seen = new Map<string, Draft>();
  const contents = new Map<string, Draft>();
  const texts = Map.groupBy(drafts, ({ source, key }) => toReviewId(source, key));
  for (const draft of drafts) {
    const plainId = toReviewId(draft.source, draft.key);
    // Without an id of the platform's own, two reviews of one person on one day differ by their words alone.
    const isShared = new Set(texts.get(plainId)?.map(({ text }) => fold(text))).size > 1;
    const isComposed = draft.key.startsWith("[");
    const id = isShared && isComposed ? toReviewId(draft.source, draft.key + fold(draft.text)) : plainId;
    const content = JSON.stringify([
      fold(draft.source),
      draft.date,
      draft.rating,
      fold(draft.customer.name),
      fold(draft.text),
    ]);
    const first = seen.get(id) ?? contents.get(content);
    if (first !== undefined) {
      plan.duplicates.push({ at: draft.at, of: first.at });
      continue;
    }
    seen.set(id, draft);
    contents.set(content, draft);
    yield { draft, id };
  }
}

const who = (source: string, author: string) => JSON.stringify([fold(source), fold(author)]);

function indexPlaces(places: readonly Place[], key: string | undefined) {
  const byId = new Map(
    places
      .filter(({ entry }) => !isTombstone(entry))
      .flatMap((place) => idsOf(place.entry).map((id) => [id, place] as const)),
  );
  const removedIds = new Map<string, string>();
  for (const { entry } of places) {
    if (!isTombstone(entry)) continue;
    const id = textOf(entry["id"]);
    removedIds.set(id, id);
    for (const print of (entry["fingerprints"] as string[] | undefined) ?? []) removedIds.set(print, id);
  }
  const byAuthor = Map.groupBy(
    places.filter(({ entry }) => !isTombstone(entry)),
    ({ entry }) => who(sourceOf(entry), textOf(entry["author"])),
  );
  return {
    byId: (id: string) => byId.get(id),
    tombstone: (id: string, draft: Draft) =>
      [
        id,
        ...toFingerprints(draft),
        ...(key === undefined ? [] : [...toFingerprints(draft, key), toIdFingerprint(id, key)]),
      ]
        .map((mark) => removedIds.get(mark))
        .find((found) => found !== undefined),
    /** An entry that the owner wrote by hand for the same review. */
    alike(
      { source, author, date, text, key, rating }: Draft,
      matched: ReadonlySet<Place>,
    ): Place | undefined {
      const candidates = (byAuthor.get(who(source, author)) ?? []).filter(
        (place) => !matched.has(place) && textOf(place.entry["id"]) !== toReviewId(source, key),
      );
      const words = fold(text);
      const sameWords = candidates.find(
        ({ entry }) => words.length >= 20 && fold(textOf(entry["text"])) === words,
      );
      if (sameWords) return sameWords;
      const sameDay = candidates.filter(
        ({ entry }) => entry["date"] === date && !isImported(entry) && isAlike(entry, text, rating),
      );
      return sameDay.length === 1 ? sameDay[0] : undefined;
    },
  };
}

/** Ids that an import made stand for one review of the platform, so no other one may take their place. */
const isImported = (entry: Fields) => /-[a-z2-7]{16}$/.test(textOf(entry["id"]));

/** Whether most words of the shorter text stand in the other; stars alone must be the same number. */
function isAlike(entry: Fields, text: string, rating: number): boolean {
  const [some = [], others = []] = [textOf(entry["text"]), text]
    .map((one) => [...new Set(fold(one).split(" ").filter(Boolean))])
    .toSorted((a, b) => a.length - b.length);
  if (some.length === 0) return entry["rating"] === rating;
  return some.filter((word) => others.includes(word)).length >= some.length / 2;
}

const digits = (text: string) => text.replace(/\D/g, "");

/** Personal data in the texts of an entry, without what it is allowed and without the business's own. */
function findPrivate(
  entry: Fields,
  own: Given["own"],
): { kind: PersonalData; words: string; isOwn: boolean }[] {
  const allowed = (entry["allow"] ?? {}) as Partial<Record<PersonalData, string>>;
  return personalTexts(entry)
    .flatMap(({ text }) => findPersonalData(cleanText(text)))
    .filter(({ kind }) => allowed[kind] === undefined)
    .map(({ kind, words }) => ({
      kind,
      words,
      isOwn:
        (kind === "phone" &&
          digits(words).length >= 7 &&
          digits(own.telephone).endsWith(digits(words).replace(/^1(?=\d{10})/, ""))) ||
        (kind === "email" && words.toLowerCase() === own.email.toLowerCase()),
    }));
}

/** The entry with what it needs to stand in content: a reason to be withheld, or permission for our own number. */
function settle(entry: Fields, at: string, own: Given["own"], plan: Plan): Fields {
  const found = findPrivate(entry, own);
  const allow: Record<string, string> = {};
  for (const { kind } of found.filter(({ isOwn }) => isOwn)) allow[kind] = "our own, public anyway";
  const others = found.filter(({ isOwn, kind }) => !isOwn && allow[kind] === undefined);
  const result = { ...entry, ...(Object.keys(allow).length > 0 && { allow }) };
  if (others.length === 0)
    return entry["verification"] === undefined ? withhold(result, "unverified") : result;
  const words = others.map((one) => `${one.kind} ${JSON.stringify(one.words)}`).join(", ");
  plan.notes.push(
    `${at}: holds what looks like personal data (${words}), so it is withheld: take it out or allow it, then take "withheld" away`,
  );
  return withhold(result, "personal-data");
}

const withhold = (entry: Fields, reason: WithheldReason): Fields => ({ ...entry, withheld: reason });

function verificationOf(draft: Draft, { jobs, isVerifiedByPlatform }: Given): ReviewEntry["verification"] {
  const job = findJob(draft, jobs);
  if (job) return { method: job.method, date: job.date };
  return isVerifiedByPlatform ? { method: "platform" } : undefined;
}

function addNew(draft: Draft, id: string, given: Given, plan: Plan): void {
  const { date, rating, title, text, author, source, url, reply, updated, at } = draft;
  const verification = verificationOf(draft, given);
  const entry: Fields = {
    id,
    date,
    rating,
    ...(title && { title: clean(title) }),
    ...(text.trim() && { text: clean(text) }),
    author,
    source: { name: source, ...(url !== undefined && { url }) },
    ...(verification && { verification }),
    ...(reply && { reply: { date: reply.date, text: clean(reply.text) } }),
    ...(updated !== undefined && { updated }),
  };
  const why = findFault(entry, given.today);
  if (why !== undefined) plan.refused.push({ at, why });
  else plan.added.push(settle(entry, at, given.own, plan));
}

const clean = (text: string) => cleanText(text).trim();

/** What content would not take. */
function findFault(entry: Fields, today: string): string | undefined {
  const parsed = ReviewEntry.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") ?? "it"} ${issue?.message ?? "is wrong"}`;
  }
  const { date, updated = date, reply } = parsed.data;
  const future = [date, updated, reply?.date ?? date].find((day) => day > today);
  return future === undefined ? undefined : `is dated ${future}, which is in the future`;
}

/** The platform's newer words go into the entry; the owner's fields (id, corrections, permissions, reasons) stay. */
function addEdit(draft: Draft, place: Place, given: Given, plan: Plan): void {
  const { entry } = place;
  const id = textOf(entry["id"]);
  const changes: Fields = {};
  const change = (field: string, value: unknown, isSame: (now: unknown) => boolean) => {
    if (!isSame(entry[field])) changes[field] = value;
  };
  const sameText = (text: string) => (now: unknown) => clean(textOf(now)) === clean(text);
  change("rating", draft.rating, (now) => now === draft.rating);
  if (draft.title) change("title", clean(draft.title), sameText(draft.title));
  change("text", draft.text.trim() === "" ? undefined : clean(draft.text), sameText(draft.text));
  const { reply, updated } = draft;
  if (reply) {
    change("reply", { date: reply.date, text: clean(reply.text) }, (now) =>
      sameText(reply.text)((now as Fields | undefined)?.["text"]),
    );
  }
  if (updated !== undefined && updated > textOf(entry["updated"]) && updated > textOf(entry["date"])) {
    changes["updated"] = updated;
  }
  verifyAgain(draft, entry, given, changes);
  const before = findPrivate(entry, given.own).filter(({ isOwn }) => !isOwn).length;
  const after = findPrivate({ ...entry, ...changes }, given.own);
  if (after.filter(({ isOwn }) => !isOwn).length > before && entry["withheld"] === undefined) {
    for (const field of ["title", "text", "reply"]) delete changes[field];
    const words = after.map((one) => `${one.kind} ${JSON.stringify(one.words)}`).join(", ");
    plan.notes.push(
      `${draft.at}: the platform's words hold what looks like personal data (${words}), so those in content stay as they are (${id})`,
    );
  } else if (after.some(({ isOwn }) => isOwn) && changes["withheld"] === undefined) {
    const own = Object.fromEntries(
      after.filter(({ isOwn }) => isOwn).map(({ kind }) => [kind, "our own, public anyway"]),
    );
    changes["allow"] = { ...(entry["allow"] as Fields | undefined), ...own };
  }
  const why = findFault({ ...entry, ...changes }, given.today);
  if (why !== undefined) plan.refused.push({ at: draft.at, why });
  else if (Object.keys(changes).length === 0) plan.unchanged.push(id);
  else {
    plan.edited.push({ id, place, changes });
    const words =
      (entry["mentions"] as { words: string }[] | undefined)?.map((mention) => mention.words) ?? [];
    const lost = words.filter((one) => typeof changes["text"] === "string" && !changes["text"].includes(one));
    if (lost.length > 0) {
      plan.notes.push(
        `${id}: your correction rests on ${lost.map((one) => JSON.stringify(one)).join(", ")}, which the new text does not hold: change its mentions before the next build`,
      );
    }
  }
}

/** A review that waited for its verification is published as soon as a record of it turns up. */
function verifyAgain(draft: Draft, entry: Fields, given: Given, changes: Fields): void {
  if (entry["verification"] !== undefined) return;
  const verification = verificationOf(draft, given);
  if (verification === undefined) return;
  changes["verification"] = verification;
  if (entry["withheld"] === "unverified") {
    const isPrivate = findPrivate({ ...entry, ...changes }, given.own).some(({ isOwn }) => !isOwn);
    changes["withheld"] = isPrivate ? "personal-data" : undefined;
  }
}

export function applyEdits(edits: readonly Edit[]): void {
  for (const { place, changes } of edits) changeEntry(place, changes);
}
