import { isFinite, isInfinitive } from "../english.ts";
import { isContent, isNegator } from "./word-classes.ts";
import { wordSet } from "./word-set.ts";

const subject = /^(?:i|we|they|he|she)(?:'(?:m|re|s|ve|d|ll))?$/;
const ownSubjects = wordSet("i we they he she it that this");
/** "Never have they", "nor did she": turned round, they stand before their own subject. */
const auxiliaries = wordSet("have has had do does did is are was were can could will would should may might");
/** What is said, thought or felt goes on in the next clause: "I don't think they are rude". */
const thoughts =
  wordSet(`think thought feel felt believe believed say said find found seem seemed seems know knew
  guess suppose imagine imagined hope wish see saw mean claim call expect like`);
const verbNegators = /^(?:do|does|did|ca|could|wo|would|should)n't$/;
const closers = wordSet("it them him me us back out up off down over again then yet here there anyway");

/**
 * Whether a subject at an index opens a clause of its own after a whole one, so that no "not" before it reaches on:
 * "where it didn't they say it is my fault", but not "why didn't they", "I don't think they" or "no crew I know".
 */
export function isNewSubject(words: readonly { word: string }[], at: number): boolean {
  const wordAt = (index: number): string => words[index]?.word ?? "";
  if (!subject.test(wordAt(at))) return false;
  const before = wordAt(at - 1);
  if (before.endsWith("n't") && isNegator(before))
    return ownSubjects.has(wordAt(at - 2)) || isContent(wordAt(at - 2));
  if (auxiliaries.has(before) || thoughts.has(before)) return false;
  return verbNegators.test(wordAt(at - 2)) || closers.has(before) || isInfinitive(before) || isFinite(before);
}
