import type { Token } from "./tokens.ts";

type Step = ReadonlySet<string> | null;

/** What stands before the bracket, nearest first, and after it; null for `*`. */
interface Context {
  before: readonly Step[];
  after: readonly Step[];
}

/**
 * Patterns of words around a word, written as `work|worked [with] them`: the brackets hold what is asked about,
 * `@` in them any words, `a|b` offers alternatives, `*` stands for up to two words; semicolons part patterns.
 * By the word in brackets; under `@` those for any word.
 */
export type Contexts = ReadonlyMap<string, readonly Context[]>;

const parts = /\[[^\]]*\]|\S+/g;

export function parseContexts(list: string): Contexts {
  const contexts = new Map<string, Context[]>();
  for (const line of list.split(";")) {
    const steps = line.match(parts) ?? [];
    const bracket = steps.findIndex((step) => step.startsWith("["));
    const asked = steps[bracket];
    if (asked === undefined) continue;
    const toStep = (step: string): Step => (step === "*" ? null : new Set(step.split("|")));
    const context = {
      before: steps.slice(0, bracket).map(toStep).toReversed(),
      after: steps.slice(bracket + 1).map(toStep),
    };
    for (const word of asked.slice(1, -1).split("|"))
      contexts.set(word, [...(contexts.get(word) ?? []), context]);
  }
  return contexts;
}

const isMark = (word: string): boolean => !/[\p{L}\d]/u.test(word);

function stands(
  steps: readonly Step[],
  tokens: readonly Token[],
  step: number,
  at: number,
  by: 1 | -1,
): boolean {
  const allowed = steps[step];
  if (allowed === undefined) return true;
  if (allowed !== null) {
    const word = tokens[at]?.word;
    return word !== undefined && allowed.has(word) && stands(steps, tokens, step + 1, at + by, by);
  }
  for (let passed = 0; passed <= 2; passed += 1) {
    if (stands(steps, tokens, step + 1, at + passed * by, by)) return true;
    const next = tokens[at + passed * by]?.word;
    if (next === undefined || isMark(next)) return false;
  }
  return false;
}

/** Whether one of the patterns stands around the tokens [first, end). */
export function isIn(contexts: Contexts, tokens: readonly Token[], first: number, end: number): boolean {
  const words = tokens.slice(first, end).map(({ word }) => word);
  const fits = ({ before, after }: Context): boolean =>
    stands(after, tokens, 0, end, 1) && stands(before, tokens, 0, first - 1, -1);
  return (contexts.get(words.join(" "))?.some(fits) ?? false) || (contexts.get("@")?.some(fits) ?? false);
}
