import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { escapePattern } from "../../src/schema/text.ts";
import { toComparable } from "./fingerprints.ts";
import { DayForm } from "./field-values.ts";

/** The meanings a table's column can have. */
export const ReviewField = z.enum([
  "rating",
  "text",
  "title",
  "date",
  "author",
  "last_name",
  "email",
  "id",
  "url",
  "updated",
  "reply",
  "reply_date",
  "source",
  "item",
  "location",
  "status",
  "verified",
  "reply_private",
  "recommendation",
  "invitation",
]);
export type ReviewField = z.infer<typeof ReviewField>;

const Words = z.string().transform((text) => text.trim().split(/\s+/));

const Platform = z.strictObject({
  name: z.string(),
  source: z.string().optional(),
  known_by: z.array(
    z.strictObject({
      all: Words.default([]),
      any: Words.optional(),
      any_other: Words.optional(),
      none: Words.default([]),
      part: z.string().optional(),
      text: z.string().optional(),
    }),
  ),
  columns: z.partialRecord(z.enum([...ReviewField.options, "ignore"]), Words).default({}),
  dates: DayForm.optional(),
  is_exact: z.boolean().default(false),
  is_invited: z.boolean().default(false),
  is_collector: z.boolean().default(false),
  is_part: z.boolean().default(false),
  says_who_is_customer: z.boolean().default(false),
  note: z.string().optional(),
  without_stars: z.string().optional(),
});
/** An export that is known by its headers. */
export type Platform = z.infer<typeof Platform>;

const data = z
  .strictObject({
    fields: z.record(ReviewField, Words),
    status: z.strictObject({
      shown: Words,
      hidden: Words,
      yes_is_shown: Words,
      yes_is_hidden: Words,
      hidden_since: Words,
    }),
    customers: z.array(z.coerce.string()),
    sources: z.record(z.string(), z.array(z.string())),
    channels: z.array(z.string()),
    not_text: z.array(z.strictObject({ first: Words, advice: z.string() })),
    platforms: z.array(Platform),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, "platforms.yaml"), "utf8")));

/** What to do with a file that is no text, by its first bytes in hex; nothing where it may be one. */
export const adviceOnBinary = (start: string): string | undefined =>
  data.not_text.find(({ first }) => first.some((bytes) => start.startsWith(bytes)))?.advice;

const { status } = data;
const flags = [...status.yes_is_shown, ...status.yes_is_hidden, ...status.hidden_since];

/** The headers under which exports know each field, plainest first. */
export const headersOf: Record<ReviewField, readonly string[]> = {
  ...data.fields,
  status: [...data.fields.status, ...flags],
};

/** Fields that may stand in several columns: each of them counts. */
export const isManifold = (field: ReviewField): boolean => field === "status" || field === "verified";

/** A header without what differs between two writings of it. */
export const toPlain = (header: string): string =>
  header
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Figures of the whole business, which no single review has given. */
export const isAverage = (plainHeader: string): boolean =>
  /^(total|average|avg|mean|business|place|overallaverage|aggregate)(rating|ratings|score|scores|stars|reviews?)/.test(
    plainHeader,
  ) || /(count|total|average|avg|percentage)$/.test(plainHeader);

/** The platform whose export it is, known by the kind of its table, its plain headers and what else it holds. */
export function findPlatform(
  kind: string,
  plainHeaders: readonly string[],
  text: string,
): Platform | undefined {
  const headers = new Set(plainHeaders);
  const has = (header: string) => headers.has(header);
  return data.platforms.find(
    ({ name, known_by }) =>
      kind.startsWith(name) ||
      known_by.some(
        ({ all, any, any_other, none, part, text: wanted }) =>
          all.every(has) &&
          (any?.some(has) ?? true) &&
          (any_other?.some(has) ?? true) &&
          !none.some(has) &&
          (part === undefined || plainHeaders.some((header) => header.includes(part))) &&
          (wanted === undefined || new RegExp(`\\b${escapePattern(wanted)}`, "i").test(text)),
      ),
  );
}

const names = new Map(
  Object.entries(data.sources).flatMap(([name, known]) => known.map((one) => [one, name] as const)),
);
const channels = new Set(data.channels);

/** The platform's name, the same whichever exporter wrote it. */
export const toSourceName = (given: string): string =>
  names.get(toComparable(given.slice(0, 100).replace(/^https?:\/\/(www\.)?/, ""))) ?? given;

/** Where a review was written, as far as its row says it, or its address does. */
export function findSource(said: string, url: string | undefined): string | undefined {
  const comparable = toComparable(said.slice(0, 100));
  const isChannel = channels.has(comparable) || comparable.startsWith("invitation");
  if (said !== "" && !isChannel) return toSourceName(said);
  if (url === undefined || !URL.canParse(url)) return undefined;
  const labels = new URL(url).hostname.split(".");
  return labels
    .slice(0, -1)
    .map((label) => names.get(label))
    .find((name) => name !== undefined);
}

const yes = new Set("true yes y 1 1.0 t x".split(" "));
const no = new Set("false no n 0 0.0 f".split(" "));
const shown = new Set(status.shown);

const toWord = (value: string) =>
  value
    .slice(0, 60)
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

/** Whether the word says of a review that it is shown, or that it is not. */
export const isStatusWord = (value: string): boolean => {
  const word = toWord(value);
  return (shown.has(word) && !yes.has(word)) || status.hidden.includes(word);
};

/**
 * Why the platform does not show the review, in its own word; nothing when it shows it or says nothing. A word that
 * nobody here knows counts as not shown.
 */
export function findUnpublished(plainHeader: string, value: string): string | undefined {
  const word = toWord(value);
  if (word === "") return undefined;
  const header = plainHeader.replace(/^review(?=.)/, "");
  if (status.hidden_since.includes(header)) return header.replace(/at$/, "");
  const isYesShown = status.yes_is_shown.includes(header);
  if ((isYesShown || status.yes_is_hidden.includes(header)) && (yes.has(word) || no.has(word))) {
    if (yes.has(word) === isYesShown) return undefined;
    return isYesShown ? `not ${header.replace(/^(?:is|comment)/, "")}` : header.replace(/^is/, "");
  }
  return shown.has(word) ? undefined : word;
}

const customers = new Set(data.customers);

/** Whether the platform says that a customer wrote it; nothing when the column is empty. */
export function isCustomer(plainHeader: string, value: string): boolean | undefined {
  const word = toWord(value);
  if (word === "") return undefined;
  // Stamped: 0 nobody, 1 the address alone, 2 the purchase.
  if (plainHeader === "reviewverifiedtype" && /^\d$/.test(word)) return word === "2";
  return customers.has(word);
}
