import type { z } from "zod";
import type { Issue } from "../../src/schema/problem.ts";
import { probablyMeant } from "../../src/schema/nearest.ts";

export type Parsed<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

// A number from 1 to 5 that a program prints may have 16 decimals.
const plainNumber = /^-?(0|[1-9]\d{0,15})(\.\d{1,17})?$/;
const plainWholeNumber = /^-?(0|[1-9]\d{0,15})$/;

/** How a field of the shape is written as text, when it holds numbers. */
function writtenNumber(field: z.ZodType): RegExp | undefined {
  const definition = field.def as {
    type: string;
    innerType?: z.ZodType;
    format?: string;
    checks?: unknown[];
  };
  if (definition.innerType) return writtenNumber(definition.innerType);
  if (definition.type !== "number") return undefined;
  return definition.format === "safeint" ? plainWholeNumber : plainNumber;
}

const numbersOf = new WeakMap<z.ZodObject, Map<string, RegExp>>();

/** The fields of the shape that hold numbers, looked up once. */
function writtenNumbers(shape: z.ZodObject): Map<string, RegExp> {
  let known = numbersOf.get(shape);
  if (known === undefined) {
    known = new Map();
    for (const [name, field] of Object.entries(shape.shape)) {
      const written = writtenNumber(field as z.ZodType);
      if (written !== undefined) known.set(name, written);
    }
    numbersOf.set(shape, known);
  }
  return known;
}

/** Numbers written as plain text become numbers; all else stays as it came, for the shape to judge. */
function toTyped(shape: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  const typed = { ...given };
  for (const [name, written] of writtenNumbers(shape)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === "string" && written.test(value)) typed[name] = Number(value);
  }
  return typed;
}

/** A received value as a message shows it. */
export const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  const cut = text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
  return cut.trim() === cut && cut !== "" ? cut : JSON.stringify(cut);
};

function toIssues(error: z.ZodError, shape: z.ZodObject, given: Record<string, unknown>): Issue[] {
  const known = Object.keys(shape.shape);
  const issues = new Map<string, Issue>();
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const meant = probablyMeant(key, known);
        const all = known.length === 0 ? "; it takes none" : `; known are ${known.join(", ")}`;
        const help = meant === undefined ? all : `, did you mean ${meant}?`;
        const message = `unknown parameter ${shown(key)}${help}`;
        issues.set(`unknown ${key}`, {
          path: [key],
          code: "unknown_parameter",
          message,
          received: given[key],
        });
      }
      continue;
    }
    const name = String(issue.path[0]);
    const message = `${name} ${issue.message}, got ${shown(given[name])}`;
    // One fault a parameter: a number that is not whole need not be out of range as well.
    if (!issues.has(name))
      issues.set(name, { path: [name], code: issue.code, message, received: given[name] });
  }
  return [...issues.values()];
}

/** Checks named values against the shape; every fault is named at once. */
export function parseValues<S extends z.ZodObject>(
  shape: S,
  given: Record<string, unknown>,
): Parsed<z.infer<S>> {
  const result = shape.safeParse(toTyped(shape, given));
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, issues: toIssues(result.error, shape, given) };
}

/** The same for a URL's query; an empty value counts as not given, a repeated one is a fault. */
export function parseQuery<S extends z.ZodObject>(shape: S, query: URLSearchParams): Parsed<z.infer<S>> {
  const given: Record<string, unknown> = {};
  let repeated: Map<string, string[]> | undefined;
  for (const [name, value] of query) {
    if (value === "" && Object.hasOwn(shape.shape, name)) continue;
    if (Object.hasOwn(given, name)) {
      repeated ??= new Map();
      repeated.set(name, [...(repeated.get(name) ?? [given[name] as string]), value]);
    } else if (name === "__proto__") {
      Object.defineProperty(given, name, { value, enumerable: true });
    } else given[name] = value;
  }
  const parsed = parseValues(shape, given);
  if (repeated === undefined) return parsed;
  const issues = [...repeated].map(([name, values]) => ({
    path: [name],
    code: "repeated_parameter",
    message: `${shown(name)} must be given once, got it ${values.length} times`,
    received: values.slice(0, 10),
  }));
  return { ok: false, issues: parsed.ok ? issues : [...issues, ...parsed.issues] };
}
