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
