import {
  drawLetter,
  drawText,
  gap,
  measure,
  toDrawable,
  type Canvas,
  type Colour,
  createCanvas,
  drawBox,
  drawLine,
  toIndexedPng,
} from "./raster.ts";
import { drawStar, type Palette } from "./rating-picture.ts";

// What is shown where a link to one review is shared. There are hundreds, so each must cost a millisecond or two: what
// those of the same stars share is drawn once, letters are drawn once, and a picture has sixteen colours.

const [width, height, margin] = [1200, 630, 80];

/** What the picture of one review says. */
export interface PicturedReview {
  rating: number;
  text: string;
  author: string;
  /** When, and how it was verified. */
  facts: string;
}

const mix = (one: Colour, other: Colour, share: number): Colour => [
  Math.round(one[0] + (other[0] - one[0]) * share),
  Math.round(one[1] + (other[1] - one[1]) * share),
  Math.round(one[2] + (other[2] - one[2]) * share),
];

/** Steps from paper to ink, so that edges are smooth; every picture's first colours. */
const inkSteps = 6;

function buildColours(palette: Palette): Colour[] {
  const { paper, ink, muted, green, amber, rule } = palette;
  const halves = [muted, amber, palette["star-empty"]].flatMap((colour) => [mix(paper, colour, 0.5), colour]);
  const inks = Array.from({ length: inkSteps }, (_, step) => mix(paper, ink, step / (inkSteps - 1)));
  return [...inks, ...halves, green, rule];
}

/** The canvas with the nearest of the colours in place of each pixel. */
function toIndexes({ pixels }: Canvas, colours: readonly Colour[]): Uint8Array {
  const known = new Map<number, number>();
  const indexes = new Uint8Array(pixels.length / 3);
  for (let at = 0; at < indexes.length; at += 1) {
    const [red, green, blue] = [pixels[at * 3] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3 + 2] ?? 0];
    const key = (red << 16) | (green << 8) | blue;
    let index = known.get(key);
    if (index === undefined) {
      const distances = colours.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
      index = distances.indexOf(Math.min(...distances));
      known.set(key, index);
    }
    indexes[at] = index;
  }
  return indexes;
}

/** Lines of a text that fit, the last one cut short where they do not hold it all. */
function toLines(text: string, space: { within: number; most: number }): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measure(longer) <= space.within) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
    if (lines.length === space.most) break;
  }
  if (lines.length < space.most) return [...lines, line].filter((one) => one !== "");
  const last = (lines.at(-1) ?? "").split(" ");
  while (last.length > 1 && measure(`${last.join(" ")}…`) > space.within) last.pop();
  return [...lines.slice(0, -1), `${last.join(" ").replace(/[\s.,;:!?-]+$/, "")}…`];
}

interface Lettering {
  size: number;
  thickness: number;
}
const quoteLettering: Lettering = { size: 34, thickness: 4.6 };
const factsLettering: Lettering = { size: 22, thickness: 3.2 };

/** All but the words of the review. */
function drawBackground(name: string, rating: number, palette: Palette) {
  const canvas = createCanvas(width, height, palette.paper);
  drawBox(canvas, { x: 0, y: 0, width: 16, height, radius: 0 }, palette.green);
  for (const index of [0, 1, 2, 3, 4])
    drawStar(canvas, margin - 4 + index * 74, 78, 64, index < rating ? 1 : 0, palette);
  drawLine(
    canvas,
    [
      [margin, 520],
      [width - margin, 520],
    ],
    2,
    palette.rule,
  );
  drawText(canvas, name, { x: margin, y: 554, height: 22, thickness: 3.6, within: 1040 }, palette.muted);
  return canvas;
}

/** Draws pictures of reviews of one business, in its colours. */
export function createReviewPictures(name: string, palette: Palette): (review: PicturedReview) => Buffer {
  const colours = buildColours(palette);
  const backgrounds = new Map<number, Uint8Array>();
  const letters = new Map<string, ReturnType<typeof drawLetter>>();
  // One for all pictures, which are drawn one after the other.
  const pixels = new Uint8Array(width * height);

  const backgroundOf = (rating: number): Uint8Array => {
    const known = backgrounds.get(rating);
    if (known) return known;
    const drawn = toIndexes(drawBackground(name, rating, palette), colours);
    backgrounds.set(rating, drawn);
    return drawn;
  };

  const write = (text: string, left: number, top: number, { size, thickness }: Lettering) => {
    let x = left;
    for (const letter of text) {
      const key = `${letter}${size}`;
      const drawn = letters.get(key) ?? drawLetter(letter, size, thickness);
      letters.set(key, drawn);
      for (let row = 0; row < drawn.height; row += 1) {
        const at = (top - drawn.margin + row) * width + Math.round(x) - drawn.margin;
        for (let column = 0; column < drawn.width; column += 1) {
          const cover = drawn.pixels[(row * drawn.width + column) * 3] ?? 0;
          const step = Math.round((cover / 255) * (inkSteps - 1));
          if (step > (pixels[at + column] ?? 0)) pixels[at + column] = step;
        }
      }
      x += (measure(letter) + gap) * (size / 10);
    }
  };

  return ({ rating, text, author, facts }) => {
    pixels.set(backgroundOf(rating));
    const quote = toDrawable(text.replace(/\s+/g, " "));
    const most = (lettering: Lettering) => ((width - 2 * margin) * 10) / lettering.size;
    // A text in letters that cannot be drawn says nothing when half of it is left out.
    const isLegible = quote.length * 2 > text.length;
    const lines =
      isLegible && quote !== "" ? toLines(`“${quote}”`, { within: most(quoteLettering), most: 4 }) : [];
    for (const [index, line] of lines.entries()) write(line, margin, 196 + index * 58, quoteLettering);
    const by = toDrawable([author, facts].filter((part) => part !== "").join(", "));
    const [signed = ""] = toLines(by, { within: most(factsLettering), most: 1 });
    write(signed, margin, 464, factsLettering);
    return toIndexedPng({ width, height, pixels }, colours);
  };
}
