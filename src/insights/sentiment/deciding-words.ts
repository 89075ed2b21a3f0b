import { valenceFor } from "../language/comparisons.ts";
import type { SentenceReading } from "../language/sentence-reading.ts";
import type { Scores } from "./linear.ts";
import { likeliest, type Outcome } from "./scorer.ts";

interface Case {
  reading: SentenceReading;
  /** The target, as token indexes. */
  from: number;
  to: number;
  leaning: Exclude<Outcome, "neutral">;
  /** The odds of a sentence of which only the words that pass are left; the target always is. */
  oddsWith: (passes: (index: number) => boolean) => Scores;
}

/** How many opinions of the sentence are tried, and how many single words when none of them decides. */
const most = { opinions: 6, words: 14 };

/** The odds of praise, or of blame. */
const oddsFor = (leaning: Case["leaning"], [positive, , negative]: Scores): number =>
  leaning === "positive" ? positive : negative;

/**
 * Few words without which the verdict is another, and which beside the target alone give the same verdict,
 * as ascending token indexes. The scorer itself is asked, so this is what decided, not what might have.
 */
export function findEvidence({ reading, from, to, leaning, oddsWith }: Case): number[] {
  const chosen = new Set<number>();
  const inTarget = (index: number): boolean => index >= from && index < to;
  const leftWith = (gone: ReadonlySet<number>): Scores => oddsWith((index) => !gone.has(index));
  const changes = (gone: ReadonlySet<number>): boolean => likeliest(leftWith(gone)) !== leaning;
  const suffices = (kept: ReadonlySet<number>): boolean =>
    likeliest(oddsWith((index) => kept.has(index))) === leaning;

  let changed = false;
  const groups: number[][] = [];
  const add = (group: readonly number[]): void => {
    const fresh = group.filter((index) => !inTarget(index) && !chosen.has(index));
    if (fresh.length === 0) return;
    groups.push(fresh);
    for (const index of fresh) chosen.add(index);
    changed = changes(chosen);
  };
  for (const unit of likelyOpinions(reading, from, to, leaning === "positive" ? 1 : -1)) {
    if (changed) break;
    add(unit);
  }
  if (!changed) {
    const ranked = reading.tokens
      .map(({ word }, index) => ({ word, index, distance: index < from ? from - index : index - to }))
      .filter(({ word, index }) => !inTarget(index) && !chosen.has(index) && /[\p{L}\d]/u.test(word))
      .toSorted((one, other) => one.distance - other.distance)
      .slice(0, most.words)
      .map(({ index }) => ({ index, left: oddsFor(leaning, leftWith(new Set([...chosen, index]))) }))
      .toSorted((one, other) => one.left - other.left);
    for (const { index } of ranked) {
      if (changed) break;
      add([index]);
    }
  }
  const leaveOut = (group: readonly number[]): void => {
    const fewer = new Set(chosen);
    for (const index of group) fewer.delete(index);
    if (fewer.size > 0 && changes(fewer) && suffices(fewer)) for (const index of group) chosen.delete(index);
  };
  if (!changed) {
    // Nothing around the target decides: it speaks for itself ("weeds", "friendly staff"), beside the nearest opinion.
    chosen.clear();
    for (const index of groups[0] ?? []) chosen.add(index);
    for (const [index, word] of reading.words.entries())
      if (inTarget(index) && valenceFor(reading, word, index, from) !== 0) chosen.add(index);
  } else {
    // The last group tipped the verdict; the ones before it may not be needed any more.
    for (const group of groups.slice(0, -1)) leaveOut(group);
    if (chosen.size > Math.max(2, reading.tokens.length / 5)) for (const index of chosen) leaveOut([index]);
  }
  if (!suffices(chosen)) complete(chosen, reading, inTarget, changes, suffices);
  return [...chosen].toSorted((one, other) => one - other);
}

/** The opinions of one sign, each with its negation and phrase; those that most likely mean the target first. */
function likelyOpinions(reading: SentenceReading, from: number, to: number, sign: number): number[][] {
  const start = reading.words[from]?.barrier ?? 0;
  const found: { unit: number[]; weight: number }[] = [];
  for (const [at, word] of reading.words.entries()) {
    const value = valenceFor(reading, word, at, from) * sign;
    if (value <= 0) continue;
    const distance = at < from ? from - at : at >= to ? at - to + 1 : 0;
    const between = Math.abs(word.barrier - start);
    const isOurs = word.holder !== undefined && word.holder.from < to && word.holder.to > from;
    const weight = (Math.min(value, 2) + (isOurs ? 1 : 0)) / (1 + distance / 6 + between);
    found.push({ unit: word.unit, weight });
  }
  return found
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, most.opinions)
    .map(({ unit }) => unit);
}

/** Adds neighbours of the chosen words, one at a time, until they suffice. */
function complete(
  chosen: Set<number>,
  reading: SentenceReading,
  inTarget: (index: number) => boolean,
  changes: (gone: ReadonlySet<number>) => boolean,
  suffices: (kept: ReadonlySet<number>) => boolean,
): void {
  const near = [...chosen].flatMap((index) => [index - 1, index + 1, index - 2, index + 2]);
  for (const index of near) {
    if (index < 0 || index >= reading.tokens.length || inTarget(index) || chosen.has(index)) continue;
    const more = new Set([...chosen, index]);
    if (!changes(more)) continue;
    chosen.add(index);
    if (suffices(chosen)) return;
  }
}
