import { readFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { givenContent, readBusiness, toGivenPath } from "../src/content/given-path.ts";
import { toDay } from "../src/content/today.ts";
import { createBusinessWords } from "../src/messages/catalogues.ts";
import { toCsvCell } from "../src/publish/exports.ts";
import { BusinessEntry, ServiceEntry } from "../src/schema/business.ts";
import { parseBaseUrl } from "../src/schema/endpoints.ts";
import { keysOf } from "../src/schema/json.ts";
import { foldAccents, resolveName } from "../src/schema/names.ts";
import { toCount } from "../src/schema/text.ts";
import { loadImported } from "./import/confirmed-exports.ts";
import {
  assertKnownKey,
  ensureFingerprintKey,
  loadFingerprintKey,
  toComparable,
  toReviewId,
} from "./import/fingerprints.ts";
import { type Job, loadJobs } from "./import/jobs.ts";
import { givenNameOf } from "./import/job-matching.ts";
import { DayForm } from "./import/field-values.ts";
import { type Inviter, signInvitation, toJobHash } from "./invite/token.ts";
import { idsOf, loadReviewFiles, placesOf } from "./review-files.ts";
import { showControls, toTerminalJson, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError } from "../src/schema/errors.ts";

const help = readHelp("invite");

const Day = z.iso.date();

function parseOptions(args: string[]) {
  const { choice, flag, text, whole } = parseCommand(help, args);
  const [jobs, since = "1970-01-01", out] = [text("jobs"), text("since"), text("out")];
  if (!jobs) throw new UsageError("Name your jobs, such as: npm run invite -- --jobs jobs.csv");
  if (!Day.safeParse(since).success)
    throw new UsageError(`--since must be a day, such as 2026-05-01, got ${JSON.stringify(since)}`);
  return {
    jobs: toGivenPath(jobs),
    out: out === undefined ? join(".data", "invitations") : toGivenPath(out),
    valid: whole("valid", 180, 1, 9999),
    since,
    dates: choice("dates", DayForm.exclude(["excel"]).options),
    content: givenContent(text("content")),
    isConfirmed: flag("confirm"),
    isJson: flag("json"),
  };
}

/** A link for one job. */
interface Invited {
  job: Job;
  /** The hash of the job, by which nobody is named. */
  id: string;
  service: { id: string; name: string } | undefined;
  until: string;
  link: string;
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

interface Inviting {
  inviter: Inviter;
  services: readonly ServiceEntry[];
  baseUrl: string;
  valid: number;
  /** Then neither link nor mail names a service. */
  isConfidential: boolean;
}

/** The hash of a job; an order number tells two of one day apart. */
const hashOf = ({ names, date, service, number }: Job, inviter: Inviter): string =>
  toJobHash(inviter, [...names.map(toComparable), date, foldAccents(service), number]);

function inviteTo(job: Job, { inviter, services, baseUrl, valid, isConfidential }: Inviting): Invited {
  const [service] =
    job.service === "" || isConfidential ? [] : resolveName(services, job.service, foldAccents);
  const id = hashOf(job, inviter);
  const until = addDays(job.date, valid);
  const token = signInvitation({ job: id, day: job.date, until, service: service?.id ?? "" }, inviter);
  return { job, id, service, until, link: `${baseUrl}/write/#${token}` };
}

/** Why a job has no link, in the order in which it is looked for. */
const reasons = {
  future: (count: number) => `${toCount(count, "job is", "jobs are")} dated in the future`,
  old: (count: number) => `${toCount(count, "job is", "jobs are")} too old`,
  reviewed: (count: number) => `${toCount(count, "job has", "jobs have")} a review already`,
  repeated: (count: number) =>
    `${toCount(count, "job stands", "jobs stand")} twice in the list: give the jobs ids if they are two`,
  strange: (count: number) =>
    `${toCount(count, "job has", "jobs have")} a service that is not in services.yaml, so the link does not name it`,
};

/** A link for each job that may have one, and what the owner should know of the others. */
function inviteAll(
  jobs: readonly Job[],
  inviting: Inviting & { today: string; since: string; known: ReadonlySet<string> },
): { rows: Row[]; notes: string[] } {
  const { today, since, known } = inviting;
  const counts = { future: 0, old: 0, reviewed: 0, repeated: 0, strange: 0 };
  const invited = new Map<string, Invited>();
  for (const job of jobs) {
    const one = inviteTo(job, inviting);
    if (job.date > today) counts.future += 1;
    else if (one.until < today || job.date < since) counts.old += 1;
    else if (known.has(toReviewId("invitation", one.id))) counts.reviewed += 1;
    else if (invited.has(one.id)) counts.repeated += 1;
    else {
      invited.set(one.id, one);
      if (job.service !== "" && one.service === undefined && !inviting.isConfidential) counts.strange += 1;
    }
  }
  return {
    rows: [...invited.values()].map(({ job, link, until, service, id }) => ({
      name: job.names[0] ?? "",
      first_name: givenNameOf(job.names),
      email: job.email,
      date: job.date,
      service: inviting.isConfidential ? "" : (service?.name ?? job.service),
      until,
      link,
      invitation: id,
    })),
    notes: keysOf(reasons).flatMap((key) => (counts[key] > 0 ? [reasons[key](counts[key])] : [])),
  };
}

/** The command's output; throws when nothing was written. */
export async function inviteCustomers(args: string[], now = new Date()): Promise<string> {
  const options = parseOptions(args);
  const { content, valid, since } = options;
  const business = parseBusiness(content);
  const jobs = await loadJobs(options.jobs, options);
  const services: unknown = parse(await readFile(join(content, "services.yaml"), "utf8").catch(() => ""));
  const baseUrl = parseBaseUrl(process.env["BASE_URL"]);
  const places = placesOf(await loadReviewFiles(content));
  const isFirst = (await loadFingerprintKey(process.env)) === undefined;
  // Nobody could import what comes back by links that a second key has signed.
  if (isFirst) assertKnownKey(places, await loadImported(content), undefined);
  const { rows, notes } = inviteAll(jobs, {
    inviter: { key: await ensureFingerprintKey(process.env), business: business.name },
    services: z.array(ServiceEntry).catch([]).parse(services),
    baseUrl,
    valid,
    isConfidential: business.confidential ?? false,
    since,
    today: toDay(now, business.time_zone ?? "UTC"),
    known: new Set(places.flatMap(({ entry }) => idsOf(entry))),
  });
  if (isFirst)
    notes.unshift(
      "Made .data/fingerprint.key, which signs the links: whoever imports the reviews needs a copy",
    );
  if (!process.env["BASE_URL"])
    notes.unshift(`BASE_URL is not set, so the links lead to ${baseUrl}: set it before you send them`);
  if (options.isJson) return toTerminalJson({ invitations: rows, notes }, 2);
  if (rows.length === 0)
    throw new UsageError([`${toCount(jobs.length, "job")} read, nobody to invite.`, ...notes].join("\n"));
  const folder = options.out;
  const mails = rows.filter(({ email }) => isAddress(email));
  await writeAll(folder, rows, mails, business);
  return [
    `${toCount(rows.length, "link")} in ${join(folder, "invitations.csv")} for your mail merge, ${toCount(mails.length, "e-mail")} ready to send in ${folder}. Nothing was sent.`,
    ...notes.map((note) => `  ${showControls(note)}`),
    "What customers send back: npm run import -- FOLDER-OR-FILE (.eml, mbox, or your form service's CSV or JSON)",
  ].join("\n");
}

type Row = Record<
  "name" | "first_name" | "email" | "date" | "service" | "until" | "link" | "invitation",
  string
>;

async function writeAll(
  folder: string,
  rows: readonly Row[],
  mails: readonly Row[],
  business: BusinessEntry,
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lines = rows.map((row) => Object.values(row).map(toCsvCell).join(","));
    const head = Object.keys(rows[0] ?? {}).join(",");
    await writeFile(join(folder, "invitations.csv"), [head, ...lines, ""].join("\r\n"), { mode: 0o600 });
    for (const row of mails)
      await writeFile(join(folder, `${row.invitation}.eml`), toMail(row, business), { mode: 0o600 });
  } catch (error) {
    throw new UsageError(
      `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function parseBusiness(content: string): BusinessEntry {
  const parsed = BusinessEntry.safeParse(readBusiness(content));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${join(content, "business.yaml")}: ${issue?.path.join(".") || "it"} ${issue?.message}; npm run check:content names every issue`,
  );
}

const isAddress = (email: string): boolean => email.length <= 254 && z.email().safeParse(email).success;

const isAscii = (text: string): boolean => /^[\r\n\x20-\x7E]*$/.test(text);

/** Text in a header of an e-mail, which no line break or other character can leave. */
const toHeader = (text: string, isName = true): string => {
  const plain = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  // Filters for spam dislike what is encoded without need.
  if (isAscii(plain) && plain.length <= 60) return isName ? `"${plain.replace(/["\\]/g, "\\$&")}"` : plain;
  // An encoded word has at most 75 characters, and whole letters.
  return (plain.match(/.{1,14}/gsu) ?? [])
    .map((part) => `=?utf-8?B?${Buffer.from(part).toString("base64")}?=`)
    .join("\r\n ");
};

/** An e-mail that mail programs open as one to be sent. */
function toMail(row: Row, business: BusinessEntry): string {
  const { t, day } = createBusinessWords(business);
  const about = business.confidential
    ? t("invite.aboutVisit")
    : row.service
      ? t("invite.aboutService", { service: row.service, day: day(row.date) })
      : t("invite.about", { day: day(row.date) });
  const text = [
    row.first_name === "" ? t("invite.greeting") : t("invite.greetingName", { name: row.first_name }),
    about,
    t("invite.ask"),
    row.link,
    t("invite.fair", { day: day(row.until) }),
    business.name,
  ].join("\r\n\r\n");
  const lines = isAscii(text)
    ? [text]
    : (Buffer.from(`${text}\r\n`)
        .toString("base64")
        .match(/.{1,76}/g) ?? []);
  return [
    "X-Unsent: 1",
    `From: ${toHeader(business.name)} <${business.email}>`,
    `To: ${toHeader(row.name)} <${row.email}>`,
    `Subject: ${toHeader(t("invite.subject", { business: business.name }), false)}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Transfer-Encoding: ${isAscii(text) ? "7bit" : "base64"}`,
    "",
    ...lines,
    "",
  ].join("\r\n");
}

if (import.meta.main) await runCommand((args) => inviteCustomers(args), { usage: 1, failed: 1, help });
