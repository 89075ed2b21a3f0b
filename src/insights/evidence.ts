import { read } from "./clauses.ts";
import type { PhraseBook } from "./phrases.ts";
import type { Scores } from "./linear.ts";
import { outcomes } from "./scorer.ts";
import type { Token } from "./tokens.ts";

interface Case {
  tokens: readonly Token[];
  books: readonly PhraseBook[];
  inTarget: (token: Token) => boolean;
  /** The scores of a sentence of which only these words are left. */
  score: (kept: readonly Token[]) => Scores;
  leaning: (typeof outcomes)[number];
  target: { from: number; to: number };
}

const leaningOf = (scores: Scores): string => outcomes[scores.indexOf(Math.max(...scores))]!;
const mostTries = 24;

/** The fewest words without which the verdict is another, and which beside the target give the same verdict. */
export function findEvidence({ tokens, books, inTarget, score, leaning, target }: Case): {
  spans: { from: number; to: number }[];
  rule: string;
} {
  if (leaning === "neutral")
    return { spans: [{ from: target.from, to: target.to }], rule: "no opinion reaches the words" };
  const wanted = outcomes.indexOf(leaning);
  const reading = read(tokens, books);
  const sign = leaning === "positive" ? 1 : -1;
  const distanceTo = (token: Token): number =>
    token.to <= target.from ? target.from - token.to : Math.max(0, token.from - target.to);
  // Words of one opinion (with its negation or phrase) go together; likely ones are tried first.
  const candidates = tokens
    .map((token, index) => ({
      token,
      index,
      weight: (reading.valence[index]! * sign) / (1 + distanceTo(token) / 30),
    }))
    .filter(({ token }) => !inTarget(token) && /[\p{L}\d]/u.test(token.word));
  const likely = candidates
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, 6);
  const units = likely.map(({ index }) => reading.units[index]!.filter((at) => !inTarget(tokens[at]!)));
  const without = (gone: ReadonlySet<number>): Scores => score(tokens.filter((_, index) => !gone.has(index)));
  const alone = (kept: ReadonlySet<number>): Scores =>
    score(tokens.filter((token, index) => kept.has(index) || inTarget(token)));
  const chosen = new Set<number>();
  let tries = 0;
  const changes = (gone: ReadonlySet<number>): boolean => {
    tries++;
    return leaningOf(without(gone)) !== leaning;
  };
  const drop = (unit: readonly number[]): number =>
    score(tokens.filter((_, index) => !unit.includes(index) && !chosen.has(index)))[wanted]!;
  let changed = false;
  while (!changed && units.length > 0) {
    const ranked = units.map((unit) => ({ unit, left: drop(unit) })).toSorted((a, b) => a.left - b.left);
    for (const index of ranked[0]!.unit) chosen.add(index);
    units.splice(units.indexOf(ranked[0]!.unit), 1);
    changed = changes(chosen);
  }
  if (!changed) {
    // No known opinion decides: take single words by what the verdict loses with them.
    const singles = candidates
      .filter(({ index }) => !chosen.has(index))
      .map(({ index }) => ({ index, left: drop([index]) }))
      .toSorted((a, b) => a.left - b.left);
    for (const { index } of singles) {
      if (changed || tries > mostTries) break;
      chosen.add(index);
      changed = changes(chosen);
    }
  }
  for (const index of [...chosen]) {
    if (chosen.size < 2) break;
    const fewer = new Set(chosen);
    fewer.delete(index);
    if (changes(fewer) && leaningOf(alone(fewer)) === leaning) chosen.delete(index);
  }
  if (leaningOf(alone(chosen)) !== leaning) {
    const more = candidates
      .filter(({ index }) => !chosen.has(index))
      .map(({ index }) => ({ index, gain: alone(new Set([...chosen, index]))[wanted]! }))
      .toSorted((a, b) => b.gain - a.gain);
    for (const { index } of more.slice(0, 3)) {
      const grown = new Set([...chosen, index]);
      if (!changes(grown)) continue;
      chosen.add(index);
      if (leaningOf(alone(chosen)) === leaning) break;
    }
  }
  const order = [...chosen].toSorted((a, b) => a - b);
  const spans: { from: number; to: number }[] = [];
  let previous = -2;
  for (const index of order) {
    const { from, to } = tokens[index]!;
    if (index === previous + 1) spans.at(-1)!.to = to;
    else spans.push({ from, to });
    previous = index;
  }
  if (spans.length === 0) spans.push({ from: target.from, to: target.to });
  const rule =
    likely.length > 0
      ? `${leaning} words about it: ${order.map((index) => tokens[index]!.word).join(" ")}`
      : `${leaning} by the words around it`;
  return { spans, rule };
}
