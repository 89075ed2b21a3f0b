import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { distance, foldAccents } from "../../src/schema/names.ts";
import type { Job } from "./jobs.ts";
import { toSourceName } from "./platforms.ts";
import { toComparable } from "./fingerprints.ts";
import { type Draft, unnamedSource } from "./review-drafts.ts";
import { anonymous, oneWordScripts, shortenName } from "./field-values.ts";

const Words = z.string().transform((text) => text.trim().split(/\s+/));
const data = z
  .strictObject({ short_forms: z.array(Words), titles: Words, firms: Words, contacts: Words })
  .parse(parse(readFileSync(join(import.meta.dirname, "names.yaml"), "utf8")));

/** Letters as two lists write them differently: "Müller", "Mueller" and "MULLER" are one. */
const toLetters = (text: string): string =>
  foldAccents(text)
    .replace(/([aou])e/g, "$1")
    .normalize("NFC");

const shortForms = new Map<string, Set<string>>();
for (const [index, names] of data.short_forms.entries()) {
  for (const name of names) {
    const letters = toLetters(name);
    const lines = shortForms.get(letters) ?? new Set();
    shortForms.set(letters, lines.add(String(index)));
  }
}
const toWordSet = (words: readonly string[]) => new Set(words.map(toLetters));
const [titles, firms] = [toWordSet(data.titles), toWordSet(data.firms)];
const contacts = new RegExp(String.raw`[()/;|]|\s[-–—]\s|\b(?:${data.contacts.join("|")})\b[.:]?`, "giu");

/** A first name, those between, and a last one; each may be an initial, and the last one may be missing. */
interface Person {
  first: string;
  middle: string[];
  last: string;
}

/** Whom a name may stand for: people, and the firm that it is the name of. */
interface Named {
  people: Person[];
  firms: string[];
}

