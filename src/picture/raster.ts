import { crc32, deflateSync } from "node:zlib";

// Draws without any font or library of the machine: the same content gives the same picture everywhere.

export type Colour = readonly [red: number, green: number, blue: number];
export type Point = readonly [x: number, y: number];

export interface Canvas {
  width: number;
  height: number;
  /** Three bytes a pixel. */
  pixels: Uint8Array;
}

export function createCanvas(width: number, height: number, paper: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  const [red, green, blue] = paper;
  for (let at = 0; at < pixels.length; at += 3) {
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
  }
  return { width, height, pixels };
}

/** Paints where `distance`, from a pixel's middle to the shape's edge and negative inside, says so. */
function paint(
  { width, height, pixels }: Canvas,
  [left, top, right, bottom]: readonly [number, number, number, number],
  colour: Colour,
  distance: (x: number, y: number) => number,
): void {
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x += 1) {
      const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      if (cover === 0) continue;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const under = pixels[at + channel] ?? 0;
        pixels[at + channel] = Math.round(under + ((colour[channel] ?? 0) - under) * cover);
      }
    }
  }
}

const length = (x: number, y: number) => Math.sqrt(x * x + y * y);

export function drawBox(
  canvas: Canvas,
  { x, y, width, height, radius }: { x: number; y: number; width: number; height: number; radius: number },
  colour: Colour,
): void {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  paint(canvas, [x - 1, y - 1, x + width + 1, y + height + 1], colour, (px, py) => {
    const dx = Math.abs(px - middleX) - width / 2 + radius;
    const dy = Math.abs(py - middleY) - height / 2 + radius;
    return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  });
}

/** How far a point is from a line between two others. Asked for every pixel, so plain numbers: pairs are slow to open. */
const toSegment = (px: number, py: number, ax: number, ay: number, bx: number, by: number) => {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square));
  return length(px - ax - along * dx, py - ay - along * dy);
};

const boxOf = (points: readonly Point[], margin: number) =>
  [
    Math.min(...points.map(([x]) => x)) - margin,
    Math.min(...points.map(([, y]) => y)) - margin,
    Math.max(...points.map(([x]) => x)) + margin,
    Math.max(...points.map(([, y]) => y)) + margin,
  ] as const;

/** A line with round ends and corners. */
export function drawLine(canvas: Canvas, points: readonly Point[], thickness: number, colour: Colour): void {
  const pairs = points.slice(0, -1).map((point, index) => [point, points[index + 1] ?? point] as const);
  paint(canvas, boxOf(points, thickness / 2 + 1), colour, (x, y) => {
    let nearest = Infinity;
    for (const [a, b] of pairs) nearest = Math.min(nearest, toSegment(x, y, a[0], a[1], b[0], b[1]));
    return nearest - thickness / 2;
  });
}

/** A filled shape whose edges may not cross; `until` cuts it off to the right. */
export function drawShape(canvas: Canvas, points: readonly Point[], colour: Colour, until = Infinity): void {
  const pairs = points.map((point, index) => [point, points[(index + 1) % points.length] ?? point] as const);
  paint(canvas, boxOf(points, 1), colour, (x, y) => {
    let nearest = Infinity;
    let inside = false;
    for (const [a, b] of pairs) {
      nearest = Math.min(nearest, toSegment(x, y, a[0], a[1], b[0], b[1]));
      if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
    }
    return Math.max(inside ? -nearest : nearest, x - until);
  });
}

function toChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function toHeader(width: number, height: number, depth: number, kind: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, kind, 0, 0, 0], 8);
  return toChunk("IHDR", header);
}

export function toPng({ width, height, pixels }: Canvas): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  }
  return Buffer.concat([
    signature,
    // 8 bits a channel, true colour.
    toHeader(width, height, 8, 2),
    toChunk("IDAT", deflateSync(rows, { level: 9 })),
    toChunk("IEND", new Uint8Array()),
  ]);
}

/** Scratch buffer: one for each picture would have the collector walk through all reviews for every few. */
let scratch = Buffer.alloc(0);

/** A picture of at most sixteen colours; `pixels` holds one of them for each pixel, `width` is even. */
export function toIndexedPng({ width, height, pixels }: Canvas, colours: readonly Colour[]): Buffer {
  const stride = width / 2 + 1;
  // The first byte of each row stays 0: the row is not filtered.
  if (scratch.length !== stride * height) scratch = Buffer.alloc(stride * height);
  const rows = scratch;
  for (let y = 0; y < height; y += 1) {
    let to = y * stride + 1;
    for (let from = y * width; from < (y + 1) * width; from += 2)
      rows[to++] = ((pixels[from] ?? 0) << 4) | (pixels[from + 1] ?? 0);
  }
  return Buffer.concat([
    signature,
    toHeader(width, height, 4, 3),
    toChunk("PLTE", Buffer.from(colours.flat())),
    toChunk("IDAT", deflateSync(rows, { level: 4 })),
    toChunk("IEND", new Uint8Array()),
  ]);
}

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
