import { type DocSets, createDocSets } from "../data/doc-sets.ts";
import { byteAt, numberAt } from "../data/typed-arrays.ts";
import type { NgramIndex } from "./ngram-index.ts";

/** How often two bytes can meet: the last of one token and the first of the next. */
const meetings = 256 * 256;

/** The number of the bigram at the boundary between two tokens; of one that is empty, the byte is the mark of its edge. */
export const boundary = (last: number, first: number): number => last * 256 + first;

interface Texts {
  tokens: Uint32Array;
  starts: Uint32Array;
  vocabulary: NgramIndex;
}

/**
 * In which reviews each boundary bigram is. Without them, the end of one word and the beginning of the next, which fit many
 * tokens, would have to be looked for in every review.
 */
export function buildBoundaryBigrams({
  tokens,
  starts,
  vocabulary: { letters, tokenStarts },
}: Texts): DocSets {
  const size = tokenStarts.length - 1;
  const firsts = new Uint8Array(size);
  const lasts = new Uint8Array(size);
  for (let token = 0; token < size; token += 1) {
    firsts[token] = byteAt(letters, numberAt(tokenStarts, token));
    lasts[token] = byteAt(letters, numberAt(tokenStarts, token + 1) - 2);
  }
  const count = starts.length - 1;
  const seen = new Uint32Array(meetings);

  /** Visits each boundary of each review once. */
  const visit = (note: (boundary: number, doc: number) => void) => {
    seen.fill(0);
    for (let doc = 0; doc < count; doc += 1) {
      const start = numberAt(starts, doc);
      const end = numberAt(starts, doc + 1);
      let before = byteAt(lasts, numberAt(tokens, start));
      for (let at = start + 1; at < end; at += 1) {
        const token = numberAt(tokens, at);
        const found = boundary(before, byteAt(firsts, token));
        before = byteAt(lasts, token);
        if (seen[found] === doc + 1) continue;
        seen[found] = doc + 1;
        note(found, doc);
      }
    }
  };

  const counts = new Uint32Array(meetings);
  visit((found) => {
    counts[found] = numberAt(counts, found) + 1;
  });
  const { sets, add } = createDocSets(counts, count);
  visit(add);
  return sets;
}
