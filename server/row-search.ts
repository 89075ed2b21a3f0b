import type { TextIndex } from "./text-index.ts";

/** One piece of a query between spaces: the tokens that may stand there; none given means any. */
export interface Piece {
  tokens: Uint32Array | undefined;
  /** In how many reviews these tokens are, counted one by one. */
  weight: number;
}

const any = 0xffff_ffff;
const marked = 0xffff_fffe;

/**
 * Looks for a row of pieces among the tokens of one review, where only the first and the last may have many tokens.
 * The marks of one query are wiped by the next.
 */
export function createRowSearch({ tokens, starts, frequencies }: TextIndex) {
  const firstMarks = new Uint8Array(frequencies.length);
  const lastMarks = new Uint8Array(frequencies.length);
  let before: [marks: Uint8Array, found: Uint32Array][] = [];

  const mark = (marks: Uint8Array, { tokens: found }: Piece): void => {
    if (found === undefined || found.length === 1) return;
    for (let i = 0; i < found.length; i += 1) marks[found[i] as number] = 1;
    before.push([marks, found]);
  };
  const wipe = () => {
    for (const [marks, found] of before) for (const token of found) marks[token] = 0;
    before = [];
  };

  /** `driver` is the piece with the fewest tokens. */
  return (pieces: readonly Piece[], driver: number): ((doc: number) => boolean) => {
    const last = pieces.length - 1;
    wipe();
    mark(firstMarks, pieces[0] as Piece);
    mark(lastMarks, pieces[last] as Piece);
    const wanted = pieces.map(({ tokens: found }) =>
      found === undefined ? any : found.length === 1 ? (found[0] as number) : marked,
    );
    const fits = (piece: number, token: number): boolean => {
      const want = wanted[piece] as number;
      if (want === marked) return (piece === 0 ? firstMarks : lastMarks)[token] === 1;
      return want === any || want === token;
    };
    /** Whether the row stands here, given that the driver's token fits. */
    const stands = (at: number): boolean => {
      let piece = 0;
      while (piece <= last && (piece === driver || fits(piece, tokens[at + piece] as number))) piece += 1;
      return piece > last;
    };
    const want = wanted[driver] as number;
    const marks = driver === 0 ? firstMarks : lastMarks;
    // Two plain loops instead of one with a choice inside: dense queries spend their time here.
    const byToken = (doc: number): boolean => {
      const end = (starts[doc + 1] as number) - last + driver;
      for (let at = (starts[doc] as number) + driver; at < end; at += 1) {
        if (tokens[at] === want && stands(at - driver)) return true;
      }
      return false;
    };
    const byMark = (doc: number): boolean => {
      const end = (starts[doc + 1] as number) - last + driver;
      for (let at = (starts[doc] as number) + driver; at < end; at += 1) {
        if (marks[tokens[at] as number] === 1 && stands(at - driver)) return true;
      }
      return false;
    };
    const anywhere = (doc: number): boolean => (starts[doc + 1] as number) - (starts[doc] as number) > last;
    return want === any ? anywhere : want === marked ? byMark : byToken;
  };
}
