import { type DocSets, createDocSets } from "./doc-sets.ts";
import type { GramIndex } from "./gram-index.ts";

/** How often two bytes can meet: the last of one token and the first of the next. */
const meetings = 256 * 256;

/** Stands for the bytes of a token that has none; no other token holds a space. */
const space = 0x20;

/** The number of the seam between two tokens; bytes are undefined where the token is empty. */
export const seam = (last: number = space, first: number = space): number => last * 256 + first;

interface Texts {
  tokens: Uint32Array;
  starts: Uint32Array;
  vocabulary: GramIndex;
}

/**
 * In which reviews each seam is. Without it, the end of one word and the beginning of the next, which fit many
 * tokens, would have to be looked for in every review.
 */
export function buildSeams({ tokens, starts, vocabulary: { letters, tokenStarts } }: Texts): DocSets {
  const size = tokenStarts.length - 1;
  const firsts = new Uint8Array(size).fill(space);
  const lasts = new Uint8Array(size).fill(space);
  for (let token = 0; token < size; token += 1) {
    const start = tokenStarts[token] as number;
    const end = (tokenStarts[token + 1] as number) - 1;
    if (start === end) continue;
    firsts[token] = letters[start] as number;
    lasts[token] = letters[end - 1] as number;
  }
  const count = starts.length - 1;
  const seen = new Uint32Array(meetings);

  /** Tells each seam of each review once. */
  const visit = (note: (seam: number, doc: number) => void) => {
    seen.fill(0);
    for (let doc = 0; doc < count; doc += 1) {
      const end = starts[doc + 1] as number;
      let before = lasts[tokens[starts[doc] as number] as number] as number;
      for (let at = (starts[doc] as number) + 1; at < end; at += 1) {
        const token = tokens[at] as number;
        const found = seam(before, firsts[token]);
        before = lasts[token] as number;
        if (seen[found] === doc + 1) continue;
        seen[found] = doc + 1;
        note(found, doc);
      }
    }
  };

  const counts = new Uint32Array(meetings);
  visit((found) => {
    counts[found] = (counts[found] as number) + 1;
  });
  const { sets, add } = createDocSets(counts, count);
  visit(add);
  return sets;
}
