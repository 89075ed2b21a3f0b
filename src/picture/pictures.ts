import { escapeMarkup } from "../publish/markup.ts";
import type { AggregateRating, Motif } from "../schema/business.ts";
import type { Words } from "../messages/words.ts";
import { drawCover } from "./cover-art.ts";
import { type Face, toLines, toPath } from "./lettering.ts";
import type { Colors } from "./palette.ts";

// The site's mark elsewhere: an SVG without text to set, the same everywhere.

/** The business in the pictures, and its looks. */
export interface Brand {
  name: string;
  motifs: readonly Motif[];
  colors: Colors;
  words: Words;
  /** The owner's logo as a data URL; a letter stands for those without. */
  logo?: string | undefined;
}

const toText = (
  text: string,
  place: Face & { x: number; y: number; within?: number },
  color: string,
): string => `<path d="${toPath(text, place)}" fill="${color}"/>`;

const star = "M10 .6 12.9 7 19.9 7.8 14.7 12.5 16.1 19.4 10 15.9 3.9 19.4 5.3 12.5 .1 7.8 7.1 7Z";

/** Five stars, as many of them filled as the value says. */
function drawStars(
  value: number,
  { x, y, size }: { x: number; y: number; size: number },
  colors: Colors,
): string {
  const row = (color: string) =>
    [0, 1, 2, 3, 4]
      .map((index) => `<path d="${star}" transform="translate(${index * 23} 0)" fill="${color}"/>`)
      .join("");
  // By halves, as people read them: a quarter of a star is a speck. The figure stands beside.
  const halves = Math.round(value * 2);
  const filled = Math.floor(halves / 2) * 23 + (halves % 2) * 10;
  const clip = `stars-${x}-${y}`;
  return `<g transform="translate(${x} ${y}) scale(${size / 20})"><clipPath id="${clip}"><rect width="${filled.toFixed(1)}" height="20"/></clipPath>${row(colors("star-empty"))}<g clip-path="url(#${clip})">${row(colors("amber"))}</g></g>`;
}

/** The owner's logo, or the first letter of the name ("G" of "The Gull") on the brand's color. */
function drawMark(brand: Brand, { x, y, size }: { x: number; y: number; size: number }): string {
  const { colors, logo, name } = brand;
  if (logo !== undefined) return `<image href="${logo}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
  const [first = ""] = name.replace(/^(?:the|el|la|los|las|le|les|der|die|das)\s+/i, "");
  const letter = toPath(first.toUpperCase(), {
    x: 0,
    y: 0,
    weight: "bold",
    size: size * 0.66,
  });
  const [, left = "0"] = /^M(-?[\d.]+)/.exec(letter) ?? [];
  const points = [...letter.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, px]) => Number(px));
  const middle = (Math.min(...points, Number(left)) + Math.max(...points, Number(left))) / 2;
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * 0.22}" fill="${colors("green")}"/><path d="${letter}" transform="translate(${x + size / 2 - middle} ${y + size * 0.735})" fill="${colors("on-green")}"/>`;
}

const toSvg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>\n`;

export const drawIcon = (brand: Brand): string => toSvg(64, 64, drawMark(brand, { x: 0, y: 0, size: 64 }));

const [width, height, margin] = [1200, 630, 72];

/** The common parts of pictures for shared links: paper, a column of the cover, and the business's name. */
function drawFrame(brand: Brand, content: string): string {
  const { colors, motifs, name } = brand;
  const tiles = drawCover(name, motifs, { columns: 2, rows: 6 }).map(
    ({ x, y, ground, figure, d }) =>
      `<g transform="translate(${x} ${y})"><rect width="60.5" height="60.5" fill="${colors(ground)}"/><path fill-rule="evenodd" d="${d}" fill="${colors(figure)}"/></g>`,
  );
  return toSvg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${colors("surface")}"/><g transform="translate(990 0) scale(1.75)">${tiles.join("")}</g>${drawMark(brand, { x: margin, y: 64, size: 64 })}${toText(name, { x: margin + 88, y: 108, weight: "bold", size: 38, within: 780 }, colors("ink"))}${content}`,
  );
}

