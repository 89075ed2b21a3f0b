import { parseWords } from "./words.ts";
import lists from "./words/opinions.json" with { type: "json" };

const grades = parseWords(lists);
const strengths: Record<keyof typeof grades, number> = {
  best: 3,
  good: 2,
  fair: 1,
  none: 0,
  doubtful: -1,
  bad: -2,
  worst: -3,
};
const opinions = new Map(
  Object.entries(grades).flatMap(([grade, words]) =>
    [...words].map((word) => [word, strengths[grade as keyof typeof grades]] as const),
  ),
);

/** Base words of a form: "polite" of "politely", "messy" of "messier", "fix" of "fixes". */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ily$/, ["y"]],
  [/ally$/, ["", "al"]],
  [/ly$/, ["", "le"]],
  [/ie(?:s|d|r|st)$/, ["y"]],
  [/([bdgmnprt])\1(?:ed|ing|er|est)$/, ["$1"]],
  [/(?:ing|ed|er|est)$/, ["", "e"]],
  [/e?s$/, ["", "e"]],
];

/** How a word judges wherever it stands, from -3 (worst) to 3 (best); letters drawn out for stress count once or twice. */
export function opinionOf(word: string): number {
  const known = opinions.get(word);
  if (known !== undefined) return known;
  if (/(.)\1\1/.test(word))
    return (
      opinions.get(word.replace(/(.)\1{2,}/g, "$1$1")) ?? opinions.get(word.replace(/(.)\1{2,}/g, "$1")) ?? 0
    );
  if (word.length < 4) return 0;
  for (const [ending, bases] of endings) {
    if (!ending.test(word)) continue;
    for (const base of bases) {
      const opinion = opinions.get(word.replace(ending, base));
      if (opinion !== undefined) return opinion;
    }
  }
  return 0;
}
