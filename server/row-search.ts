import { type TextIndex, comesAgain } from "./text-index.ts";

/** One piece of a query between spaces: the tokens that may stand there; none given means any. */
export interface Piece {
  tokens: Uint32Array | undefined;
  /** In how many reviews these tokens are, counted one by one. */
  weight: number;
}

const any = 0xffff_ffff;
const marked = 0xffff_fffe;

/** Finds a row of pieces among the tokens of a review. */
export interface RowSearch {
  /** Whether the row is anywhere in this review; `driver` is a piece that few tokens fit. */
  isIn: (driver: number) => (doc: number) => boolean;
  /** Whether it is there with this piece at the place that the index notes of its token. */
  isAt: (piece: number, doc: number, noted: number) => boolean;
}

/** Only the first and the last piece may have many tokens. The marks of one query are wiped by the next. */
export function createRowSearch({
  tokens,
  starts,
  frequencies,
}: TextIndex): (pieces: readonly Piece[]) => RowSearch {
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

  return (pieces) => {
    const last = pieces.length - 1;
    wipe();
    mark(firstMarks, pieces[0] as Piece);
    mark(lastMarks, pieces[last] as Piece);
    const wanted = Uint32Array.from(pieces, ({ tokens: found }) =>
      found === undefined ? any : found.length === 1 ? (found[0] as number) : marked,
    );
    const fits = (piece: number, token: number): boolean => {
      const want = wanted[piece] as number;
      if (want === marked) return (piece === 0 ? firstMarks : lastMarks)[token] === 1;
      return want === any || want === token;
    };
    /** Whether the row stands here, given that one piece does. */
    const stands = (at: number, known: number): boolean => {
      let piece = 0;
      while (piece <= last && (piece === known || fits(piece, tokens[at + piece] as number))) piece += 1;
      return piece > last;
    };

    const isIn = (driver: number): ((doc: number) => boolean) => {
      const want = wanted[driver] as number;
      const marks = driver === 0 ? firstMarks : lastMarks;
      if (want === any) return (doc) => (starts[doc + 1] as number) - (starts[doc] as number) > last;
      // Two plain loops instead of one with a choice inside: dense queries spend their time here.
      if (want === marked) {
        return (doc) => {
          const end = (starts[doc + 1] as number) - last + driver;
          for (let at = (starts[doc] as number) + driver; at < end; at += 1) {
            if (marks[tokens[at] as number] === 1 && stands(at - driver, driver)) return true;
          }
          return false;
        };
      }
      return (doc) => {
        const end = (starts[doc + 1] as number) - last + driver;
        for (let at = (starts[doc] as number) + driver; at < end; at += 1) {
          if (tokens[at] === want && stands(at - driver, driver)) return true;
        }
        return false;
      };
    };

    const isAt = (piece: number, doc: number, noted: number): boolean => {
      const first = (starts[doc] as number) + piece;
      const end = (starts[doc + 1] as number) - last + piece;
      const place = noted >= comesAgain ? noted - comesAgain : noted;
      if (place >= first && place < end && stands(place - piece, piece)) return true;
      if (noted < comesAgain) return false;
      const token = tokens[place];
      for (let at = place + 1; at < end; at += 1) {
        if (tokens[at] === token && at >= first && stands(at - piece, piece)) return true;
      }
      return false;
    };
    return { isIn, isAt };
  };
}