/** Shown where a link to the site is shared: the name, the rating and how it is made up. */
export function drawRating(brand: Brand, rating: AggregateRating, note: string): string {
  const { colors, words } = brand;
  const { rating_value: value, review_count: count, distribution } = rating;
  const most = Math.max(1, ...Object.values(distribution));
  const bars = ([5, 4, 3, 2, 1] as const).map((stars, row) => {
    const y = 250 + row * 54;
    const length = Math.round((250 * distribution[`${stars}`]) / most);
    return [
      toText(String(stars), { x: 560, y, weight: "bold", size: 28 }, colors("ink")),
      `<rect x="596" y="${y - 20}" width="250" height="20" rx="10" fill="${colors("sunk")}"/>`,
      length > 0
        ? `<rect x="596" y="${y - 20}" width="${Math.max(20, length)}" height="20" rx="10" fill="${colors("amber")}"/>`
        : "",
      toText(
        words.number(distribution[`${stars}`]),
        { x: 866, y, weight: "plain", size: 26, within: 90 },
        colors("muted"),
      ),
    ].join("");
  });
  return drawFrame(
    brand,
    [
      toText(words.average(value), { x: margin - 6, y: 352, weight: "bold", size: 176 }, colors("ink")),
      drawStars(value, { x: margin, y: 396, size: 58 }, colors),
      toText(
        words.t("reviews.verified", { count }),
        { x: margin, y: 508, weight: "bold", size: 32, within: 440 },
        colors("ink"),
      ),
      ...bars,
      toText(note, { x: margin, y: 572, weight: "plain", size: 26, within: 860 }, colors("muted")),
    ].join(""),
  );
}

/** The content of one review's picture. */
export interface PicturedReview {
  rating: number;
  text: string;
  author: string;
  /** When, and how it was verified. */
  facts: string;
}

/** Shown where a link to one review is shared. */
export function drawReview(brand: Brand, { rating, text, author, facts }: PicturedReview): string {
  const { colors } = brand;
  const short = text.length < 90;
  const face: Face = { weight: "bold", size: short ? 56 : 42 };
  const lines = toLines(text === "" ? "" : `“${text}”`, face, { within: 850, most: short ? 3 : 4 });
  const step = face.size * 1.24;
  return drawFrame(
    brand,
    [
      drawStars(rating, { x: margin, y: 176, size: 44 }, colors),
      ...lines.map((line, index) =>
        toText(line, { ...face, x: margin, y: 290 + index * step }, colors("ink")),
      ),
      toText(author, { x: margin, y: 540, weight: "bold", size: 30, within: 850 }, colors("ink")),
      toText(facts, { x: margin, y: 578, weight: "plain", size: 26, within: 850 }, colors("muted")),
    ].join(""),
  );
}

/** A rating as a picture that other sites show: drawn at each build, without a script. */
export function drawBadge(
  brand: Brand,
  { rating_value: value, review_count: count }: AggregateRating,
): string {
  const { colors, name, words } = brand;
  const said =
    count === 0
      ? words.t("reviews.none")
      : `${words.average(value)} · ${words.t("reviews.verified", { count })}`;
  const content = [
    `<title id="t">${escapeMarkup(`${name}: ${said}`)}</title>`,
    `<rect x=".5" y=".5" width="259" height="75" rx="12" fill="${colors("surface")}" stroke="${colors("rule")}"/>`,
    drawMark(brand, { x: 14, y: 16, size: 44 }),
    toText(name, { x: 70, y: 25, weight: "bold", size: 14, within: 176 }, colors("ink")),
    drawStars(value, { x: 70, y: 32, size: 15 }, colors),
    toText(said, { x: 70, y: 64, weight: "plain", size: 12.5, within: 176 }, colors("muted")),
  ].join("");
  return toSvg(260, 76, content).replace("<svg ", '<svg role="img" aria-labelledby="t" ');
}
