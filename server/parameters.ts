import type { z } from "zod";
import type { Issue } from "../src/schema/problem.ts";

export type Parsed<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Whether a field of the shape holds numbers, so that text in plain form may stand for one. */
const holdsNumber = (field: z.ZodType): boolean => {
  const definition = field.def as { type: string; innerType?: z.ZodType };
  return definition.innerType ? holdsNumber(definition.innerType) : definition.type === "number";
};

/** Numbers written as plain text become numbers; all else stays as it came, for the shape to judge. */
function toTyped(shape: z.ZodObject, given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = Object.hasOwn(shape.shape, name) ? (shape.shape[name] as z.ZodType) : undefined;
      const isNumber =
        field !== undefined && typeof value === "string" && holdsNumber(field) && plainNumber.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

function toIssues(error: z.ZodError, shape: z.ZodObject, given: Record<string, unknown>): Issue[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        path: [key],
        code: "unknown_parameter",
        message: `unknown parameter ${shown(key)}; known are ${Object.keys(shape.shape).join(", ")}`,
        received: given[key],
      }));
    }
    const name = String(issue.path[0]);
    return [
      {
        path: [name],
        code: issue.code,
        message: `${name} ${issue.message}, got ${shown(given[name])}`,
        received: given[name],
      },
    ];
  });
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
  const repeated = [...new Set(query.keys())].filter((name) => query.getAll(name).length > 1);
  const given = Object.fromEntries([...query].filter(([, value]) => value !== ""));
  const parsed = parseValues(shape, given);
  if (repeated.length === 0) return parsed;
  const issues = repeated.map((name) => ({
    path: [name],
    code: "repeated_parameter",
    message: `${name} must be given once, got it ${query.getAll(name).length} times`,
    received: query.getAll(name),
  }));
  return { ok: false, issues: parsed.ok ? issues : [...issues, ...parsed.issues] };
}
