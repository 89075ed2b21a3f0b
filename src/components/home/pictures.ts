import { createRandom, pick } from "../../schema/lists.ts";

const tile = 60;
const grounds = ["art-a", "art-a", "art-b", "art-c", "art-d"];
const figures = ["art-b", "art-c", "art-d", "art-e", "art-a"];

/** Quarters, halves and rounds, as printed on paper: each fills a tile. */
const motifs = [
  "M0 0H60A60 60 0 0 1 0 60Z",
  "M60 0V60A60 60 0 0 1 0 0Z",
  "M60 60H0A60 60 0 0 1 60 0Z",
  "M0 60V0A60 60 0 0 1 60 60Z",
  "M0 30A30 30 0 0 1 60 30Z M0 60A30 30 0 0 1 60 60Z",
  "M30 6A24 24 0 1 1 29.9 6Z",
  "M0 0H30A30 30 0 0 1 0 30ZM60 60H30A30 30 0 0 1 60 30Z",
  "M0 0A60 60 0 0 1 60 60H40A40 40 0 0 0 0 20Z",
];

export interface Tile {
  x: number;
  y: number;
  ground: string;
  figure: string;
  d: string;
}

/** A header drawn from the name, for businesses that give no photograph: no two alike, in the brand's colours. */
export function drawHeader(name: string, columns: number, rows: number): Tile[] {
  // The same name always gives the same drawing.
  const seed = Array.from(name).reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  );
  const random = createRandom(seed);
  return Array.from({ length: columns * rows }, (_, index) => {
    const ground = pick(grounds, random);
    const others = figures.filter((colour) => colour !== ground);
    return {
      x: (index % columns) * tile,
      y: Math.floor(index / columns) * tile,
      ground,
      figure: pick(others, random),
      d: pick(motifs, random),
    };
  });
}
