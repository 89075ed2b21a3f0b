import type { AggregateRating } from "../schema/business.ts";
import { toCount } from "../components/wording.ts";
import { drawText } from "./lettering.ts";
import {
  type Canvas,
  type Colour,
  createCanvas,
  drawBox,
  drawLine,
  drawShape,
  type Point,
} from "./raster.ts";

export interface Palette {
  paper: Colour;
  sunk: Colour;
  rule: Colour;
  ink: Colour;
  muted: Colour;
  green: Colour;
  amber: Colour;
  "star-empty": Colour;
}

const margin = 80;

export function drawStar(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  fill: number,
  palette: Palette,
): void {
  const points = Array.from({ length: 10 }, (_, index): Point => {
    const radius = index % 2 === 0 ? size / 2 : size / 4.6;
    const angle = (Math.PI * index) / 5 - Math.PI / 2;
    return [x + size / 2 + radius * Math.cos(angle), y + size / 2 + radius * Math.sin(angle)];
  });
  drawShape(canvas, points, palette["star-empty"]);
  if (fill > 0) drawShape(canvas, points, palette.amber, x + size * fill);
}

/** What is shown where a link to the site is shared: the name, the rating and how it is made up. */
export function buildRatingPicture(
  name: string,
  rating: AggregateRating,
  palette: Palette,
  note = "",
): Canvas {
  const canvas = createCanvas(1200, 630, palette.paper);
  drawBox(canvas, { x: 0, y: 0, width: 16, height: 630, radius: 0 }, palette.green);
  drawText(
    canvas,
    name,
    { x: margin, y: 84, height: 40, thickness: 6, within: 1200 - 2 * margin },
    palette.ink,
  );
  const underline: Point[] = [
    [margin, 162],
    [1200 - margin, 162],
  ];
  drawLine(canvas, underline, 2, palette.rule);
  drawAverage(canvas, rating, palette);
  drawText(canvas, note, { x: 648, y: 586, height: 13, thickness: 2.2, within: 470 }, palette.muted);
  drawDistribution(canvas, rating, palette);
  return canvas;
}

/** On the left: the figure, its stars and how many reviews it rests on. */
function drawAverage(
  canvas: Canvas,
  { rating_value, review_count }: AggregateRating,
  palette: Palette,
): void {
  drawText(
    canvas,
    rating_value.toFixed(2),
    { x: margin + 8, y: 226, height: 168, thickness: 25, within: 430 },
    palette.ink,
  );
  for (const index of [0, 1, 2, 3, 4]) {
    const fill = Math.min(1, Math.max(0, rating_value - index));
    drawStar(canvas, margin - 6 + index * 76, 440, 68, fill, palette);
  }
  drawText(
    canvas,
    toCount(review_count, "verified review"),
    { x: margin, y: 544, height: 20, thickness: 3.4, within: 440 },
    palette.muted,
  );
}

/** On the right: a bar for each number of stars. */
function drawDistribution(canvas: Canvas, { distribution }: AggregateRating, palette: Palette): void {
  const most = Math.max(1, ...Object.values(distribution));
  for (const [row, stars] of ([5, 4, 3, 2, 1] as const).entries()) {
    const y = 226 + row * 70;
    const count = distribution[`${stars}`];
    const bar = { x: 648, y, height: 30, radius: 6 };
    drawText(
      canvas,
      String(stars),
      { x: 600, y: y + 2, height: 26, thickness: 4.5, within: 40 },
      palette.ink,
    );
    drawBox(canvas, { ...bar, width: 372 }, palette.sunk);
    if (count > 0) drawBox(canvas, { ...bar, width: Math.max((372 * count) / most, 12) }, palette.amber);
    drawText(
      canvas,
      String(count),
      { x: 1044, y: y + 4, height: 22, thickness: 3.6, within: 76 },
      palette.muted,
    );
  }
}
