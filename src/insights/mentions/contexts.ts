import { functionWords, isFinite, isInfinitive } from "../english.ts";
import english from "../words/english.json" with { type: "json" };
import { stripClitic } from "../sentences.ts";
import type { Token } from "../sentences.ts";
import { parseWords, type WordFile } from "../words.ts";

/** How a sentence is typed: where all is lower, upper or title case, capitals say nothing. */
export type Typing = "normal" | "lower" | "upper" | "title";

/** A sentence in which names were found. */
export interface Sentence {
  text: string;
  tokens: readonly Token[];
  typing: Typing;
  /** First names and one-word aliases of the staff, in lower case. */
  staffNames: ReadonlySet<string>;
  /** Words of the business's own name and of the places it serves, in lower case. */
  known: ReadonlySet<string>;
}

export const wordAt = ({ tokens }: Sentence, index: number): string => tokens[index]?.word ?? "";
export const rawAt = ({ text, tokens }: Sentence, index: number): string =>
  tokens[index] === undefined ? "" : text.slice(tokens[index].from, tokens[index].to);
export const isWordAt = (sentence: Sentence, index: number): boolean =>
  /^\p{L}/u.test(wordAt(sentence, index));
/** Starts with a capital that says something. */
export const isCapitalAt = (sentence: Sentence, index: number): boolean =>
  sentence.typing === "normal" && /^\p{Lu}/u.test(rawAt(sentence, index));
/** Is all capitals, and more than one. */
export function isShoutedAt(sentence: Sentence, index: number): boolean {
  const raw = rawAt(sentence, index);
  return raw.length > 1 && raw === raw.toUpperCase() && /\p{Lu}/u.test(raw);
}

export function typingOf(text: string, tokens: readonly Token[]): Typing {
  const raws = tokens
    .filter(({ word, from, to }) => /^\p{L}/u.test(word) && to - from > 1)
    .map(({ from, to }) => text.slice(from, to));
  // "I hope mills …" opens with a capital as much as "They hope …"; a lone "I" further on comes from the keyboard.
  const opening = tokens[0] === undefined ? "" : text.slice(tokens[0].from, tokens[0].to);
  if (![opening, ...raws].some((raw) => /\p{Lu}/u.test(raw))) return "lower";
  const upper = raws.filter((raw) => raw === raw.toUpperCase()).length;
  if (raws.length > 2 && upper >= raws.length * 0.7) return "upper";
  const long = raws.filter((raw) => raw.length > 3);
  const capitals = long.filter((raw) => /^\p{Lu}/u.test(raw)).length;
  return long.length > 3 && capitals >= long.length * 0.9 ? "title" : "normal";
}

type Test = (sentence: Sentence, index: number) => boolean;
interface Step {
  test: Test;
  isOptional: boolean;
  /** So many tokens may be passed over before it. */
  gap: number;
}

/** Conditions on a word besides its class. */
const kinds: Record<string, Test> = {
  start: ({ tokens }, index) => tokens[index] === undefined,
  end: ({ tokens }, index) => tokens[index] === undefined,
  word: isWordAt,
  stop: (sentence, index) => !isWordAt(sentence, index) && !/^\d/.test(wordAt(sentence, index)),
  comma: (sentence, index) => wordAt(sentence, index) === ",",
  number: (sentence, index) => /^\d/.test(wordAt(sentence, index)),
  capital: isCapitalAt,
  lower: (sentence, index) => /^\p{Ll}/u.test(rawAt(sentence, index)),
  shouted: isShoutedAt,
  normal: ({ typing }) => typing === "normal",
  finite: (sentence, index) => isFinite(wordAt(sentence, index)),
  infinitive: (sentence, index) => isInfinitive(wordAt(sentence, index)),
  function: (sentence, index) => functionWords.has(wordAt(sentence, index)),
  ll: (sentence, index) => wordAt(sentence, index).endsWith("'ll"),
  own: (sentence, index) => wordAt(sentence, index).endsWith("'s"),
  ing: (sentence, index) => /^\p{L}{2,}ing$/u.test(wordAt(sentence, index)),
  ed: (sentence, index) => /^\p{L}{2,}ed$/u.test(wordAt(sentence, index)),
  staff: (sentence, index) => sentence.staffNames.has(stripClitic(wordAt(sentence, index))),
  known: (sentence, index) => sentence.known.has(stripClitic(wordAt(sentence, index))),
};

export interface Pattern {
  written: string;
  /** Nearest first. */
  before: readonly Step[];
  inside: Test;
  after: readonly Step[];
}

