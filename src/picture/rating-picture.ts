import type { AggregateRating } from "../schema/business.ts";
import { toCount } from "../wording.ts";
import {
  drawText,
  type Canvas,
  type Colour,
  createCanvas,
  drawBox,
  drawLine,
  drawShape,
  type Point,
} from "./raster.ts";
import { escapeMarkup } from "../publish/markup.ts";

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

type Colours = Record<"paper" | "rule" | "ink" | "muted" | "amber" | "star-empty", string>;

const star = "M0-8 2.35-3.24 7.6-2.47 3.8 1.24 4.7 6.47 0 4-4.7 6.47-3.8 1.24-7.6-2.47-2.35-3.24Z";
const width = 260;
const height = 76;

/** A rating as a picture that other sites show: drawn at each build, without a script. */
export function buildBadge(name: string, rating: AggregateRating, colours: Colours): string {
  const { rating_value: value, review_count: count } = rating;
  const short = Array.from(name).length > 28 ? `${Array.from(name).slice(0, 27).join("")}…` : name;
  const said =
    count === 0 ? "No reviews yet" : `${value.toFixed(1)} out of 5 · ${toCount(count, "verified review")}`;
  const stars = [0, 1, 2, 3, 4].map((index) => {
    const share = Math.min(1, Math.max(0, value - index));
    const at = `translate(${24 + index * 20} 40)`;
    return `<path d="${star}" transform="${at}" fill="${colours["star-empty"]}"/>${
      share > 0
        ? `<g clip-path="url(#s${index})"><path d="${star}" transform="${at}" fill="${colours.amber}"/></g>`
        : ""
    }`;
  });
  const clips = [0, 1, 2, 3, 4].map((index) => {
    const share = Math.min(1, Math.max(0, value - index));
    return `<clipPath id="s${index}"><rect x="${16 + index * 20}" y="30" width="${(16 * share).toFixed(1)}" height="20"/></clipPath>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t"><title id="t">${escapeMarkup(`${name}: ${said}`)}</title><defs>${clips.join("")}</defs><rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${colours.paper}" stroke="${colours.rule}"/><g font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"><text x="15" y="23" font-size="14" font-weight="600" fill="${colours.ink}">${escapeMarkup(short)}</text>${stars.join("")}<text x="15" y="65" font-size="12" fill="${colours.muted}">${escapeMarkup(said)}</text></g></svg>\n`;
}
