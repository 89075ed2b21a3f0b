import { z } from "zod";
import { toDay } from "../../src/content/today.ts";
import { isName } from "../../src/schema/names.ts";
import { cleanText } from "../../src/schema/text.ts";
import { UsageError } from "../../src/schema/errors.ts";

/** The most characters of a name, a date or a number that are looked at; longer ones are none. */
const maxFieldLength = 200;

/** An error in one review; the others are imported all the same. */
export class RowError extends Error {}

const words: Record<string, number> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 };

const figures =
  /^(?:rated )?(\d+(?:[.,]\d+)?)\s*(?:(?:\/|out of|of|von|sur|de|su|van)\s*(\d+))?[\s_-]*(?:stars?|stern(?:en?)?|etoiles?|estrellas?|stell[ae]|sterren|estrelas?|bubbles)?(?: rating)?$/i;

/** How scores become stars. */
export interface Scale {
  /** The best score, where a score does not name it itself. */
  best: number;
  /** Whether the owner has said that stars are to be rounded. */
  isRounded: boolean;
}

export const toScale = (given: number | undefined): Scale => ({
  best: given ?? 5,
  isRounded: given !== undefined,
});

function parseFigure(text: string): { figure: number; best?: number } | undefined {
  const [, figure, best] = figures.exec(text.normalize("NFD").replace(/\p{M}/gu, "")) ?? [];
  if (figure === undefined) return undefined;
  return { figure: Number(figure.replace(",", ".")), ...(best !== undefined && { best: Number(best) }) };
}

/** Whole stars, as "5", "5.0", "FIVE", "4/5", "4 stars", "★★★★☆" or a figure on another scale. */
export function parseRating(given: string | number, scale: Scale = toScale(undefined)): number {
  const text = String(given).slice(0, maxFieldLength).trim();
  const shown = JSON.stringify(text.slice(0, 40));
  if (text === "") throw new RowError("has no rating");
  const stars = /^[★⭐]/u.test(text) ? (text.match(/[★⭐]/gu)?.length ?? 0) : undefined;
  const whole = words[text.toUpperCase().replace(/[_ ]STARS?$/, "")] ?? stars;
  const { figure = Number.NaN, best = scale.best } = parseFigure(text) ?? {};
  const value = whole ?? (figure * 5) / best;
  if (Number.isInteger(value) && value >= 1 && value <= 5) return value;
  if (!(value >= 0 && value <= 5)) {
    throw new RowError(`has the rating ${shown}, which is not 1 to 5 whole stars`);
  }
  const rounded = Math.max(1, Math.round(value));
  if (scale.isRounded) return rounded;
  throw new RowError(
    `has the rating ${shown}, which is no whole number of stars: --scale ${scale.best} rounds it to ${rounded}`,
  );
}

/**
 * Throws when a score is above the best: then those below it are no stars either. `where` names what holds the
 * scores.
 */
export function checkScores(
  scores: Iterable<{ at: string; score: string }>,
  { best }: Scale,
  where: string,
): void {
  let highest = { at: "", score: "", figure: best };
  for (const { at, score } of scores) {
    const found = parseFigure(score.slice(0, maxFieldLength).trim());
    if (found?.best === undefined && found !== undefined && found.figure > highest.figure) {
      highest = { at, score: score.trim(), figure: found.figure };
    }
  }
  if (highest.figure === best) return;
  const scale = [10, 20, 100].find((one) => one >= highest.figure);
  const advice =
    scale === undefined
      ? ""
      : `if ${scale} is the best score, say --scale ${scale}, which rounds to whole stars; otherwise `;
  throw new UsageError(
    `${where} holds ${highest.score} (${highest.at}), so its figures are not stars up to ${best}: ${advice}name the column of the stars with --map "column=rating"`,
  );
}

const title = /^(mr|mrs|ms|miss|mx|dr|prof|herr|frau)\.?$/i;
const suffix = /^(jr|sr|ii|iii|iv|ph\.?d|m\.?d|esq)\.?$/i;
/** Scripts in which a whole name stands without a space, the family's first. */
export const oneWordScripts = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

export const anonymous = "Anonymous";

/**
 * First name and last initial, whatever the platform shows; "Anonymous" where there is no name or it would reveal too
 * much.
 */
export function shortenName(given: string): string {
  const name = cleanText(given.slice(0, maxFieldLength)).replace(/\s+/g, " ").trim();
  // A name made of an address or a number would publish it.
  if (/@|\d{5}/.test(name) || /^an? (google|facebook|yelp|anonymous) (user|customer)$/i.test(name))
    return anonymous;
  if (!isName(name.replace(/\.(?=\p{L}{2})/gu, ". "))) return anonymous;
  const [last, first] = name.split(/,\s+/);
  const ordered = first !== undefined && !suffix.test(first) ? `${first} ${last}` : name;
  const parts = ordered
    .split(" ")
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.]+$/gu, ""))
    .filter((part) => /\p{L}/u.test(part) && !title.test(part) && !suffix.test(part));
  const [head, ...rest] = parts;
  if (head === undefined) return anonymous;
  if (oneWordScripts.test(head)) return `${Array.from(head)[0] ?? ""}.`;
  const end = rest.at(-1);
  if (end === undefined) return head.slice(0, 50);
  return `${head.slice(0, 50)} ${/\p{L}\p{M}*/u.exec(end)?.[0].toUpperCase() ?? ""}.`;
}

const translated = "(Translated by Google)";
const original = "(Original)";

/** The customer's own words where Google added a translation. */
export function unwrapTranslation(text: string): string {
  const at = text.indexOf(translated);
  if (at < 0) return text.trim();
  const own = text.indexOf(original, at);
  if (own >= 0) return text.slice(own + original.length).trim();
  return text.slice(0, at).trim() || text.slice(at + translated.length).trim();
}

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

/** The order of day and month, as far as one date tells: nothing when both figures could be a month. */
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
