import { createPhraseTree, entriesAt, findAll } from "../language/phrase-tree.ts";
import type { SentenceReading } from "../language/sentence-reading.ts";
import { spellings } from "../mentions/forms.ts";
import { keyOf } from "../sentiment/packing.ts";
import { concepts, wordsOf } from "./concept-words.ts";
import { subjects } from "./names.ts";

/** What the network sees of one sentence: a row for each word. */
export interface SentenceInputs {
  size: number;
  /** The word as it is meant, by its key. */
  keys: Int32Array;
  roles: Uint8Array;
  /** Its opinion in context: above zero praises. */
  valences: Float32Array;
  /** The subjects that common English words raise here, a bit each. */
  raised: Uint16Array;
}

/** Longer sentences are read up to here. */
const longest = 60;

/** The words that English has for each subject. */
const tree = createPhraseTree<number>();
for (const { subject, core, words, positive, negative } of concepts) {
  if (subject === undefined) continue;
  for (const phrase of [core, words, positive, negative].flatMap((list) => wordsOf(list)))
    for (const spelling of spellings(phrase)) entriesAt(tree, spelling).push(subjects.indexOf(subject));
}

export function inputsOf({ tokens, words }: SentenceReading): SentenceInputs {
  const size = Math.min(longest, words.length);
  const inputs: SentenceInputs = {
    size,
    keys: new Int32Array(size),
    roles: new Uint8Array(size),
    valences: new Float32Array(size),
    raised: new Uint16Array(size),
  };
  for (const [index, word] of words.slice(0, size).entries()) {
    inputs.keys[index] = keyOf(word.said);
    inputs.roles[index] = word.class;
    inputs.valences[index] = word.valence;
  }
  for (const { entry, first, end } of findAll(tree, tokens))
    for (let at = first; at < Math.min(end, size); at += 1) inputs.raised[at]! |= 1 << entry;
  return inputs;
}
