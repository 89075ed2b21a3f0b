import type { z } from "zod";
import { probablyMeant } from "../schema/names.ts";
import { type AddIssue, issueAt, type Path, type SourcePiece } from "./source.ts";

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map of fields",
  record: "a map",
};

const formatNames: Record<string, string> = {
  email: "must be an e-mail address, such as office@example.com",
  url: "must be a web address, starting with https://",
};

/** A value as the owner recognizes it. */
function toFound(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map of fields";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, step) => (typeof part === "object" && part !== null ? Reflect.get(part, step) : undefined),
    value,
  );

/** The fields that the schema knows at this place. */
function knownAt(schema: z.core.$ZodType, path: Path): string[] {
  const {
    shape,
    innerType,
    element,
    options,
    keyType,
    in: input,
  } = (schema as z.ZodType).def as unknown as {
    shape?: Record<string, z.core.$ZodType>;
    innerType?: z.core.$ZodType;
    element?: z.core.$ZodType;
    options?: z.core.$ZodType[];
    keyType?: { options?: string[] };
    in?: z.core.$ZodType;
  };
  const same = innerType ?? input;
  if (same) return knownAt(same, path);
  if (options) return [...new Set(options.flatMap((option) => knownAt(option, path)))];
  if (keyType) return keyType.options ?? [];
  const [step, ...rest] = path;
  if (step === undefined) return Object.keys(shape ?? {});
  const part = element ?? shape?.[String(step)];
  return part ? knownAt(part, rest) : [];
}

/** "; did you mean mowing?" when something known looks like what was written. */
function toSuggestion(given: unknown, known: readonly string[]): string {
  const meant = typeof given === "string" ? probablyMeant(given, known) : undefined;
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

function toAccepted(issue: z.core.$ZodIssue, found: unknown): string {
  if (issue.message.startsWith("must")) return issue.message;
  switch (issue.code) {
    case "invalid_type": {
      const quoted = issue.expected === "string" && /^(number|boolean)$/.test(typeof found);
      return `must be ${typeNames[issue.expected] ?? issue.expected}${quoted ? ": put it in quotes" : ""}`;
    }
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return formatNames[issue.format] ?? issue.message;
    case "too_small":
      return issue.origin === "array" ? "must have at least one entry" : `must be at least ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string"
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

/** Of several accepted forms, the issues of the closest one. */
const nearestForm = (errors: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] =>
  errors.toSorted((a, b) => a.length - b.length)[0] ?? [];

/** The value in the form of the schema; whatever is wrong with it is reported, issue by issue. */
export function check<T>(piece: SourcePiece, schema: z.ZodType<T>, report: AddIssue): T | undefined {
  const result = schema.safeParse(piece.value);
  if (result.success) return result.data;
  const id = valueAt(piece.value, ["id"]);
  const entry = typeof id === "string" ? id : undefined;
  const add = (path: Path, message: string) => report(issueAt(piece, path, message, { entry }));
  const visit = (issue: z.core.$ZodIssue, base: Path): void => {
    const path = [...base, ...issue.path];
    const found = valueAt(piece.value, path);
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      for (const inner of nearestForm(issue.errors)) visit(inner, path);
    } else if (issue.code === "unrecognized_keys") {
      const known = knownAt(schema, path);
      for (const key of issue.keys) {
        const meant = toSuggestion(key, known);
        add([...path, key], `is an unknown field${meant || ";"} known are ${known.join(", ")}`);
      }
    } else if (issue.code === "invalid_key") {
      add(path, `is not a valid name: ${issue.issues.map(({ message }) => message).join()}`);
    } else if (found === null) {
      add(path, `is empty; it ${toAccepted(issue, found)}, or be left out where it is optional`);
    } else if (found === undefined) {
      add(path, `is missing; it ${toAccepted(issue, found)}`);
    } else {
      const known = issue.code === "invalid_value" ? issue.values.map(String) : [];
      add(path, `is ${toFound(found)}; it ${toAccepted(issue, found)}${toSuggestion(found, known)}`);
    }
  };
  for (const issue of result.error.issues) visit(issue, []);
  return undefined;
}