const toParts = (text: string): string[] =>
  toLetters(text)
    .replace(/['’`]/g, "")
    .split(/[^\p{L}\p{N}-]+/u)
    .map((part) => part.replace(/^-+|-+$/g, ""))
    .filter((part) => part !== "" && !titles.has(part));

const isFirm = (parts: readonly string[]): boolean => parts.some((part) => firms.has(part));

function toPerson(text: string): Person | undefined {
  const all = toParts(text).join("");
  if (oneWordScripts.test(all)) return { first: all, middle: [], last: "" };
  const [last, ...given] = text.split(",");
  const named = given.map(toParts).find((parts) => parts.length > 0);
  const [first, ...rest] = [...(named ?? []), ...toParts(last ?? "")];
  return first === undefined ? undefined : { first, middle: rest.slice(0, -1), last: rest.at(-1) ?? "" };
}

/** "Bob & Sue Kline" are two people, and so are "Kline, Bob & Sue". */
function toPeople(text: string): Person[] {
  const people = text.split(/\s*(?:[&+]|\s(?:and|und|et|y)\s)\s*/i).flatMap((part) => toPerson(part) ?? []);
  const shared = people.map(({ last }) => last).find((last) => last !== "") ?? "";
  return people.map((person) => (person.last === "" ? { ...person, last: shared } : person));
}

/** The person a name stands for, however it is written. */
function parseName(given: string): Named {
  const pieces = given
    .slice(0, 200)
    .split(contacts)
    .filter((piece) => /\p{L}/u.test(piece));
  const found: Named = { people: [], firms: [] };
  for (const piece of pieces) {
    const parts = toParts(piece);
    const firm = parts.filter((part) => !firms.has(part)).join(" ");
    if (!isFirm(parts)) found.people.push(...toPeople(piece));
    // A firm may leave its legal form out; one word alone is a first name.
    if (firm !== "" && (isFirm(parts) || parts.length > 1)) found.firms.push(firm);
  }
  return found;
}

const isInitial = (name: string): boolean => Array.from(name).length === 1;
const isTypo = (a: string, b: string): boolean => Math.min(a.length, b.length) >= 5 && distance(a, b) === 1;
const isShortForm = (a: string, b: string): boolean => {
  const other = shortForms.get(b);
  return [...(shortForms.get(a) ?? [])].some((line) => other?.has(line));
};

function scoreFirst(a: Person, b: Person): number {
  if (a.first === b.first) return 1;
  if (isInitial(a.first) || isInitial(b.first)) return a.first.charAt(0) === b.first.charAt(0) ? 0.8 : 0;
  if (isShortForm(a.first, b.first)) return 0.95;
  if (b.middle.includes(a.first) || a.middle.includes(b.first)) return 0.85;
  return isTypo(a.first, b.first) ? 0.75 : 0;
}

function scoreLast(a: string, b: string): number {
  if (a === b) return 1;
  if (isInitial(a) || isInitial(b)) return a.charAt(0) === b.charAt(0) ? 0.85 : 0;
  if (a.split("-").some((part) => b.split("-").includes(part))) return 0.9;
  // "McD" may stand for "McDonald"; but so may "Lee" for nothing but itself.
  const [short = "", long = ""] = [a, b].toSorted((one, other) => one.length - other.length);
  if (short.length >= 3 && long.startsWith(short)) return 0.75;
  return isTypo(a, b) ? 0.75 : 0;
}

/** A whole name in one word, such as 김민수: its first letter stands for the family, as content has it. */
const isOneWord = ({ first, last }: Person): boolean =>
  last === "" && first.length > 1 && oneWordScripts.test(first);

function scorePeople(a: Person, b: Person): number {
  if (isOneWord(a) && isOneWord(b)) return a.first === b.first ? 1 : 0;
  const enough = isOneWord(a) || isOneWord(b) ? 0.8 : 0.95;
  if (a.last === "" || b.last === "") return scoreFirst(a, b) >= enough ? 0.5 : 0;
  const straight = scoreFirst(a, b) * scoreLast(a.last, b.last);
  const isSwapped = a.first === b.last && a.last === b.first && !isInitial(a.first) && !isInitial(a.last);
  return Math.max(straight, isSwapped ? 0.9 : 0);
}

/** How well the name of a reviewer fits a customer's, from 0 to 1. */
function scoreNamed(a: Named, b: Named): number {
  const people = a.people.flatMap((one) => b.people.map((other) => scorePeople(one, other)));
  const isSameFirm = a.firms.some((firm) => b.firms.includes(firm));
  return Math.max(0, ...people, isSameFirm ? 0.95 : 0);
}

export const scoreNames = (a: string, b: string): number => scoreNamed(parseName(a), parseName(b));

/** Whether a name may be short for another. */
export const isLikely = (name: string, short: string): boolean => scoreNames(short, name) >= possible;

/** The name to greet a customer by; nothing where only a firm is known. */
export function givenNameOf(names: readonly string[]): string {
  const short = shortenName(names.find((name) => !isFirm(toParts(name))) ?? "");
  return short === anonymous ? "" : short.replace(/ \p{L}\p{M}*\.$/u, "");
}

/** A job with the names of its customer read. */
interface Candidate {
  job: Job;
  named: Named;
  /** The same for all jobs of a customer. */
  customer: string;
}

/** A job that may be the one that a review is about. */
export interface Match {
  job: Job;
  /** How well the names fit, from 0 to 1. */
  score: number;
}

/** Jobs by what a review may share with them. */
export type JobIndex = ReadonlyMap<string, readonly Candidate[]>;

const isWhole = (person: Person) =>
  isOneWord(person) || (!isInitial(person.first) && person.last !== "" && !isInitial(person.last));
const keyOfPerson = ({ first, last }: Person) => `name ${first} ${last}`;
/** A first name, and the groups of short forms that it belongs to. */
const formsOf = (first: string): string[] => [first, ...(shortForms.get(first) ?? [])];

/** The keys under which a customer is found by a name that is not quite the same. */
const looseKeysOf = ({ people }: Named): string[] =>
  people.flatMap(({ first, middle, last }) => [
    ...last.split("-").map((part) => `last ${part}`),
    ...[first, ...middle].flatMap(formsOf).map((form) => `first ${form} ${last.charAt(0)}`),
    ...formsOf(first).map((form) => `only ${form}`),
    `initials ${first.charAt(0)} ${last.charAt(0)}`,
  ]);

/** The keys under which a reviewer's customer may stand. */
const likelyKeysOf = ({ people }: Named): string[] =>
  people.flatMap(({ first, last }) => {
    if (last === "") return formsOf(first).map((form) => `only ${form}`);
    if (isInitial(first) && isInitial(last)) return [`initials ${first} ${last}`];
    const byFirst = isInitial(first) ? [] : formsOf(first).map((form) => `first ${form} ${last.charAt(0)}`);
    return isInitial(last)
      ? byFirst
      : [...byFirst, ...[...last.split("-"), first].map((part) => `last ${part}`)];
  });

export function indexJobs(jobs: readonly Job[]): JobIndex {
  const index = new Map<string, Candidate[]>();
  for (const job of jobs) {
    const all = job.names.map(parseName);
    const named = { people: all.flatMap(({ people }) => people), firms: all.flatMap((one) => one.firms) };
    const exact = [...named.people.map(keyOfPerson), ...named.firms.map((firm) => `firm ${firm}`)];
    const candidate = { job, named, customer: exact.join() };
    for (const key of new Set([`email ${job.email}`, ...exact, ...looseKeysOf(named)])) {
      const known = index.get(key);
      if (known) known.push(candidate);
      else index.set(key, [candidate]);
    }
  }
  return index;
}

/** How long after a job its customer may have written about it. */
const windowDays = 180;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const isInTime = (job: Job, date: string): boolean =>
  job.date <= date && daysBetween(job.date, date) <= windowDays;

type Written = Pick<Draft, "date" | "author" | "customer">;
type Posted = Written & Pick<Draft, "source">;

const nameOf = ({ author, customer }: Written): Named => parseName(customer.name || author);

/** Customers who may have written a review: by e-mail address, then by the exact name, then by similar names. */
function* lookUp(index: JobIndex, { customer }: Written, named: Named): Generator<readonly Candidate[]> {
  const get = (keys: readonly string[]) => [...new Set(keys.flatMap((key) => index.get(key) ?? []))];
  yield customer.email ? get([`email ${customer.email.toLowerCase()}`]) : [];
  yield get([...named.people.filter(isWhole).map(keyOfPerson), ...named.firms.map((firm) => `firm ${firm}`)]);
  yield get(likelyKeysOf(named));
}

/** From this score on, a single customer whom a name fits is the one. */
const sure = 0.8;
/** Below this, a name fits nobody. */
const possible = 0.5;
/** By how much the best customer must fit better than the next. */
const margin = 0.1;
/** A name that fits more customers than that fits none of them. */
const maxCustomers = 5;

/** The jobs' evidence for a review. */
export interface Found {
  /** Those that may be the one, the best and then the latest first. */
  matches: Match[];
  /** Whether the first is the one. */
  isSure: boolean;
}

/** The jobs of the half-year before a review whose customer may have written it. */
export function findJobs(review: Written, index: JobIndex): Found {
  const named = nameOf(review);
  const email = review.customer.email?.toLowerCase();
  const tiers = lookUp(index, review, named).map((tier) =>
    tier.filter(({ job }) => isInTime(job, review.date)),
  );
  const scored = (tiers.find((tier) => tier.length > 0) ?? [])
    .map(({ job, named: other, customer }) => ({
      job,
      customer,
      score: email && job.email === email ? 1 : scoreNamed(named, other),
    }))
    .filter(({ score }) => score >= possible)
    .toSorted((a, b) => b.score - a.score || (a.job.date < b.job.date ? 1 : -1));
  const best = scored[0]?.score ?? 0;
  const near = new Set(scored.filter(({ score }) => score > best - margin).map(({ customer }) => customer));
  if (near.size > maxCustomers) return { matches: [], isSure: false };
  const isSure = best >= sure && near.size === 1;
  const kept = isSure ? scored.filter(({ customer }) => near.has(customer)) : scored;
  return { matches: kept.map(({ job, score }) => ({ job, score })), isSure };
}

/**
 * The customer's first job, where all of theirs are dated after the review: one of the two dates is wrong, or the
 * review is not by this customer. Only a whole name or an address is sure enough to ask.
 */
export function findLateJob(review: Written, index: JobIndex): Job | undefined {
  const [byEmail = [], byName = []] = lookUp(index, review, nameOf(review)).take(2);
  const jobs = [...byEmail, ...byName].map(({ job }) => job).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return jobs.every((job) => job.date > review.date) ? jobs[0] : undefined;
}

/** Whether both may be of one platform; where one does not say, they may. */
export const isSameSource = (a: string, b: string): boolean =>
  [a, b].includes(unnamedSource) || toComparable(toSourceName(a)) === toComparable(toSourceName(b));

/** The platforms on which a job verifies a review. */
export type UsedJobs = Map<Job, string[]>;

export const isUsed = (used: UsedJobs, job: Job, source: string): boolean =>
  used.get(job)?.some((one) => isSameSource(one, source)) ?? false;

export const addUse = (used: UsedJobs, job: Job, source: string): void =>
  void used.set(job, [...(used.get(job) ?? []), source]);

/**
 * The job that each review is about. A job verifies one review on each platform, since customers post the same on two;
 * the better a name fits, the sooner it takes.
 */
export function assignJobs<T extends Posted>(
  reviews: readonly T[],
  index: JobIndex,
  used: UsedJobs,
): { matches: Map<T, Match>; uncertain: Map<T, Match[]> } {
  const matches = new Map<T, Match>();
  const uncertain = new Map<T, Match[]>();
  const found = reviews
    .map((review) => ({ review, ...findJobs(review, index) }))
    .filter((one) => one.matches.length > 0)
    .toSorted(
      (a, b) =>
        (b.matches[0]?.score ?? 0) - (a.matches[0]?.score ?? 0) || (a.review.date < b.review.date ? -1 : 1),
    );
  for (const { review, matches: likely } of found.filter(({ isSure }) => isSure)) {
    const free = likely.find(({ job }) => !isUsed(used, job, review.source));
    if (free === undefined) continue;
    addUse(used, free.job, review.source);
    matches.set(review, free);
  }
  for (const { review, matches: likely } of found.filter(({ isSure }) => !isSure)) {
    const free = likely.filter(({ job }) => !isUsed(used, job, review.source)).slice(0, maxCustomers);
    if (free.length > 0) uncertain.set(review, free);
  }
  return { matches, uncertain };
}

/** The reviews and jobs that come nearest to a match, and why they do not match: for a list that fits nothing. */
export function findNearest(reviews: readonly Posted[], jobs: readonly Job[], used: UsedJobs): string[] {
  // A first list that fits nothing is seldom long, and three lines say enough.
  const customers = jobs.slice(0, 300).map((job) => ({ job, named: job.names.map(parseName) }));
  const pairs = reviews.slice(0, 300).flatMap((review) => {
    const named = nameOf(review);
    return customers.map(({ job, named: all }) => {
      const score = Math.max(...all.map((one) => scoreNamed(named, one)), likeness(named, all));
      return { review, job, score };
    });
  });
  return pairs
    .filter(({ score }) => score > 0.2)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ review, job, score }) => {
      const why =
        score < possible
          ? "the names differ"
          : job.date > review.date
            ? "the job is later"
            : !isInTime(job, review.date)
              ? `more than ${windowDays} days lie between`
              : isUsed(used, job, review.source)
                ? "the job verifies another review there"
                : "too many customers have such a name";
      const shown = review.customer.name || review.author;
      return `${JSON.stringify(shown)} on ${review.date} and ${JSON.stringify(job.names[0])} on ${job.date} (line ${job.line}; ${why})`;
    });
}

/** How similar the letters of two names are, scaled to stay below every match. */
function likeness({ people }: Named, all: readonly Named[]): number {
  const toText = ({ first, last }: Person) => `${first} ${last}`;
  const others = all.flatMap((one) => one.people).map(toText);
  const likenesses = people
    .map(toText)
    .flatMap((a) => others.map((b) => 1 - distance(a, b) / Math.max(a.length, b.length)));
  return Math.max(0, ...likenesses) * (possible - 0.01);
}
