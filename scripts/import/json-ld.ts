import { isRecord, type JsonRecord } from "../../src/schema/json.ts";
import { toPlainText } from "./html.ts";
import { toSourceName } from "./sources.ts";
import { type DayForm, type DayReading, findDayForm, notBefore, parseDay } from "./days.ts";
import {
  checkScores,
  collect,
  type NewDraft,
  parseRating,
  type ParsedExport,
  type Scale,
  shortenName,
  toScale,
  unnamedNote,
  unnamedSource,
} from "./draft.ts";

const toList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const isOfType = (node: JsonRecord, type: RegExp) =>
  toList(node["@type"]).some((name) => typeof name === "string" && type.test(name));
const reviewType = /^(https?:\/\/schema\.org\/|schema:)?(User)?Review$/;

/** Text as a reader of the page sees it; pages write references and <br> into their data too. */
const toWords = (value: unknown): string => toPlainText(toText(value));

/** Text, or what a node calls itself. */
function toText(value: unknown): string {
  const [first] = toList(value);
  if (isRecord(first)) return toText(first["name"] ?? first["@value"]);
  return typeof first === "string" || typeof first === "number" ? String(first) : "";
}

/** Every review anywhere in the value: in @graph, in a business's `review`, in lists. */
function* findReviews(value: unknown, depth = 0): Generator<JsonRecord> {
  if (depth > 20) return;
  if (Array.isArray(value)) for (const item of value) yield* findReviews(item, depth + 1);
  else if (isRecord(value)) {
    if (isOfType(value, reviewType)) yield value;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "itemReviewed") yield* findReviews(inner, depth + 1);
    }
  }
}

const hasType = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(hasType) : isRecord(value) && ("@type" in value || "@graph" in value);

/** How the owner has said that the export is to be read. */
interface Reading {
  source?: string | undefined;
  dates?: DayForm | undefined;
  scale?: number | undefined;
  timeZone?: string | undefined;
}

/** The schema.org reviews in JSON-LD, which may stand in several blocks. */
export function parseJsonLd(
  file: string,
  values: readonly unknown[],
  { source, dates, scale: best, timeZone }: Reading,
  format = "schema.org JSON-LD",
): ParsedExport | undefined {
  const reviews = values.filter(hasType).flatMap((value) => [...findReviews(value)]);
  if (reviews.length === 0) return undefined;
  const placed = reviews.map((review, index) => ({ review, at: `review ${index + 1}` }));
  const days = placed.map(({ review, at }) => ({ at, day: dayOf(review) }));
  const reading = { form: findDayForm(days, dates), timeZone };
  const scale = toScale(best);
  const scores = placed.map(({ review, at }) => ({ at, score: ratingOf(review) }));
  checkScores(
    scores.flatMap(({ at, score: { score, best: own } }) => (own === undefined ? [{ at, score }] : [])),
    scale,
    "the page",
  );
  const found = collect(
    file,
    placed,
    ({ at }) => at,
    ({ review }) => toDraft(review, source, reading, scale),
  );
  const isUnnamed = found.drafts.some((draft) => draft.source === unnamedSource);
  return { format, ...found, isWholeOf: [], notes: isUnnamed ? [unnamedNote] : [] };
}

const dayOf = (review: JsonRecord): string => toText(review["datePublished"] ?? review["dateCreated"]);

/** Its stars as they are written, and what the best would be where it says so. */
function ratingOf(review: JsonRecord): { score: string; best?: number } {
  const [rating] = toList(review["reviewRating"]);
  if (!isRecord(rating)) return { score: toText(rating) };
  const best = Number(toText(rating["bestRating"]));
  return { score: toText(rating["ratingValue"]), ...(best > 0 && { best }) };
}

function toDraft(review: JsonRecord, given: string | undefined, days: DayReading, scale: Scale): NewDraft {
  const date = parseDay(dayOf(review), days);
  const modified = toText(review["dateModified"]);
  const updated = modified === "" ? date : parseDay(modified, days);
  const name = toWords(review["author"] ?? review["creator"]);
  const id = toText(review["@id"] ?? review["identifier"]);
  const url = [toText(review["url"]), id].find((text) => /^https?:\/\//.test(text) && URL.canParse(text));
  const source =
    given ??
    toSourceName(
      toWords(review["publisher"]) || (url ? new URL(url).hostname.replace(/^www\./, "") : unnamedSource),
    );
  const heading = toWords(review["headline"] ?? review["name"]);
  const comment = toList(review["comment"])[0];
  const reply = isRecord(comment) ? toWords(comment["text"]) : "";
  const { score, best = scale.best } = ratingOf(review);
  const place = toWords(review["itemReviewed"]).slice(0, 200);
  return {
    source,
    key: id || toText(review["url"]) || JSON.stringify([shortenName(name), date]),
    date,
    rating: parseRating(score, { ...scale, best }),
    ...(heading && { title: heading }),
    text: toWords(review["reviewBody"] ?? review["description"]),
    author: shortenName(name),
    ...(url !== undefined && { url }),
    ...(updated > date && { updated }),
    ...(reply &&
      isRecord(comment) && {
        reply: {
          date: notBefore(
            parseDay(toText(comment["dateCreated"] ?? comment["datePublished"]) || date, days),
            date,
          ),
          text: reply,
        },
      }),
    ...(place && { location: place }),
    customer: { name },
  };
}
