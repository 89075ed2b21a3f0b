import { type Canvas, type Colour, createCanvas, drawLine, type Point } from "./raster.ts";

/** A run of points, or part of an ellipse: middle, radii, and the angles in degrees, clockwise from the right. */
type Stroke = number[] | { arc: [x: number, y: number, rx: number, ry: number, from: number, to: number] };

const arc = (...values: [number, number, number, number, number, number]): Stroke => ({ arc: values });

/** Letters of even thickness, capitals ten units high: their width and their strokes. */
const glyphs: Record<string, [width: number, ...strokes: Stroke[]]> = {
  A: [8, [0, 10, 4, 0, 8, 10], [1.4, 6.6, 6.6, 6.6]],
  B: [
    6.8,
    [4, 4.8, 0, 4.8, 0, 0, 4, 0],
    arc(4, 2.4, 2.4, 2.4, -90, 90),
    [0, 4.8, 0, 10, 4.2, 10],
    arc(4.2, 7.4, 2.6, 2.6, -90, 90),
  ],
  C: [8.6, arc(5, 5, 5, 5, -45, -315)],
  D: [8, [3, 0, 0, 0, 0, 10, 3, 10], arc(3, 5, 5, 5, -90, 90)],
  E: [5.8, [5.8, 0, 0, 0, 0, 10, 5.8, 10], [0, 5, 5, 5]],
  F: [5.6, [5.6, 0, 0, 0, 0, 10], [0, 5, 4.8, 5]],
  G: [10, arc(5, 5, 5, 5, -45, -360), [10, 5, 6, 5]],
  H: [7.2, [0, 0, 0, 10], [7.2, 0, 7.2, 10], [0, 5, 7.2, 5]],
  I: [0, [0, 0, 0, 10]],
  J: [4.6, [4.6, 0, 4.6, 7.4], arc(2.3, 7.4, 2.3, 2.6, 0, 170)],
  K: [6.8, [0, 0, 0, 10], [6.4, 0, 0, 6.2], [2.5, 3.8, 6.8, 10]],
  L: [5.4, [0, 0, 0, 10, 5.4, 10]],
  M: [9, [0, 10, 0, 0, 4.5, 6.6, 9, 0, 9, 10]],
  N: [7.6, [0, 10, 0, 0, 7.6, 10, 7.6, 0]],
  O: [10, arc(5, 5, 5, 5, 0, 360)],
  P: [6.6, [0, 10, 0, 0, 3.8, 0], arc(3.8, 2.8, 2.8, 2.8, -90, 90), [3.8, 5.6, 0, 5.6]],
  Q: [10, arc(5, 5, 5, 5, 0, 360), [6.4, 6.8, 9.8, 10.2]],
  R: [6.8, [0, 10, 0, 0, 3.8, 0], arc(3.8, 2.8, 2.8, 2.8, -90, 90), [0, 5.6, 3.6, 5.6, 6.8, 10]],
  S: [6.2, arc(3.1, 2.5, 2.8, 2.5, -25, -270), arc(3.1, 7.5, 3.1, 2.5, -90, 155)],
  T: [7, [0, 0, 7, 0], [3.5, 0, 3.5, 10]],
  U: [7.2, [0, 0, 0, 6.4], arc(3.6, 6.4, 3.6, 3.6, 180, 0), [7.2, 6.4, 7.2, 0]],
  V: [7.8, [0, 0, 3.9, 10, 7.8, 0]],
  W: [11.4, [0, 0, 2.9, 10, 5.7, 1.2, 8.5, 10, 11.4, 0]],
  X: [7, [0, 0, 7, 10], [7, 0, 0, 10]],
  Y: [7.4, [0, 0, 3.7, 5, 7.4, 0], [3.7, 5, 3.7, 10]],
  Z: [6.6, [0, 0, 6.6, 0, 0, 10, 6.6, 10]],
  "0": [7, arc(3.5, 5, 3.5, 5, 0, 360)],
  "1": [2.8, [0, 2.2, 2.8, 0, 2.8, 10]],
  "2": [6.4, arc(3.2, 3.1, 3.1, 3.1, -170, 35), [5.74, 4.88, 0, 10, 6.4, 10]],
  "3": [6.2, arc(3.1, 2.5, 2.6, 2.5, -155, 90), arc(3.1, 7.5, 3.1, 2.5, -90, 155)],
  "4": [7, [5.4, 10, 5.4, 0, 0, 7, 7, 7]],
  "5": [6.2, [5.6, 0, 1, 0, 0.55, 4.7], arc(3, 6.8, 3.2, 3.2, -140, 145)],
  "6": [6.6, arc(3.3, 6.7, 3.3, 3.3, 0, 360), [0.45, 5, 3.8, 0]],
  "7": [6.2, [0, 0, 6.2, 0, 2.2, 10]],
  "8": [6.4, arc(3.2, 2.45, 2.6, 2.45, 0, 360), arc(3.2, 7.45, 3.2, 2.55, 0, 360)],
  "9": [6.6, arc(3.3, 3.3, 3.3, 3.3, 0, 360), [6.15, 5, 2.8, 10]],
  ".": [0, [0, 10, 0, 10]],
  ",": [0.6, [0.6, 9.8, 0, 11.6]],
  "'": [0, [0, 0, 0, 2]],
  "-": [3.4, [0, 5.6, 3.4, 5.6]],
  "!": [0, [0, 0, 0, 6.6], [0, 10, 0, 10]],
  "?": [4.8, arc(2.4, 2.5, 2.4, 2.5, -175, 60), [3.6, 4.7, 2.4, 5.8, 2.4, 6.9], [2.4, 10, 2.4, 10]],
  ":": [0, [0, 4.4, 0, 4.4], [0, 10, 0, 10]],
  ";": [0.6, [0.6, 4.4, 0.6, 4.4], [0.6, 9.8, 0, 11.6]],
  "“": [2.6, [0.6, 0, 0, 2], [2.6, 0, 2, 2]],
  "”": [2.6, [0.6, 0, 0, 2], [2.6, 0, 2, 2]],
  '"': [2, [0, 0, 0, 2], [2, 0, 2, 2]],
  "(": [1.8, arc(5, 5.4, 5, 7, -120, -240)],
  ")": [1.8, arc(-3.2, 5.4, 5, 7, -60, 60)],
  "/": [4, [4, 0, 0, 10.6]],
  "+": [5, [0, 5.6, 5, 5.6], [2.5, 3.1, 2.5, 8.1]],
  "%": [8, arc(1.7, 2, 1.7, 2, 0, 360), arc(6.3, 8, 1.7, 2, 0, 360), [6.6, 0, 1.4, 10]],
  $: [6.2, arc(3.1, 2.9, 2.8, 2.1, -25, -270), arc(3.1, 7.1, 3.1, 2.1, -90, 155), [3.1, -0.8, 3.1, 10.8]],
  "…": [5.6, [0, 10, 0, 10], [2.8, 10, 2.8, 10], [5.6, 10, 5.6, 10]],
  a: [5.7, arc(2.85, 6.8, 2.85, 3.2, 0, 360), [5.7, 3.6, 5.7, 10]],
  b: [5.7, [0, 0, 0, 10], arc(2.85, 6.8, 2.85, 3.2, 0, 360)],
  c: [5, arc(2.85, 6.8, 2.85, 3.2, -45, -315)],
  d: [5.7, arc(2.85, 6.8, 2.85, 3.2, 0, 360), [5.7, 0, 5.7, 10]],
  e: [5.7, [0, 6.7, 5.7, 6.7], arc(2.85, 6.8, 2.85, 3.2, 0, -315)],
  f: [3.6, arc(3.4, 2.2, 2, 2.2, -80, -180), [1.4, 2.2, 1.4, 10], [0, 3.8, 3.4, 3.8]],
  g: [5.7, arc(2.85, 6.8, 2.85, 3.2, 0, 360), [5.7, 3.6, 5.7, 10.2], arc(2.95, 10.2, 2.75, 2.8, 0, 150)],
  h: [5.2, [0, 0, 0, 10], arc(2.6, 6.2, 2.6, 2.6, 180, 360), [5.2, 6.2, 5.2, 10]],
  i: [0, [0, 3.7, 0, 10], [0, 0.9, 0, 0.9]],
  j: [1.8, [1.8, 3.7, 1.8, 11], arc(0.1, 11, 1.7, 2, 0, 90), [1.8, 0.9, 1.8, 0.9]],
  k: [5, [0, 0, 0, 10], [4.7, 3.7, 0, 7.7], [1.8, 6.2, 5, 10]],
  l: [0, [0, 0, 0, 10]],
  m: [
    8.8,
    [0, 3.7, 0, 10],
    arc(2.2, 6, 2.2, 2.4, 180, 360),
    [4.4, 6, 4.4, 10],
    arc(6.6, 6, 2.2, 2.4, 180, 360),
    [8.8, 6, 8.8, 10],
  ],
  n: [5.2, [0, 3.7, 0, 10], arc(2.6, 6.2, 2.6, 2.6, 180, 360), [5.2, 6.2, 5.2, 10]],
  o: [6.2, arc(3.1, 6.8, 3.1, 3.2, 0, 360)],
  p: [5.7, [0, 3.7, 0, 13], arc(2.85, 6.8, 2.85, 3.2, 0, 360)],
  q: [5.7, arc(2.85, 6.8, 2.85, 3.2, 0, 360), [5.7, 3.7, 5.7, 13]],
  r: [3.4, [0, 3.7, 0, 10], arc(2.6, 6.4, 2.6, 2.7, 180, 290)],
  s: [4.3, arc(2.15, 5.2, 1.9, 1.6, -25, -270), arc(2.15, 8.4, 2.15, 1.6, -90, 155)],
  t: [3.4, [1.4, 1.2, 1.4, 8.2], arc(3.1, 8.2, 1.7, 1.8, 180, 80), [0, 3.8, 3.3, 3.8]],
  u: [5.2, [0, 3.7, 0, 7.4], arc(2.6, 7.4, 2.6, 2.6, 180, 0), [5.2, 3.7, 5.2, 10]],
  v: [5.6, [0, 3.7, 2.8, 10, 5.6, 3.7]],
  w: [8.2, [0, 3.7, 2.05, 10, 4.1, 4.4, 6.15, 10, 8.2, 3.7]],
  x: [5.2, [0, 3.7, 5.2, 10], [5.2, 3.7, 0, 10]],
  y: [5.6, [0, 3.7, 2.8, 10], [5.6, 3.7, 1.5, 13]],
  z: [4.8, [0, 3.7, 4.8, 3.7, 0, 10, 4.8, 10]],
  " ": [2],
};