/** A test as it is written in a pattern, such as `my|<kin>` or `!<capital>`. */
function parseTest(
  written: string,
  classes: Record<string, ReadonlySet<string>>,
  more: Record<string, Test>,
): Test {
  if (written.includes("+")) {
    const tests = written.split("+").map((part) => parseTest(part, classes, more));
    return (sentence, index) => tests.every((test) => test(sentence, index));
  }
  if (written.startsWith("!")) {
    const test = parseTest(written.slice(1), classes, more);
    return (sentence, index) => !test(sentence, index);
  }
  const [asked, literals] = [true, false].map((is) =>
    written.split("|").filter((part) => part.startsWith("<") === is),
  );
  const tests = (asked ?? []).map((part): Test => {
    const name = part.slice(1, -1);
    const test = more[name] ?? kinds[name];
    const words = classes[name];
    if (test) return test;
    if (!words) throw new Error(`pattern "${written}" asks for <${name}>, which is no class of its file`);
    return (sentence, index) => {
      const word = wordAt(sentence, index);
      return words.has(word) || words.has(stripClitic(word));
    };
  });
  const words = new Set(literals);
  return (sentence, index) =>
    words.has(wordAt(sentence, index)) || tests.some((test) => test(sentence, index));
}

/**
 * Patterns of words around a name, such as `my|our <kin> <comma>? [@]`: the brackets hold the name (`@`: any name, else
 * a test of its first word), `a|b` offers alternatives, `<class>` a class of the file or a kind of word, `!` what must
 * not stand there, `+` both, `?` what need not, `*` up to three words of any kind, `**` up to twelve, neither into
 * another clause. Classes of English and of `shared` files can be asked for too.
 */
export function parsePatterns<File extends WordFile>(
  file: File,
  more: Record<string, Test> = {},
  shared: WordFile = {},
): Record<keyof File, readonly Pattern[]> {
  const own: Record<string, ReadonlySet<string>> = parseWords(file);
  const classes = { ...parseWords<WordFile>(english), ...parseWords(shared), ...own };
  const toSteps = (parts: readonly string[]): Step[] => {
    const steps: Step[] = [];
    let gap = 0;
    for (const part of parts) {
      if (part === "*" || part === "**") {
        gap = part === "*" ? 3 : 12;
        continue;
      }
      const isOptional = part.length > 1 && part.endsWith("?");
      const test = parseTest(isOptional ? part.slice(0, -1) : part, classes, more);
      steps.push({ test, isOptional, gap });
      gap = 0;
    }
    return steps;
  };
  const toPattern = (written: string): Pattern => {
    const parts = written.split(" ");
    const at = parts.findIndex((part) => part.startsWith("["));
    const name = parts[at] ?? "[@]";
    return {
      written,
      before: toSteps(parts.slice(0, at).toReversed()),
      inside: name === "[@]" ? () => true : parseTest(name.slice(1, -1), classes, more),
      after: toSteps(parts.slice(at + 1)),
    };
  };
  return Object.fromEntries(
    Object.entries(own).map(([name, phrases]) => [
      name,
      [...phrases].filter((phrase) => phrase.includes("[")).map(toPattern),
    ]),
  ) as unknown as Record<keyof File, readonly Pattern[]>;
}

/** A gap does not reach into another clause. */
const clauseOpeners = new Set(["but", "so", "because", "until"]);

function stands(
  sentence: Sentence,
  steps: readonly Step[],
  step: number,
  index: number,
  by: 1 | -1,
): boolean {
  const asked = steps[step];
  if (asked === undefined) return true;
  for (let passed = 0; passed <= asked.gap; passed += 1) {
    const at = index + passed * by;
    if (asked.test(sentence, at) && stands(sentence, steps, step + 1, at + by, by)) return true;
    const word = wordAt(sentence, at);
    if (/^[.,;:!?()…]/.test(word) || word === "" || clauseOpeners.has(word)) break;
  }
  return asked.isOptional && stands(sentence, steps, step + 1, index, by);
}

/** The first of the patterns that stands around tokens [from, to). */
export const findPattern = (
  patterns: readonly Pattern[],
  sentence: Sentence,
  from: number,
  to: number,
): Pattern | undefined =>
  patterns.find(
    ({ before, inside, after }) =>
      inside(sentence, from) &&
      stands(sentence, after, 0, to, 1) &&
      stands(sentence, before, 0, from - 1, -1),
  );
