import { z } from "zod";
import { toDay } from "../../src/content/today.ts";
import { UsageError } from "../usage-error.ts";
import { maxFieldLength, RowError } from "./draft.ts";

/** How days are written where they could mean several: month or day first, or as Excel's count of days. */
export const DayForm = z.enum(["mdy", "dmy", "excel"]);
export type DayForm = z.infer<typeof DayForm>;

const languages = ["en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "nb", "pl"];
const plainLetters = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Months by their names, whole and short, in the languages in which exports write days. */
function listMonths(): Map<string, number> {
  const months = new Map<string, number>();
  for (const language of languages) {
    for (const style of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { day: "numeric", month: style, timeZone: "UTC" });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
        const name = plainLetters(parts.find(({ type }) => type === "month")?.value ?? "").replace(/\W/g, "");
        if (!months.has(name)) months.set(name, month);
      }
    }
  }
  return months;
}
let months: Map<string, number> | undefined;

function findMonth(name: string): number | undefined {
  months ??= listMonths();
  const plain = plainLetters(name);
  return months.get(plain) ?? months.get(plain.slice(0, 3));
}

const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T,].*)?$/;

/** What 1/2/2024 means, as far as one such day tells: nothing when both figures could be a month. */
function findOrder(text: string): "mdy" | "dmy" | undefined {
  const [, first, separator, second] = numeric.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (Number(first) > 12 || separator === ".") return "dmy";
  return Number(second) > 12 ? "mdy" : undefined;
}

/** A number of days since the end of 1899, of this age: what Excel has in place of a day. */
const excelDay = /^[3-6]\d{4}(?:[.,]\d+)?$/;
export const isExcelDay = (text: string): boolean => excelDay.test(text);
const fromExcelDay = (text: string): string =>
  new Date(Date.UTC(1899, 11, 30 + Math.floor(Number(text.replace(",", "."))))).toISOString().slice(0, 10);

/** How days are read: their form, and where the business's clocks are. */
export interface DayReading {
  form?: DayForm | undefined;
  timeZone?: string | undefined;
}

/** The form of all days of a file: one that tells counts for all; two that contradict each other are an error. */
export function findDayForm(
  days: Iterable<{ at: string; day: string }>,
  given: DayForm | undefined,
): DayForm | undefined {
  if (given !== undefined) return given;
  const found: Partial<Record<"mdy" | "dmy", string>> = {};
  for (const { at, day } of days) {
    const order = findOrder(day.slice(0, 60));
    if (order !== undefined) found[order] ??= `${day.slice(0, 60).trim()} (${at})`;
  }
  if (found.mdy !== undefined && found.dmy !== undefined) {
    throw new UsageError(
      `holds days of two kinds: in ${found.dmy} the day comes first, in ${found.mdy} the month. Write them alike, or say --dates dmy or --dates mdy; days of the other kind are then left out`,
    );
  }
  return found.dmy !== undefined ? "dmy" : found.mdy !== undefined ? "mdy" : undefined;
}

/** The calendar day of a date as it was written, or of an instant where the business is. */
export function parseDay(given: string, { form, timeZone }: DayReading = {}): string {
  const text = given.slice(0, maxFieldLength).trim();
  if (text === "") throw new RowError("has no date");
  const shown = JSON.stringify(text.slice(0, 40));
  if (isExcelDay(text)) {
    if (form === "excel") return fromExcelDay(text);
    throw new RowError(
      `has the date ${shown}: if that is how Excel counts ${fromExcelDay(text)}, say --dates excel`,
    );
  }
  const day = toLocalDay(text, timeZone) ?? readDay(text, form);
  if (day === "ambiguous") {
    throw new RowError(
      `has the date ${shown}, where day and month cannot be distinguished: say --dates mdy or --dates dmy`,
    );
  }
  if (day === undefined || !isDay(day)) {
    const why = numeric.test(text) && form !== undefined ? `, read as ${form}` : "";
    throw new RowError(`has the date ${shown}, which is no day${why}`);
  }
  return day;
}

// Made once: an import asks hundreds of thousands of times.
const Day = z.iso.date();
const isDay = (day: string): boolean => Day.safeParse(day).success;

const joinDay = (year: string, month: number, day: string): string =>
  `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;

/** Seconds or milliseconds since 1970, as interfaces give them. */
function parseEpoch(text: string): number | undefined {
  if (!/^\d{10}(\d{3})?(\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return text.length >= 13 ? number : number * 1000;
}

const instant =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:Z|UTC|([+-]\d{2}):?(\d{2}))$/i;

/** The business's day of an instant that says how far from universal time its clock is; nothing for others. */
function toLocalDay(text: string, timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined;
  const epoch = parseEpoch(text);
  if (epoch !== undefined) return toDay(new Date(epoch), timeZone);
  const [, day, time, hours, minutes] = instant.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const milliseconds = Date.parse(`${day}T${time}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  return Number.isNaN(milliseconds) ? undefined : toDay(new Date(milliseconds), timeZone);
}

const yearFirst =
  /^(\d{4})(?:[-/]|\. |年)(\d{1,2})(?:[-/]|\. |月)(\d{1,2})(?:[.日])?(?:[T ]\d{1,2}:\d{2}.*)?$/;
const withMonthName =
  /^(?:\p{L}+,?\s+)?(?:(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th|er|º)?\.?\s+(?:(?:de|of)\s+)?(\p{L}{3,12})\.?),?\s+(?:de\s+)?(\d{4})(?:\D.*)?$/iu;

/** Nothing when it is no day; "ambiguous" when only the country's way could tell. */
function readDay(text: string, form: DayForm | undefined): string | undefined {
  const epoch = parseEpoch(text);
  if (epoch !== undefined) return new Date(epoch).toISOString().slice(0, 10);
  const [, year, month, day] = yearFirst.exec(text) ?? [];
  if (year && month && day) return joinDay(year, Number(month), day);
  const [, first, separator, second, last] = numeric.exec(text) ?? [];
  if (first && second && last) {
    const known = form === "excel" || separator === "." ? findOrder(text) : (form ?? findOrder(text));
    if (known === undefined) return first === second ? joinDay(last, Number(first), second) : "ambiguous";
    return known === "mdy" ? joinDay(last, Number(first), second) : joinDay(last, Number(second), first);
  }
  const [, before, dayAfter, dayBefore, after, namedYear = ""] = withMonthName.exec(text) ?? [];
  const named = findMonth(before ?? after ?? "");
  return named === undefined ? undefined : joinDay(namedYear, named, dayAfter ?? dayBefore ?? "");
}

/** The day of an edit or a reply, which cannot lie before the review. */
export const notBefore = (day: string, date: string): string => (day < date ? date : day);
