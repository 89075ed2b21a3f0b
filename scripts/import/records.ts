import { isRecord, type JsonRecord } from "../../src/schema/json.ts";
import { fields, toPlain } from "./fields.ts";

/** Rows under headers, whatever file they come from. */
export interface Table {
  headers: string[];
  rows: Row[];
}

export interface Row {
  /** Where it stands in its file, to find it again. */
  at: string;
  values: string[];
}

/** The header under which the place of a nested list is kept. */
const placeHeader = "location name";

const deepest = 12;

/** Lists of which a review has one entry, or one that counts: the business's answer, the place. */
const single = new Set(["responses", "replies", "locations"]);

function flatten(value: JsonRecord, prefix: string, into: Map<string, string>, depth: number): void {
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (isRecord(inner) && depth < 4) flatten(inner, name, into, depth + 1);
    else if (typeof inner === "string" || typeof inner === "number" || typeof inner === "boolean")
      into.set(name, String(inner));
    else if (inner === null) into.set(name, "");
    else if (Array.isArray(inner) && single.has(key) && isRecord(inner[0]) && depth < 4)
      flatten(inner.find(isStanding) ?? {}, name, into, depth + 1);
  }
}

/** Not an answer that the business has taken back. */
const isStanding = (value: unknown): value is JsonRecord =>
  isRecord(value) && value["isDeleted"] !== true && value["deleted"] !== true;

function toRecord(value: JsonRecord): Map<string, string> {
  const record = new Map<string, string>();
  flatten(value, "", record, 0);
  return record;
}

const ratings = new Set<string>([...fields.rating, "recommendationtype"]);
const others = new Set<string>([
  ...fields.text,
  ...fields.date,
  "originaltexttext",
  "texttext",
  "recommendationtype",
  "reviewdatetimeutc",
]);

const looksLikeReview = (value: JsonRecord): boolean => {
  const names = [...toRecord(value).keys()].map(toPlain);
  return names.some((name) => ratings.has(name)) && names.some((name) => others.has(name));
};

interface FoundItems {
  items: JsonRecord[];
  place: string | undefined;
}

const nameOf = (value: JsonRecord): string | undefined => {
  const display = isRecord(value["displayName"]) ? value["displayName"]["text"] : value["displayName"];
  const names = [value["title"], value["name"], display, value["place_id"], value["placeId"], value["id"]];
  return names.find((name): name is string => typeof name === "string" && name !== "");
};

/** Every list of reviews in the value: at its root, in places, in pages of an interface's answers. */
function findLists(value: unknown, place: string | undefined, depth: number): FoundItems[] {
  if (depth > deepest || typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) {
    return Object.values(value).flatMap((inner) =>
      findLists(inner, isRecord(value) && Array.isArray(inner) ? (nameOf(value) ?? place) : place, depth + 1),
    );
  }
  // Outscraper's interface answers with a list for each question.
  if (value.length > 0 && value.every(Array.isArray))
    return value.flatMap((inner) => findLists(inner, place, depth + 1));
  const items = value.filter(isRecord);
  const nested = items.flatMap((item) => findLists(item, nameOf(item) ?? place, depth + 1));
  if (nested.length > 0) return nested;
  return items.some(looksLikeReview) ? [{ items, place }] : [];
}

/** The reviews of a JSON document as a table, or nothing when it holds no list that looks like reviews. */
export function parseRecords(value: unknown): Table | undefined {
  const lists = findLists(value, undefined, 0);
  if (lists.length === 0) return undefined;
  const records = lists.flatMap(({ items, place }) =>
    items.map((item) => {
      const record = toRecord(item);
      if (place !== undefined && !record.has(placeHeader)) record.set(placeHeader, place);
      return record;
    }),
  );
  const headers = [...new Set(records.flatMap((record) => [...record.keys()]))];
  return {
    headers,
    rows: records.map((record, index) => ({
      at: `review ${index + 1}`,
      values: headers.map((header) => record.get(header) ?? ""),
    })),
  };
}

/** One JSON object a line. */
export function parseLines(text: string, parse: (line: string) => unknown): unknown[] | undefined {
  const values: unknown[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    try {
      values.push(parse(line));
    } catch {
      return undefined;
    }
  }
  return values.length > 1 ? values : undefined;
}
