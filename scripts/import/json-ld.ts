import { isRecord, type JsonRecord } from "../../src/schema/json.ts";
import { toPlainText } from "./html.ts";
import { toSourceName } from "./sources.ts";
import { type DayReading, notBefore, parseDay } from "./days.ts";
import {
  collect,
  type Draft,
  parseRating,
  type ParsedExport,
  shortenName,
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

/** What the reviews are about, where the data says so. */
const placeOf = (review: JsonRecord): string => toWords(review["itemReviewed"]).slice(0, 200);

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

/** schema.org reviews in JSON-LD; `source` names the platform where the reviews themselves do not. */
export function parseJsonLd(
  file: string,
  value: unknown,
  source: string | undefined,
  { format = "schema.org JSON-LD", timeZone }: { format?: string; timeZone?: string | undefined } = {},
): ParsedExport | undefined {
  if (!hasType(value)) return undefined;
  const reviews = [...findReviews(value)];
  if (reviews.length === 0) return undefined;
  const found = collect(
    reviews,
    (_, index) => `${file}, review ${index + 1}`,
    (review, at) => toDraft(review, at, source, { timeZone }),
  );
  const isUnnamed = found.drafts.some((draft) => draft.source === unnamedSource);
  return { format, ...found, notes: isUnnamed ? [unnamedNote] : [] };
}

function toDraft(review: JsonRecord, at: string, given: string | undefined, days: DayReading): Draft {
  const rating = toList(review["reviewRating"])[0];
  const best = isRecord(rating) ? Number(toText(rating["bestRating"]) || 5) : 5;
  const date = parseDay(toText(review["datePublished"] ?? review["dateCreated"]), days);
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
  return {
    source,
    key: id || toText(review["url"]) || JSON.stringify([shortenName(name), date]),
    at,
    date,
    rating: parseRating(toText(isRecord(rating) ? rating["ratingValue"] : rating), best),
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
    ...(placeOf(review) && { location: placeOf(review) }),
    customer: { name },
  };
}
