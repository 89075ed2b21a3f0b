import { byteAt, numberAt } from "../data/typed-arrays.ts";
import type { TextIndex } from "./text-index.ts";

/** One piece of a query between spaces: the tokens that may stand there; none given means any. */
export interface QueryPiece {
  tokens: Uint32Array | undefined;
  /** In how many reviews these tokens are, counted one by one. */
  weight: number;
}

/** Before the first space of a query, or after its last, where there is nothing. */
export const anyToken: QueryPiece = { tokens: undefined, weight: Number.POSITIVE_INFINITY };

const none = new Uint32Array(0);

/** Which end of the row a token fits. */
const first = 1;
const last = 2;

/** Whether a token that fits first stands right before one that fits last. Dense queries spend their time here. */
function hasPair(tokens: Uint32Array, marks: Uint8Array, any: number, from: number, to: number): boolean {
  let before = 0;
  for (let at = from; at < to; at += 1) {
    const fit = byteAt(marks, numberAt(tokens, at)) | any;
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
}: TextIndex): (pieces: readonly QueryPiece[]) => (doc: number) => boolean {
  const marks = new Uint8Array(counts.length);
  let before: Uint32Array[] = [];

  const mark = ({ tokens: found }: QueryPiece, end: number): number => {
    if (found === undefined) return end;
    for (const token of found) marks[token] = byteAt(marks, token) | end;
    before.push(found);
    return 0;
  };
  const wipe = () => {
    for (const found of before) for (const token of found) marks[token] = 0;
    before = [];
  };

  return ([opening = anyToken, ...others]) => {
    const end = others.length;
    const closing = others.at(-1) ?? anyToken;
    const inner = others.slice(0, -1);
    wipe();
    // Which ends every token fits.
    const any = mark(opening, first) | mark(closing, last);
    if (end === 1)
      return (doc) => hasPair(tokens, marks, any, numberAt(starts, doc), numberAt(starts, doc + 1));

    const wanted = Uint32Array.from(inner, ({ tokens: found = none }) => numberAt(found, 0));
    const rarest = Math.min(...inner.map(({ weight }) => weight));
    const driver = inner.findIndex(({ weight }) => weight === rarest);

    const fits = (at: number, which: number): boolean =>
      (any & which) !== 0 || (byteAt(marks, numberAt(tokens, at)) & which) !== 0;
    const stands = (at: number): boolean => {
      for (let i = 0; i < wanted.length; i += 1) if (tokens[at + 1 + i] !== wanted[i]) return false;
      return fits(at, first) && fits(at + end, last);
    };

    return (doc) => {
      const want = wanted[driver];
      const to = numberAt(starts, doc + 1) - end;
      for (let at = numberAt(starts, doc); at < to; at += 1) {
        if (tokens[at + 1 + driver] === want && stands(at)) return true;
      }
      return false;
    };
  };
}
