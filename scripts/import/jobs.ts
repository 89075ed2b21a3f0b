import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { keysOf, recordOf } from "../../src/schema/json.ts";
import { VerificationMethod } from "../../src/schema/review.ts";
import { UsageError } from "../usage-error.ts";
import { decodeText, naming } from "./files.ts";
import { parseCsv } from "./tables.ts";
import { type DayForm, findDayForm, parseDay, RowError } from "./values.ts";

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

/** The jobs of the list that --jobs names. */
export async function loadJobs(path: string, dates: DayForm | undefined): Promise<Job[]> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`--jobs ${path}: there is no such file`);
  });
  return naming(path, () => parseJobs(decodeText(basename(path), bytes).text, dates));
}

/** A list of jobs: a customer's name and a date, with the e-mail address, the kind of record and the rest if known. */
export function parseJobs(text: string, dates: DayForm | undefined): Job[] {
  const [head, ...rows] = parseCsv(text);
  const titles = (head?.fields ?? []).map((header) => header.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const column = recordOf(keysOf(headers), (field) =>
    titles.findIndex((title) => headers[field].test(title)),
  );
  if (Math.max(column.name, column.contact, column.company) < 0 || column.date < 0) {
    throw new UsageError(
      `must have a column customer and a column date (contact, company, email, method, service and id are optional); it has ${head?.fields.join(", ") ?? "none"}`,
    );
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

function dayOf(text: string, form: DayForm | undefined, line: number): string {
  try {
    return parseDay(text, { form });
  } catch (error) {
    if (error instanceof RowError) throw new UsageError(`line ${line} ${error.message}`);
    throw error;
  }
}
