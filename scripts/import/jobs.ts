import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { keysOf, recordOf } from "../../src/schema/json.ts";
import { VerificationMethod } from "../../src/schema/review.ts";
import { UsageError } from "../../src/schema/errors.ts";
import { guessColumn } from "./columns.ts";
import { toPlain } from "./platforms.ts";
import { decodeText, naming } from "./export-files.ts";
import { parseCsv } from "./tables.ts";
import { type DayForm, findDayForm, parseDay, RowError } from "./field-values.ts";

/** Work that was done for a customer: what a review can be verified with. */
export interface Job {
  /** The line of its file. */
  line: number;
  date: string;
  /** Who may write about it, as the list has them: the customer, the contact of a firm, the firm. */
  names: string[];
  email: string;
  service: string;
  /** The owner's own number of it. */
  number: string;
  method: z.infer<typeof JobMethod>;
}

const JobMethod = VerificationMethod.exclude(["platform", "invitation"]);

const headers = {
  name: /^(customer|customername|client|clientname|name|fullname|billto|firstname|kunde)$/,
  lastName: /^(lastname|surname)$/,
  contact: /^(contact|contactname|contactperson|ansprechpartner)$/,
  company: /^(company|companyname|firm|organization|organisation|business|firma)$/,
  date: /^(date|jobdate|servicedate|completed|completedat|completedon|invoicedate|appointmentdate|day|datum)$/,
  email: /^(email|customeremail|clientemail|emailaddress)$/,
  method: /^(method|kind|type|record|verification)$/,
  service: /^(service|services|jobtype|work|leistung)$/,
  number: /^(id|job|jobid|jobnumber|number|invoice|invoiceid|invoicenumber|appointmentid|reference)$/,
};

interface JobsReading {
  dates?: DayForm | undefined;
  /** The owner takes the columns as they are guessed. */
  isConfirmed?: boolean;
}

/** The jobs of the list that --jobs names. */
export async function loadJobs(path: string, reading: JobsReading): Promise<Job[]> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`--jobs ${path}: there is no such file`);
  });
  return naming(path, () => parseJobs(decodeText(basename(path), bytes).text, reading));
}

/** A list of jobs: a customer's name and a date, with the e-mail address, the kind of record and the rest if known. */
export function parseJobs(text: string, { dates, isConfirmed = false }: JobsReading = {}): Job[] {
  const [head, ...rows] = parseCsv(text);
  const titles = (head?.fields ?? []).map(toPlain);
  const column = recordOf(keysOf(headers), (field) =>
    titles.findIndex((title) => headers[field].test(title)),
  );
  const isNameless = Math.max(column.name, column.contact, column.company) < 0;
  if (isNameless || column.date < 0) {
    const table = {
      headers: head?.fields ?? [],
      rows: rows.map(({ fields, line }) => ({ at: `line ${line}`, values: fields })),
    };
    const guess = {
      customer: isNameless ? guessColumn(table, "author") : head?.fields[column.name],
      date: column.date < 0 ? guessColumn(table, "date") : head?.fields[column.date],
    };
    if (!isConfirmed || guess.customer === undefined || guess.date === undefined)
      throw toQuestion(table.headers, guess);
    if (isNameless) column.name = table.headers.indexOf(guess.customer);
    column.date = table.headers.indexOf(guess.date);
  }
  const get = (fields: readonly string[], field: keyof typeof headers) =>
    (fields[column[field]] ?? "").trim().slice(0, 300);
  const days = rows.map(({ fields, line }) => ({ at: `line ${line}`, day: get(fields, "date") }));
  const form = findDayForm(days, dates);
  return rows.flatMap(({ fields, line }) => {
    const person = [get(fields, "name"), get(fields, "lastName")].filter(Boolean).join(" ");
    const names = [person, get(fields, "contact"), get(fields, "company")].filter(Boolean);
    if (names.length === 0) return [];
    const said = get(fields, "method").toLowerCase();
    const method = JobMethod.safeParse(said || "job_record");
    if (!method.success) {
      throw new UsageError(
        `line ${line}: the method must be job_record, invoice or appointment, got ${JSON.stringify(said)}`,
      );
    }
    const [service, number] = [get(fields, "service"), get(fields, "number")];
    return {
      line,
      date: dayOf(get(fields, "date"), form, line),
      names,
      email: get(fields, "email").toLowerCase(),
      service,
      number,
      method: method.data,
    };
  });
}

function toQuestion(
  headers: readonly string[],
  { customer, date }: Partial<Record<"customer" | "date", string | undefined>>,
): UsageError {
  const has = `it has ${headers.join(", ") || "none"}`;
  return new UsageError(
    customer === undefined || date === undefined
      ? `must have a column customer and a column date (contact, company, email, method, service and id are optional); ${has}`
      : `does not say plainly which columns hold the customer and the date of the job; they may be ${customer} and ${date}. Nothing is assumed: confirm this with --confirm, or call them customer and date; ${has}`,
  );
}

function dayOf(text: string, form: DayForm | undefined, line: number): string {
  try {
    return parseDay(text, { form });
  } catch (error) {
    if (error instanceof RowError) throw new UsageError(`line ${line} ${error.message}`);
    throw error;
  }
}
