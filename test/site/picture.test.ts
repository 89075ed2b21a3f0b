import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import sharp from "sharp";
import { expect, inject, test } from "vitest";
import { catalogues } from "../../src/messages/catalogues.ts";
import { createWords } from "../../src/messages/words.ts";
import { measure, toDrawable, toLines } from "../../src/picture/lettering.ts";
import { type Brand, drawBadge, drawIcon, drawRating, drawReview } from "../../src/picture/pictures.ts";

const dist = inject("dist");
const words = createWords({ catalogue: "en-US", page: "en", clock: 12, messages: catalogues["en-US"] });
const brand: Brand = { name: "Fern <b> & Sons", motifs: ["tooth"], colors: () => "#123456", words };
const rate = (rating_value: number, review_count: number) => ({
  rating_value,
  best_rating: 5 as const,
  worst_rating: 1 as const,
  review_count,
  distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": review_count },
});
const face = { weight: "bold", size: 40 } as const;

test("the pictures for shared links are PNGs of 1200 by 630 pixels, each review's of at most 60 KB", async () => {
  const { reviews } = JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")) as {
    reviews: { id: string }[];
  };
  const names = ["og.png", ...reviews.slice(0, 60).map(({ id }) => join("pictures", `${id}.png`))];
  const files = await Promise.all(names.map((name) => readFile(join(dist, name))));
  expect(new Set(files.map((bytes) => bytes.toString("base64"))).size).toBe(files.length);
  for (const [index, png] of files.entries()) {
    expect(png.length, names[index]).toBeLessThan(60_000);
    expect(await sharp(png).metadata(), names[index]).toMatchObject({
      format: "png",
      width: 1200,
      height: 630,
    });
  }
});

test("text is drawn as outlines in the typeface of the headings, so that no picture depends on a machine's fonts", () => {
  const drawings = [
    drawRating(brand, rate(4.24, 230), "a note"),
    drawReview(brand, { rating: 4, text: "Good work.", author: "Ann B.", facts: "May 4, 2026" }),
    drawBadge(brand, rate(4.24, 230)),
    drawIcon(brand),
  ];
  for (const svg of drawings) {
    expect(() => new XMLParser().parse(svg, true)).not.toThrow();
    expect(svg).not.toMatch(/<text|font-family/);
    expect(svg).not.toContain("<b>");
  }
});

test("another rating, name or text gives another picture, and the same one the same bytes", () => {
  const draw = (value: number, name = "Fern") => drawRating({ ...brand, name }, rate(value, 9), "");
  expect(draw(4.24)).toBe(draw(4.24));
  expect(draw(4.25)).not.toBe(draw(4.24));
  expect(draw(4.24, "Gründlich")).not.toBe(draw(4.24));
  const review = (text: string) => drawReview(brand, { rating: 5, text, author: "Ann B.", facts: "" });
  expect(review("Good work.")).not.toBe(review("Good word."));
  expect(review("Très bien")).not.toBe(review("Tres bien"));
});

test.each([
  ["Šárka’s café & Straße", "Šárka’s café & Straße"],
  ["芝生の手入れ", ""],
  ["Great 👍 work", "Great work"],
  ["ok 芝生の手入れ", ""],
])("of %j the letters %j are drawn: nothing where half of it would be missing", (text, drawn) => {
  expect(toDrawable(text)).toBe(drawn);
});

test("a text is cut between words into lines that fit, and what does not fit ends in an ellipsis", () => {
  const space = { within: 500, most: 3 };
  const text =
    "They came on time and did a very good job of the garden and left no leaf behind them anywhere";
  const lines = toLines(text, face, space);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(measure(line, face)).toBeLessThanOrEqual(space.within);
  expect(text.startsWith(lines.join(" ").replace("…", ""))).toBe(true);
  expect(lines.at(-1)).toMatch(/\w…$/);
  expect(toLines("Two words", face, space)).toEqual(["Two words"]);
  const [endless = ""] = toLines("x".repeat(500), face, { within: 500, most: 1 });
  expect(endless).toMatch(/^x+…$/);
  expect(measure(endless, face)).toBeLessThanOrEqual(500);
});

test.each([
  [4.24, 230, "4.24 · 230 verified reviews"],
  [5, 1, "5.00 · 1 verified review"],
  [0, 0, "No reviews yet"],
])("the badge of %s from %s reviews says %j", (value, count, said) => {
  const { svg } = new XMLParser().parse(drawBadge(brand, rate(value, count)), true) as {
    svg: { title: string };
  };
  expect(svg.title).toBe(`Fern <b> & Sons: ${said}`);
});

test("the icon shows the letter that a business is known by, not that of its article", () => {
  const icon = (name: string) => drawIcon({ ...brand, name });
  expect(icon("The Gull & Anchor")).toBe(icon("Gull"));
  expect(icon("theo's garage")).toBe(icon("Theo"));
  expect(icon("Das Haus")).not.toBe(icon("Das"));
});
