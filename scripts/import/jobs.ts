import { VerificationMethod } from "../../src/schema/review.ts";
import { UsageError } from "../usage-error.ts";
import type { Draft } from "./reviews.ts";
import { parseCsv } from "./tables.ts";
import { type DayForm, findDayForm, parseDay, RowError, shortenName } from "./values.ts";
import { toComparable } from "./fingerprints.ts";
import { keysOf, recordOf } from "../../src/schema/json.ts";

/** Work that was done for a customer: what a review can be verified with. */
export interface Job {
  date: string;
  name: string;
  short: string;
  email: string;
  method: "job_record" | "invoice" | "appointment";
}

/** How long after a job its customer may have written about it. */
const windowDays = 180;

const headers = {
  name: /^(customer|customername|client|clientname|name|fullname|billto|firstname)$/,
  lastName: /^(lastname|surname)$/,
  date: /^(date|jobdate|servicedate|completed|completedat|completedon|invoicedate|appointmentdate|day)$/,
  email: /^(email|customeremail|clientemail|emailaddress)$/,
  method: /^(method|kind|type|record|verification)$/,
};

/** A list of jobs: a customer's name and a date, with the e-mail address and the kind of record if known. */
export function parseJobs(text: string, dates: DayForm | undefined): Job[] {
  const [head, ...rows] = parseCsv(text);
  const names = (head?.fields ?? []).map((header) => header.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const column = recordOf(keysOf(headers), (field) => names.findIndex((name) => headers[field].test(name)));
  if (column.name < 0 || column.date < 0) {
    throw new UsageError(
      `must have a column customer and a column date (email and method are optional); it has ${head?.fields.join(", ") ?? "none"}`,
    );
  }
  const get = (fields: readonly string[], field: keyof typeof headers) =>
    (fields[column[field]] ?? "").trim();
  const days = rows.map(({ fields, line }) => ({ at: `line ${line}`, day: get(fields, "date") }));
  const form = findDayForm(days, dates);
  return rows.flatMap(({ fields, line }) => {
    const name = [get(fields, "name"), get(fields, "lastName")].filter(Boolean).join(" ");
    const method = VerificationMethod.exclude(["platform", "invitation"]).safeParse(
      get(fields, "method").toLowerCase() || "job_record",
    );
    if (name === "") return [];
    if (!method.success) {
      throw new UsageError(
        `line ${line}: the method must be job_record, invoice or appointment, got ${JSON.stringify(get(fields, "method"))}`,
      );
    }
    try {
      return [
        {
          date: parseDay(get(fields, "date"), { form }),
          name: toComparable(name),
          short: toComparable(shortenName(name)),
          email: get(fields, "email").toLowerCase(),
          method: method.data,
        },
      ];
    } catch (error) {
      if (error instanceof RowError) throw new UsageError(`line ${line} ${error.message}`);
      throw error;
    }
  });
}

/** Jobs by what a review may share with them, the earliest first. */
export interface JobIndex {
  byEmail: ReadonlyMap<string, Job[]>;
  byName: ReadonlyMap<string, Job[]>;
  byShort: ReadonlyMap<string, Job[]>;
}

export function indexJobs(jobs: readonly Job[]): JobIndex {
  const sorted = jobs.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return {
    byEmail: Map.groupBy(sorted, ({ email }) => email),
    byName: Map.groupBy(sorted, ({ name }) => name),
    byShort: Map.groupBy(sorted, ({ short }) => short),
  };
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** More than a first name and an initial. */
const isWhole = (name: string): boolean => / \p{L}{2,}$/u.test(name);

/**
 * The customer's first job, where all of theirs are dated after the review: one of the two dates is wrong, or the
 * review is not by this customer. Only a whole name or an address is sure enough to ask.
 */
export function findLateJob({ date, customer }: Draft, { byEmail, byName }: JobIndex): Job | undefined {
  const name = toComparable(customer.name);
  const jobs = [
    ...((customer.email && byEmail.get(customer.email.toLowerCase())) || []),
    ...((isWhole(name) && byName.get(name)) || []),
  ];
  return jobs.every((job) => job.date > date) ? jobs[0] : undefined;
}

/**
 * The job that a review is about: the customer's latest one before it. A short name counts only when a single
 * customer of that time has it.
 */
export function findJob(
  { date, author, customer }: Draft,
  { byEmail, byName, byShort }: JobIndex,
): Job | undefined {
  const near = (jobs: readonly Job[] | undefined) =>
    (jobs ?? []).filter((job) => job.date <= date && daysBetween(job.date, date) <= windowDays);
  const email = customer.email?.toLowerCase();
  const ofEmail = email ? near(byEmail.get(email)).at(-1) : undefined;
  if (ofEmail) return ofEmail;
  const name = toComparable(customer.name);
  const ofName = isWhole(name) ? near(byName.get(name)).at(-1) : undefined;
  if (ofName) return ofName;
  const short = toComparable(author);
  const alike = near(byShort.get(short));
  // A full name that no job has is another person, whatever the initials say.
  if (isWhole(name) && alike.some((job) => isWhole(job.name))) return undefined;
  const isOne = short.includes(" ") && new Set(alike.map((job) => job.name)).size === 1;
  return isOne ? alike.at(-1) : undefined;
}
