import { PlainError } from "../../schema/errors.ts";
import type { Markdown } from "../../schema/site.ts";
import { UnknownFigure, type Figure, type Figures } from "./figures.ts";

/** A slot or claim in the owner's Markdown that cannot be published: where it stands and how to fix it. */
export interface ClaimIssue {
  file: string;
  line: number;
  field: string;
  message: string;
}

/** Every such issue at once; the build must not go on. */
export class ClaimError extends PlainError {
  readonly issues: readonly ClaimIssue[];
  constructor(issues: readonly ClaimIssue[]) {
    super(issues.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n"));
    this.name = "ClaimError";
    this.issues = issues;
  }
}

export interface Filled {
  text: string;
  /** The reviews behind the figures, in the order of all reviews. */
  reviewIds: Set<string>;
  issues: ClaimIssue[];
  /** Claims that nothing supports or refutes yet, because there are too few opinions. */
  open: string[];
}

/*
 * slot      = "{{" ( figure | count | assert | when ) "}}"
 * figure    = ("aspect" | "technician" | "service" | "area") "." id "." name | "aggregate." name
 * count     = "count" (key "=" value)+            value: a word, or words in double quotes
 * assert    = "assert" (figure | count) operator number ["%"]
 * when      = "when" figure                       its paragraph is left out while the figure does not exist
 * operator  = ">=" | ">" | "<=" | "<" | "=" | "==" | "!="
 */
const slot = /\{\{([^{}\n]*)\}\}/g;
const assertion = /^assert\s+(.+?)\s*(>=|<=|==|!=|>|<|(?<=\s)=)\s*(\d+(?:\.\d+)?)\s*(%?)$/;
const pairs = /(\w+)=(?:"([^"]*)"|(\S+))/g;

const holds: Record<string, (left: number, right: number) => boolean> = {
  ">=": (left, right) => left >= right,
  ">": (left, right) => left > right,
  "<=": (left, right) => left <= right,
  "<": (left, right) => left < right,
  "=": (left, right) => left === right,
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
};

function lookUp(expression: string, { figure, count }: Figures): Figure {
  const counted = /^count(?:\s+(.*))?$/.exec(expression);
  if (!counted) return figure(expression);
  const conditions = [...(counted[1] ?? "").matchAll(pairs)].map(
    ([, key = "", words, word = ""]) => [key, words ?? word] as const,
  );
  const rest = (counted[1] ?? "").replace(pairs, "").trim();
  if (rest !== "")
    throw new UnknownFigure(`count does not understand "${rest}"; write conditions as count technician=will`);
  return count(conditions);
}

const condition = /\{\{\s*when\s+([^{}\n]*?)\s*\}\}/g;
const paragraph = /[^\n]+(?:\n[^\n]+)*/g;

/** The text without the paragraphs that wait for a figure; every line stays where it was. */
function withoutWaiting(text: string, figures: Figures): string {
  const waits = (part: string) =>
    [...part.matchAll(condition)].some(([, path = ""]) => figures.figure(path).value === undefined);
  return text.replace(paragraph, (part) => (waits(part) ? part.replace(/[^\n]/g, "") : part));
}

/** Fills the figures into the owner's Markdown and checks its claims, those of paragraphs that wait as well. */
export function fillSlots(markdown: Markdown, figures: Figures): Filled {
  const whole = fill(markdown, figures);
  if (whole.issues.length > 0 || markdown.text.search(condition) < 0) return whole;
  const shown = fill({ ...markdown, text: withoutWaiting(markdown.text, figures) }, figures);
  return shown.text === "" ? { ...shown, open: ["its figures exist"] } : shown;
}

function fill({ text, file, line }: Markdown, figures: Figures): Filled {
  const filled: Filled = { text: "", reviewIds: new Set(), issues: [], open: [] };
  const lineAt = (index: number): number => line + text.slice(0, index).split("\n").length - 1;
  const replaced = text.replace(slot, (whole, body: string, index: number) => {
    const expression = body.trim().replace(/\s+/g, " ");
    const problem = (message: string): string => {
      filled.issues.push({ file, line: lineAt(index), field: "", message });
      return whole;
    };
    try {
      const use = (found: Figure): Figure => {
        for (const id of found.reviewIds) filled.reviewIds.add(id);
        return found;
      };
      const [, awaited] = /^when\s+(.*)$/.exec(expression) ?? [];
      if (awaited !== undefined) {
        figures.figure(awaited);
        return "";
      }
      if (!/^assert\b/.test(expression)) return use(lookUp(expression, figures)).text;
      const [, left = "", operator = "", number = "", percent = ""] = assertion.exec(expression) ?? [];
      if (left === "")
        return problem(
          `cannot read {{${expression}}}; write an assertion as {{assert aspect.price.score >= 0.7}}`,
        );
      const { value } = use(lookUp(left, figures));
      if (value === undefined) filled.open.push(expression.replace(/^assert /, ""));
      else if (!holds[operator]?.(value, Number(number) / (percent ? 100 : 1)))
        return problem(
          `${expression.replace(/^assert /, "")} is no longer true: ${left} is ${Number(value.toFixed(3))}; change the claim or the condition`,
        );
      return "";
    } catch (error) {
      if (error instanceof UnknownFigure) return problem(`{{${expression}}}: ${error.message}`);
      throw error;
    }
  });
  const stray = text.replace(slot, (whole) => " ".repeat(whole.length)).indexOf("{{");
  if (stray >= 0)
    filled.issues.push({
      file,
      line: lineAt(stray),
      field: "",
      message: "this {{ is never closed; a slot ends with }}",
    });
  filled.text = replaced
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return filled;
}
