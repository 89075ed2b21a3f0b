import { isName } from "../../src/schema/names.ts";
import { cleanText } from "../../src/schema/text.ts";
import { UsageError } from "../usage-error.ts";

/** A review as an export tells it, before content knows it. */
export interface Draft {
  /** The platform, as people call it. */
  source: string;
  /** What makes it the same review in every export of that platform. */
  key: string;
  file: string;
  /** File and place, to find it again. */
  at: string;
  date: string;
  rating: number;
  title?: string;
  text: string;
  /** First name and last initial. */
  author: string;
  url?: string;
  updated?: string;
  reply?: { date: string; text: string };
  /** Which of the business's places it is about, as the export tells them apart. */
  location?: string;
  /** Why the platform itself does not show it, in its own word: "spam", "pending". */
  unpublished?: string;
  /** Whether the platform says that a customer wrote it; nothing when it does not say. */
  isCustomer?: boolean | undefined;
  /** Only to find the job it is about; never written. */
  customer: { name: string; email?: string };
}

/** A review of which its place in the export is not yet noted. */
export type NewDraft = Omit<Draft, "file" | "at">;

/** The most characters of a name, a date or a number that are looked at; longer ones are none. */
export const maxFieldLength = 200;

/** The platform of reviews that do not say where they were written, until the owner does. */
export const unnamedSource = "Imported";
export const unnamedNote = `where these reviews were written is not said, so their source is called "${unnamedSource}": name the platform, such as --source Facebook, before you write them`;

/** What one file of an export holds. */
export interface ParsedExport {
  format: string;
  drafts: Draft[];
  /** The platforms of which it holds every review, so that one that it lacks is gone there. */
  isWholeOf: string[];
  refused: { at: string; why: string }[];
  notes: string[];
}

/** A file of the export whose bytes are known to be text. */
export interface TextFile {
  name: string;
  text: string;
  /** What its reader should know of how it was read. */
  note?: string;
}

/** Something is wrong with one review; the others can still come. */
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
const oneWordScripts = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

export const anonymous = "Anonymous";

/** First name and last initial, whatever the platform shows; "Anonymous" when that would say nothing or too much. */
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

/** Collects reviews one by one; an issue in one is reported with its place and leaves the others alone. */
export function collect<T>(
  file: string,
  rows: Iterable<T>,
  place: (row: T, index: number) => string,
  toDraft: (row: T) => NewDraft,
): Pick<ParsedExport, "drafts" | "refused"> {
  const drafts: Draft[] = [];
  const refused: ParsedExport["refused"] = [];
  let index = 0;
  for (const row of rows) {
    const at = `${file}, ${place(row, index++)}`;
    try {
      drafts.push({ ...toDraft(row), file, at });
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      refused.push({ at, why: error.message });
    }
  }
  return { drafts, refused };
}
