/**
 * The reviews in which two dense tokens follow each other. Without it, a phrase of two common words would have to be
 * looked for in every review that has both.
 */
export interface TokenPairs {
  /** Reviews of the pair of rows a and b, sorted, from offsets[a * rows + b] to before the next offset. */
  offsets: Uint32Array;
  docs: Uint32Array;
}

interface Texts {
  tokens: Uint32Array;
  starts: Uint32Array;
}

/** `denseTokens` are the tokens that have rows. */
export function buildTokenPairs(
  { tokens, starts }: Texts,
  denseTokens: Uint32Array,
  size: number,
): TokenPairs {
  const rows = denseTokens.length;
  const rowOf = new Int32Array(size).fill(-1);
  for (const [row, token] of denseTokens.entries()) rowOf[token] = row;
  const lastDoc = new Uint32Array(rows * rows);
  const counts = new Uint32Array(rows * rows + 1);
  const count = starts.length - 1;

  const visit = (note: (pair: number, doc: number) => void) => {
    lastDoc.fill(0);
    for (let doc = 0; doc < count; doc += 1) {
      const end = starts[doc + 1] as number;
      let before = -1;
      for (let at = starts[doc] as number; at < end; at += 1) {
        const row = rowOf[tokens[at] as number] as number;
        if (row >= 0 && before >= 0) {
          const pair = before * rows + row;
          if (lastDoc[pair] !== doc + 1) {
            lastDoc[pair] = doc + 1;
            note(pair, doc);
          }
        }
        before = row;
      }
    }
  };

  visit((pair) => {
    counts[pair + 1] = (counts[pair + 1] as number) + 1;
  });
  for (let i = 1; i < counts.length; i += 1) counts[i] = (counts[i] as number) + (counts[i - 1] as number);
  const docs = new Uint32Array(counts.at(-1) ?? 0);
  const cursor = counts.slice();
  visit((pair, doc) => {
    docs[cursor[pair] as number] = doc;
    cursor[pair] = (cursor[pair] as number) + 1;
  });
  return { offsets: counts, docs };
}
