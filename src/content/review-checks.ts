import { probablyMeant } from "../schema/names.ts";
import { isReservedId, permalinkPath } from "../schema/review-paths.ts";
import type { PersonalData, RemovedEntry, ReviewEntry } from "../schema/review.ts";
import { findPersonalData, type OwnContacts, personalTexts } from "./personal-data.ts";
import { type AddIssue, issueAt, type Path, type SourcePiece } from "./source.ts";

export interface Located<T> {
  entry: T;
  piece: SourcePiece;
}

/** The entries that reviews may refer to. */
export interface Known {
  /** Ids of technicians, services and areas. */
  entities: readonly string[];
  aspects: readonly string[];
  /** The last day that is not in the future. */
  today: string;
  own: OwnContacts;
}

const kindNames: Record<PersonalData, string> = {
  phone: "a telephone number",
  email: "an e-mail address",
  "street-address": "a street address",
  "gate-code": "a gate code",
};

/** Checks beyond one review's own schema: dates, references, verification, personal data. */
export function checkReview({ entry, piece }: Located<ReviewEntry>, known: Known, report: AddIssue): void {
  const issue = (path: Path, message: string, words?: string) =>
    report(issueAt(piece, path, message, { entry: entry.id, words }));
  checkNames(entry, issue);
  checkDates(entry, known.today, issue);
  checkCorrections(entry, known, issue);
  if (entry.withheld !== undefined) return;
  if (entry.verification === undefined) {
    issue(
      ["verification"],
      "is missing: only verified reviews are published; say how you know the customer (verification: { method: job_record }), or keep it back (withheld: unverified)",
    );
  }
  for (const { path, text } of personalTexts(entry)) {
    for (const { kind, words } of findPersonalData(text, known.own)) {
      if (entry.allow?.[kind] !== undefined) continue;
      issue(
        path,
        `holds what looks like ${kindNames[kind]}, ${JSON.stringify(words)}: take it out, or say why it may stay (allow: { ${kind}: the reason })`,
        words,
      );
    }
  }
}

type ReportIssue = (path: Path, message: string) => void;

/** Each id that a review has or had is the name of a page. */
function checkNames({ id, formerly = [] }: ReviewEntry, issue: ReportIssue): void {
  const names: { path: Path; name: string }[] = [
    { path: ["id"], name: id },
    ...formerly.map((one, index) => ({ path: ["formerly", index, "id"], name: one.id })),
  ];
  for (const { path, name } of names) {
    if (isReservedId(name))
      issue(
        path,
        `is ${name}, but ${permalinkPath(name)} is another page, a month's or that of a kind of lists; choose another, such as ${name}-a`,
      );
  }
}

function checkDates(
  { date, updated, reply, verification, formerly = [] }: ReviewEntry,
  today: string,
  issue: ReportIssue,
): void {
  const dates: { path: Path; day: string | undefined }[] = [
    { path: ["date"], day: date },
    { path: ["updated"], day: updated },
    { path: ["reply", "date"], day: reply?.date },
    { path: ["verification", "date"], day: verification?.date },
    ...formerly.map(({ until }, index) => ({ path: ["formerly", index, "until"], day: until })),
  ];
  for (const { path, day } of dates) {
    if (day !== undefined && day > today) {
      issue(path, `is ${day}, which is in the future; it must be ${today} or earlier`);
    }
  }
  const { method, date: done = date } = verification ?? {};
  if ((method === "job_record" || method === "appointment") && done > date) {
    issue(
      ["verification", "date"],
      `is ${done}, after the review was written, so the ${method === "job_record" ? "job" : "appointment"} is not what it is about; it must be ${date} or earlier`,
    );
  }
  for (const { path, day } of dates.slice(1, 3)) {
    if (day !== undefined && day < date) {
      issue(path, `is ${day}, before the review was written; it must be ${date} or later`);
    }
  }
}

function checkCorrections({ mentions, verdicts, text }: ReviewEntry, known: Known, issue: ReportIssue): void {
  for (const [index, mention] of (mentions ?? []).entries()) {
    const [field, id] = "is" in mention ? ["is", mention.is] : ["is_not", mention.is_not];
    if (!known.entities.includes(id)) {
      issue(["mentions", index, field], unknown(id, "technician, service or area", known.entities));
    }
    if (!text.includes(mention.words)) {
      issue(
        ["mentions", index, "words"],
        `is ${JSON.stringify(mention.words)}, which the text does not hold; it must be words of the review, letter by letter`,
      );
    }
  }
  for (const aspect of Object.keys(verdicts ?? {})) {
    if (!known.aspects.includes(aspect))
      issue(["verdicts", aspect], unknown(aspect, "aspect", known.aspects));
  }
}

function unknown(id: string, what: string, known: readonly string[]): string {
  const meant = probablyMeant(id, known);
  return `is ${JSON.stringify(id)}, which is no ${what}; ${meant ? `did you mean ${meant}? Known` : "known"} are ${known.join(", ")}`;
}

const place = ({ piece }: Located<unknown>) => `${piece.file}:${piece.lineOf(["id"])}`;

/** An id names one thing for ever, so it occurs once in all files, those of withdrawn reviews included. */
export function checkIds(entries: readonly Located<{ id: string } | RemovedEntry>[], report: AddIssue): void {
  const first = new Map<string, Located<{ id: string } | RemovedEntry>>();
  // The withdrawn come first, so that the issue stands where the id was used again.
  const removedFirst = entries.toSorted(
    (a, b) => Number("removed_at" in b.entry) - Number("removed_at" in a.entry),
  );
  for (const located of removedFirst) {
    const { entry, piece } = located;
    const other = first.get(entry.id);
    if (other === undefined) {
      first.set(entry.id, located);
      continue;
    }
    const message =
      "removed_at" in other.entry && !("removed_at" in entry)
        ? `belongs to a review that was removed on ${other.entry.removed_at} (${place(other)}), and an id is never used again; choose another`
        : `is already used at ${place(other)}; an id names one entry only: choose another`;
    report(issueAt(piece, ["id"], message, { entry: entry.id }));
  }
}
