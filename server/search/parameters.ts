import type { z } from "zod";
import { memoizeOnce } from "../data/bounded-map.ts";
import { type Issue, maxIssues } from "../../src/schema/endpoints.ts";
import { probablyMeant } from "../../src/schema/names.ts";

/** `issues` are the first ones; `count` is how many there are. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; issues: Issue[]; count: number };

// A number from 1 to 5 that a program prints may have 16 decimals.
const plainNumber = /^-?(0|[1-9]\d{0,15})(\.\d{1,17})?$/;
const plainWholeNumber = /^-?(0|[1-9]\d{0,15})$/;

/** How a field of the schema is written as text, when it holds numbers. */
function numberPattern(field: z.ZodType): RegExp | undefined {
  const definition = field.def as {
    type: string;
    innerType?: z.ZodType;
    format?: string;
    checks?: unknown[];
  };
  if (definition.innerType) return numberPattern(definition.innerType);
  if (definition.type !== "number") return undefined;
  return definition.format === "safeint" ? plainWholeNumber : plainNumber;
}

type Fields = ReadonlyMap<string, RegExp | undefined>;
/** The names of a schema's fields, and how numbers are written in those that hold one. */
const fieldsOf = memoizeOnce(({ shape }: z.ZodObject): Fields => {
  const entries = Object.entries(shape);
  return new Map(entries.map(([name, field]) => [name, numberPattern(field as z.ZodType)]));
});

/**
 * A number written as plain text becomes one; all else stays as it came, for the schema to judge. JSON can hold half a
 * surrogate pair; it becomes what it is in an address.
 */
function toTyped(value: unknown, pattern: RegExp | undefined): unknown {
  if (typeof value !== "string") return value;
  return pattern?.test(value) ? Number(value) : value.toWellFormed();
}

/** The beginning of a text that may be of any length. */
const beginning = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;

/** A received value as a message shows it. */
export const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  const start = beginning(text, 80);
  return start.trim() === start && start !== "" ? start : JSON.stringify(start);
};

const maxEcho = 200;

/** A received value as an issue repeats it: whole when it is short, else its beginning. */
function echoed(value: unknown): unknown {
  if (typeof value === "string") return beginning(value, maxEcho);
  const json = typeof value === "object" && value !== null ? JSON.stringify(value) : "";
  return json.length > maxEcho ? beginning(json, maxEcho) : value;
}

const toIssue = (name: string, code: string, message: string, received: unknown): Issue => ({
  path: [beginning(name, maxEcho)],
  code,
  message,
  received: echoed(received),
});

function unknownParameter(name: string, received: unknown, known: readonly string[]): Issue {
  const meant = probablyMeant(name, known);
  const all = known.length === 0 ? "; it takes none" : `; known are ${known.join(", ")}`;
  const help = meant === undefined ? all : `, did you mean ${meant}?`;
  return toIssue(name, "unknown_parameter", `unknown parameter ${shown(name)}${help}`, received);
}

function toIssues(error: z.ZodError, given: Record<string, unknown>): Issue[] {
  // One issue a parameter: a number beyond all limits is beyond two of them.
  const issues = new Map<string, Issue>();
  for (const issue of error.issues) {
    const name = String(issue.path[0]);
    const message = `${name} ${issue.message}, got ${shown(given[name])}`;
    issues.set(name, toIssue(name, issue.code, message, given[name]));
  }
  return [...issues.values()];
}

/** Together, the first issues and how many there are. */
export function mergeIssues(...parts: readonly Parsed<unknown>[]): [issues: Issue[], count: number] {
  const refused = parts.filter((part) => !part.ok);
  const issues = refused.flatMap((part) => part.issues).slice(0, maxIssues);
  return [issues, refused.reduce((sum, { count }) => sum + count, 0)];
}

/**
 * Checks named values against the schema; every issue is named at once. Of names that the schema does not know there
 * may be very many, so nothing but counting is done for each.
 */
function parseEntries<S extends z.ZodObject>(
  schema: S,
  given: Iterable<readonly [name: string, value: unknown]>,
): Parsed<z.infer<S>> {
  const fields = fieldsOf(schema);
  const typed: Record<string, unknown> = {};
  const unknown: Issue[] = [];
  let unknownCount = 0;
  for (const [name, value] of given) {
    if (fields.has(name)) typed[name] = toTyped(value, fields.get(name));
    else {
      unknownCount += 1;
      if (unknownCount <= maxIssues) unknown.push(unknownParameter(name, value, [...fields.keys()]));
    }
  }
  const result = schema.safeParse(typed);
  if (result.success && unknownCount === 0) return { ok: true, value: result.data };
  const issues = result.success ? [] : toIssues(result.error, typed);
  return {
    ok: false,
    issues: [...issues, ...unknown].slice(0, maxIssues),
    count: issues.length + unknownCount,
  };
}

/** Checks the members of an object; `isAbsent` says whether a value counts as not given. */
export function parseValues<S extends z.ZodObject>(
  schema: S,
  given: Record<string, unknown>,
  isAbsent: (value: unknown, isKnown: boolean) => boolean = () => false,
): Parsed<z.infer<S>> {
  const fields = fieldsOf(schema);
  const entries = Object.entries(given).filter(([name, value]) => !isAbsent(value, fields.has(name)));
  return parseEntries(schema, entries);
}

/** Checks a URL's query; an empty value counts as not given, a repeated one is an issue. */
export function parseQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): Parsed<z.infer<S>> {
  const fields = fieldsOf(schema);
  const given = new Map<string, { values: string[]; count: number }>();
  for (const [name, value] of query) {
    if (value === "" && fields.has(name)) continue;
    const one = given.get(name);
    if (one === undefined) given.set(name, { values: [value], count: 1 });
    else if ((one.count += 1) <= 10) one.values.push(value);
  }
  const firsts = Array.from(given, ([name, { values }]) => [name, values[0]] as const);
  const parsed = parseEntries(schema, firsts);
  const repeated = [...given].filter(([, { count }]) => count > 1);
  if (repeated.length === 0) return parsed;
  const found = repeated
    .slice(0, maxIssues)
    .map(([name, { values, count }]) =>
      toIssue(name, "repeated_parameter", `${shown(name)} must be given once, got it ${count} times`, values),
    );
  const [issues, count] = mergeIssues({ ok: false, issues: found, count: repeated.length }, parsed);
  return { ok: false, issues, count };
}
