import { diminishers, intensifiers, irrealis } from "./lexicon.ts";
import { isNewSubject } from "./new-subjects.ts";
import type { DraftReading } from "./sentence-reading.ts";
import { copulas, isNegator } from "./word-classes.ts";
import { wordSet } from "./word-set.ts";

const supposing = wordSet(`hope hopefully whether might`);
const missing = wordSet(`wish wished should ought supposed expected expecting hoping hoped shouldn't`);

/** "Used to call", which they do no more; "is used to" tells of today. */
export const isPastHabit = (words: readonly { word: string }[], at: number): boolean =>
  words[at]?.word === "used" && words[at + 1]?.word === "to" && !copulas.has(words[at - 1]?.word ?? "");

/** Whether praise is meant as it stands, only supposed ("if you need a good mower"), or missed ("used to be good"). */
export function moodOf(
  words: readonly DraftReading[],
  { start, barrier }: { start: number; barrier: number },
) {
  const wordAt = (at: number): string => words[at]?.word ?? "";
  for (let back = start - 1; back >= 0 && start - back <= 8; back -= 1) {
    const before = words[back];
    if (before === undefined || barrier - before.barrier >= 1) break;
    const { word } = before;
    if (word === "," || word === "and") break;
    if (missing.has(word)) return "missed";
    if (isPastHabit(words, back)) return "missed";
    if (word === "if" && wordAt(back + 1) === "only") return "missed";
    if (supposing.has(word) || (word === "if" && /^(?:you|we|anyone|they)$/.test(wordAt(back + 1))))
      return "supposed";
  }
  return "real";
}

const experiences =
  wordSet(`had have has seen met been experienced encountered received known felt tasted eaten witnessed heard used
  worked dealt come stayed visited gone looked run`);
const comparatives = wordSet(`better worse`);

/** "Never met a doctor so kind", "never seen such a mess": none was more so, which denies nothing. */
export function isSuperlative(words: readonly { word: string }[], never: number, start: number): boolean {
  const between = words.slice(never + 1, start).map(({ word }) => word);
  if (!between.some((word) => experiences.has(word))) return false;
  if (comparatives.has(words[start]?.word ?? "")) return true;
  return (
    between.slice(-3).some((word) => /^(?:such|so|more|this)$/.test(word)) ||
    (between.includes("as") && between.some((word) => word.startsWith("any")))
  );
}

/** Negation, strength and unreality before an opinion, within its clause; the words that turn it join its unit. */
export function inContext(
  words: readonly DraftReading[],
  { base, start, unit }: DraftReading,
  barrier: number,
): number {
  let value = base;
  let isNegated = false;
  let isUnreal = false;
  for (let back = start - 1, steps = 0; back >= 0 && steps < 6; back -= 1, steps += 1) {
    const before = words[back];
    if (before === undefined || barrier - before.barrier >= 1) break;
    const { word } = before;
    if (word === "," || word === "but" || word === ";") break;
    if (isNewSubject(words, back)) break;
    if (before.phraseGrade !== undefined) {
      if (before.base !== 0) break;
      continue;
    }
    if (steps === 0 && Math.abs(base) >= 1 && (word === "less" || word === "least")) {
      isNegated = !isNegated;
      unit.push(back);
      continue;
    }
    if (steps < 2) {
      if (word === "too" && words[back - 1]?.word !== "not")
        value = value > 0 && value < 1.5 ? -1 : value * 1.2;
      else if (intensifiers.has(word)) value *= 1.25;
      else if (diminishers.has(word)) value *= 0.7;
    }
    if (word === "never" && isSuperlative(words, back, start)) {
      value *= 1.25;
      continue;
    }
    if (isNegator(word) && !(word === "no" && steps > 3)) {
      isNegated = !isNegated;
      unit.push(back);
      continue;
    }
    if (irrealis.has(word)) isUnreal = true;
    // A verb of its own with its own opinion closes the scope of what stands before.
    if (before.base !== 0 && steps > 2 && Math.sign(before.base) !== Math.sign(value)) break;
  }
  if (isNegated) value = value > 0 ? -0.85 * Math.max(value, 1) : Math.min(1.2, -0.6 * value);
  return isUnreal ? value * 0.6 : value;
}