/** Between two letters. */
export const gap = 3.2;

function toPoints(stroke: Stroke): Point[] {
  if (Array.isArray(stroke)) {
    return Array.from({ length: stroke.length / 2 }, (_, index) => [
      stroke[index * 2] ?? 0,
      stroke[index * 2 + 1] ?? 0,
    ]);
  }
  const [x, y, rx, ry, from, to] = stroke.arc;
  const steps = 48;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
}

/** What can be drawn of a text; accents are left off, other scripts have no letters here. */
export const toDrawable = (text: string): string =>
  Array.from(text.normalize("NFD").replaceAll("&", "+").replaceAll("’", "'").replace(/[–—]/g, "-"))
    .filter((letter) => Object.hasOwn(glyphs, letter))
    .join("")
    .replace(/ +/g, " ")
    .trim();

/** How wide a text is, in tenths of the height of its capitals. */
export const measure = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (glyphs[letter]?.[0] ?? 0) + gap, -gap);

/** Writes on one line, smaller where it would be wider than `within`. Answers the width. */
export function drawText(
  canvas: Canvas,
  text: string,
  place: { x: number; y: number; height: number; thickness: number; within: number },
  colour: Colour,
): number {
  const drawable = toDrawable(text.toUpperCase());
  if (drawable === "") return 0;
  const scale = Math.min(place.height / 10, place.within / measure(drawable));
  const thickness = place.thickness * Math.min(1, scale / (place.height / 10));
  let x = place.x;
  for (const letter of drawable) {
    const [width, ...strokes] = glyphs[letter] ?? [0];
    const left = x;
    for (const stroke of strokes) {
      const points = toPoints(stroke).map(([px, py]): Point => [left + px * scale, place.y + py * scale]);
      drawLine(canvas, points, thickness, colour);
    }
    x += (width + gap) * scale;
  }
  return x - gap * scale - place.x;
}

/** One letter in white on black, with a margin around it: how much of each pixel it covers. */
export function drawLetter(letter: string, height: number, thickness: number): Canvas & { margin: number } {
  const [width, ...strokes] = glyphs[letter] ?? [0];
  const scale = height / 10;
  const margin = Math.ceil(thickness);
  const canvas = createCanvas(
    Math.ceil(width * scale) + 2 * margin,
    Math.ceil(1.3 * height) + 2 * margin,
    [0, 0, 0],
  );
  for (const stroke of strokes) {
    const points = toPoints(stroke).map(([x, y]): Point => [margin + x * scale, margin + y * scale]);
    drawLine(canvas, points, thickness, [255, 255, 255]);
  }
  return { ...canvas, margin };
}
