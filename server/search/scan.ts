import type { TextIndex } from "./text-index.ts";

/** One piece of a query between spaces: the tokens that may stand there; none given means any. */
export interface Piece {
  tokens: Uint32Array | undefined;
  /** In how many reviews these tokens are, counted one by one. */
  weight: number;
}

/** Which end of the row a token fits. */
const first = 1;
const last = 2;

/** Whether a token that fits first stands right before one that fits last. Dense queries spend their time here. */
function hasPair(tokens: Uint32Array, marks: Uint8Array, any: number, from: number, to: number): boolean {
  let before = 0;
  for (let at = from; at < to; at += 1) {
    const fit = (marks[tokens[at] as number] as number) | any;
    if ((before & (fit >>> 1)) !== 0) return true;
    before = fit;
  }
  return false;
}

/**
 * Tells whether a row of two or more pieces is among the tokens of a review; all pieces but the ends are single tokens.
 * The marks of one query are wiped by the next.
 */
export function createRowSearch({
  tokens,
  starts,
  postings: { counts },
}: TextIndex): (pieces: readonly Piece[]) => (doc: number) => boolean {
  const marks = new Uint8Array(counts.length);
  let before: Uint32Array[] = [];

  const mark = ({ tokens: found }: Piece, end: number): number => {
    if (found === undefined) return end;
    for (let i = 0; i < found.length; i += 1)
      marks[found[i] as number] = (marks[found[i] as number] as number) | end;
    before.push(found);
    return 0;
  };
  const wipe = () => {
    for (const found of before) for (let i = 0; i < found.length; i += 1) marks[found[i] as number] = 0;
    before = [];
  };

  return (pieces) => {
    const end = pieces.length - 1;
    wipe();
    // Which ends every token fits.
    const any = mark(pieces[0] as Piece, first) | mark(pieces[end] as Piece, last);
    if (end === 1)
      return (doc) => hasPair(tokens, marks, any, starts[doc] as number, starts[doc + 1] as number);

    const inner = pieces.slice(1, end);
    const wanted = Uint32Array.from(inner, ({ tokens: found }) => found?.[0] as number);
    const driver = inner.reduce(
      (best, { weight }, at) => (weight < (inner[best] as Piece).weight ? at : best),
      0,
    );

    const fits = (at: number, which: number): boolean =>
      (any & which) !== 0 || ((marks[tokens[at] as number] as number) & which) !== 0;
    const stands = (at: number): boolean => {
      for (let i = 0; i < wanted.length; i += 1) if (tokens[at + 1 + i] !== wanted[i]) return false;
      return fits(at, first) && fits(at + end, last);
    };

    return (doc) => {
      const want = wanted[driver];
      const to = (starts[doc + 1] as number) - end;
      for (let at = starts[doc] as number; at < to; at += 1) {
        if (tokens[at + 1 + driver] === want && stands(at)) return true;
      }
      return false;
    };
  };
}
