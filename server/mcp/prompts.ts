import { resolveName } from "../../src/schema/names.ts";
import { Day } from "../../src/schema/text.ts";
import { type View, toMeta } from "./view.ts";
import { shown } from "../search/parameters.ts";
import { contentOf } from "./resources.ts";
import { type GetPromptResult, type Prompt, invalidParams } from "./sdk.ts";
import { untrusted } from "./text.ts";
import definitions from "./prompts.json" with { type: "json" };

/** An argument of a prompt: its values for completion, and a check that says which would be accepted. */
interface ArgumentKind {
  values: (view: View) => string[];
  parse: (view: View, given: string) => { value: string } | { mustBe: string };
}

const maxWords = 500;

/** The entry that a name stands for, as search understands it. */
const named = (kind: "technicians" | "services", values: (view: View) => string[]): ArgumentKind => ({
  values,
  parse: (view, given) => {
    const all: readonly { id: string; name: string; aliases?: readonly string[] | undefined }[] =
      view.overview().business[kind];
    const meant = resolveName(all, given);
    const [only] = meant;
    if (only !== undefined && meant.length === 1) return { value: only.id };
    const known = values(view).slice(0, 50).join(", ");
    const mustBe = known === "" ? "a name that is known here, and none is" : `one of ${known}`;
    const names = meant.map(({ name }) => name).join(" or ");
    return { mustBe: names === "" ? mustBe : `${mustBe} (this can be ${names})` };
  },
});

const kinds = {
  technician: named("technicians", ({ overview }) => overview().filters.technicians.map(({ name }) => name)),
  service: named("services", ({ overview }) => overview().filters.services.map(({ id }) => id)),
  review: {
    values: ({ recentIds }) => recentIds(),
    parse: (view, given) =>
      view.snapshot.reviews.get(given)
        ? { value: given }
        : { mustBe: "the id of a published review, as in the results of search_reviews" },
  },
  day: {
    values: ({ overview }) => Object.values(overview().date_range ?? {}),
    parse: (_, given) => {
      const parsed = Day.safeParse(given);
      return parsed.success ? { value: parsed.data } : { mustBe: "a real day, written YYYY-MM-DD" };
    },
  },
  words: {
    values: () => [],
    parse: (_, given) => {
      // Two code units at most make a character.
      const value = given.length <= maxWords * 2 ? given.replace(/\s+/g, " ").trim() : "";
      const isFit = value !== "" && Array.from(given).length <= maxWords;
      return isFit ? { value } : { mustBe: `words, at most ${maxWords} characters` };
    },
  },
} satisfies Record<string, ArgumentKind>;

interface PromptDefinition {
  title: string;
  description: string;
  arguments: Record<string, { kind: keyof typeof kinds; description: string; optional?: boolean }>;
  /** Two arguments that must not be the same, and two of which the first must not be after the second. */
  differ?: [string, string];
  ordered?: [string, string];
  /** The request to the model, and the resources that come with it, as `fill` reads them. */
  text: string;
  resources?: string[];
  /** The caching rules of the answer. */
  rules?: string;
}
const prompts = new Map(Object.entries(definitions as unknown as Record<string, PromptDefinition>));
const usualRules = `Cite the url of every review you use and say how many reviews the answer rests on. ${untrusted}`;

type Given = Record<string, string | undefined>;

/** Puts arguments in place of {name}; of what stands in [brackets], nothing is left where its argument was not given. */
const fill = (template: string, given: Given): string =>
  template
    .replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, name: string) => (given[name] ? part : ""))
    .replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? "");

/** An argument's description, with names of this business as examples. */
function describe(
  view: View,
  { kind, description }: { kind: keyof typeof kinds; description: string },
): string {
  const examples = kind === "technician" || kind === "service" ? kinds[kind].values(view).slice(0, 2) : [];
  return examples.length === 0 ? description : `${description}, such as ${examples.join(" or ")}`;
}

export const listPrompts = (view: View): Prompt[] =>
  Array.from(prompts, ([name, { title, description, arguments: taken }]) => ({
    name,
    title,
    description,
    arguments: Object.entries(taken).map(([argument, definition]) => ({
      name: argument,
      description: describe(view, definition),
      required: !definition.optional,
    })),
  }));

/** The kind of an argument, for completion; undefined when there is no such prompt or argument. */
export function argumentKindOf(prompt: string, argument: string): ArgumentKind | undefined {
  const taken = prompts.get(prompt)?.arguments ?? {};
  return Object.hasOwn(taken, argument) ? kinds[taken[argument]?.kind ?? "words"] : undefined;
}

const isAbsent = (value: unknown) => value === undefined || value === null || value === "";

/** The arguments as the prompt needs them, or what is wrong with them, all at once. */
function parseArguments(
  view: View,
  { arguments: taken, differ: [one, other] = ["", ""], ordered: [early, late] = ["", ""] }: PromptDefinition,
  given: Record<string, unknown>,
) {
  const issues: string[] = [];
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(taken, name) && !isAbsent(given[name]));
  const more = unknown.length > 5 ? ` and ${unknown.length - 5} more` : "";
  if (unknown.length > 0)
    issues.push(
      `knows no ${unknown.slice(0, 5).map(shown).join(", ")}${more}; it takes ${Object.keys(taken).join(", ")}`,
    );
  const parsed: Given = {};
  for (const [argument, { kind, optional, description }] of Object.entries(taken)) {
    const value = Object.hasOwn(given, argument) ? given[argument] : undefined;
    if (isAbsent(value) && optional) continue;
    if (typeof value === "string" && value !== "") {
      const result = kinds[kind].parse(view, value.toWellFormed());
      if ("value" in result) parsed[argument] = result.value;
      else issues.push(`${argument} must be ${result.mustBe}, got ${shown(value)}`);
    } else issues.push(`needs ${argument} as text: ${description}`);
  }
  if (issues.length > 0) return { parsed, issues };
  if (one !== "" && parsed[one] === parsed[other])
    issues.push(`${one} and ${other} must be two people, both are ${parsed[one]}`);
  const [from = "", to = from] = [parsed[early], parsed[late]];
  if (from > to) issues.push(`${early} must not be after ${late}, got ${from} and ${to}`);
  return { parsed, issues };
}

export function getPrompt(view: View, name: string, given: Record<string, unknown>): GetPromptResult {
  const prompt = prompts.get(name);
  if (prompt === undefined)
    throw invalidParams(`Unknown prompt ${name.slice(0, 100)}; known are ${[...prompts.keys()].join(", ")}`);
  const { parsed, issues } = parseArguments(view, prompt, given);
  if (issues.length > 0) throw invalidParams(`${name}: ${issues.join("; ")}`);
  return {
    description: prompt.description,
    messages: [
      {
        role: "user",
        content: { type: "text", text: `${fill(prompt.text, parsed)}\n\n${prompt.rules ?? usualRules}` },
      },
      ...(prompt.resources ?? []).map((uri) => ({
        role: "user" as const,
        content: { type: "resource" as const, resource: contentOf(view, fill(uri, parsed)) },
      })),
    ],
    _meta: toMeta(view),
  };
}
