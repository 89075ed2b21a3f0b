import { createRandom, shuffle } from "../schema/lists.ts";
import type { Motif } from "../schema/business.ts";
import outlines from "../schema/motifs.json" with { type: "json" };

/** Quarters, halves and rounds, as printed on paper: each fills a tile. */
const shapes = [
  "M0 0H60A60 60 0 0 1 0 60Z",
  "M60 0V60A60 60 0 0 1 0 0Z",
  "M60 60H0A60 60 0 0 1 60 0Z",
  "M0 60V0A60 60 0 0 1 60 60Z",
  "M30 5A25 25 0 1 1 29.9 5Z",
  "M0 0H30A30 30 0 0 1 0 30ZM60 60H30A30 30 0 0 1 60 30Z",
];

/** Ground and figure, by the names of their colors. */
const pairs = ["ae", "ba", "ca", "ad", "da", "ea", "dc", "ac"];
const size = 60;

/** A cover drawn from the name and what the trade works with, for businesses that give no photograph: no two alike. */
export function drawCover(
  name: string,
  motifs: readonly Motif[],
  { columns, rows }: { columns: number; rows: number },
) {
  // The same name always gives the same drawing.
  const seed = Array.from(name).reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  );
  const random = createRandom(seed);
  const deal = <T>(cards: readonly T[]) => {
    let left: T[] = [];
    return (): T => {
      if (left.length === 0) {
        left = [...cards];
        shuffle(left, random);
      }
      return left.pop() as T;
    };
  };
  const [nextMotif, nextShape, nextPair] = [deal(motifs), deal(shapes), deal(pairs)];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const isMotif = motifs.length > 0 && (column + row) % 2 === 0;
    const [ground = "a", figure = "e"] = nextPair();
    const d = isMotif ? outlines[nextMotif()] : nextShape();
    // Ground and figure are names of colors.
    return { x: column * size, y: row * size, ground: `art-${ground}`, figure: `art-${figure}`, d };
  });
}
