import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { toPng } from "../../src/picture/raster.ts";
import { createReviewPictures } from "../../src/picture/review-picture.ts";
import { buildRatingPicture } from "../../src/picture/rating-picture.ts";

const palette = {
  paper: [250, 246, 238],
  sunk: [242, 236, 223],
  rule: [220, 211, 193],
  ink: [27, 42, 33],
  muted: [86, 97, 88],
  green: [29, 91, 60],
  amber: [196, 118, 0],
  "star-empty": [217, 208, 189],
} as const;
const rating = {
  rating_value: 4.24,
  best_rating: 5,
  worst_rating: 1,
  review_count: 230,
  distribution: { "1": 13, "2": 18, "3": 14, "4": 41, "5": 144 },
} as const;

test("the picture for shared links is a PNG of 1200 by 630 pixels", async () => {
  const png = await readFile(join(inject("dist"), "og.png"));
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const start = png.indexOf("IDAT") + 4;
  expect(inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)))).toHaveLength(
    630 * (1200 * 3 + 1),
  );
});

test("the same rating gives the same bytes, and another rating others", () => {
  const draw = (value: number, name = "Greenhollow Lawn Care") =>
    createHash("sha256")
      .update(toPng(buildRatingPicture(name, { ...rating, rating_value: value }, palette)))
      .digest("hex");
  expect(draw(4.24)).toBe(draw(4.24));
  expect(draw(4.25)).not.toBe(draw(4.24));
  expect(draw(4.24, "Gründlich & Söhne")).not.toBe(draw(4.24));
});

test("a name in letters that cannot be drawn leaves its place empty", () => {
  const canvas = buildRatingPicture("芝生の手入れ", rating, palette);
  expect([...canvas.pixels.subarray((100 * 1200 + 90) * 3, (100 * 1200 + 90) * 3 + 3)]).toEqual([
    ...palette.paper,
  ]);
});

test("each of the newest reviews has a picture of its own, with its stars, words and name, of at most 40 KB", async () => {
  const dist = inject("dist");
  const { reviews } = JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")) as {
    reviews: { id: string }[];
  };
  const pictures = await Promise.all(
    reviews.slice(0, 300).map(({ id }) => readFile(join(dist, "pictures", `${id}.png`))),
  );
  expect(new Set(pictures.map((bytes) => bytes.toString("base64"))).size).toBe(pictures.length);
  expect(Math.max(...pictures.map(({ length }) => length))).toBeLessThan(40_000);
  for (const png of pictures.slice(0, 5)) {
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const start = png.indexOf("IDAT") + 4;
    expect(inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)))).toHaveLength(630 * 601);
  }
});

test("the words of a review are drawn whole or cut between words, and left out where half would be missing", () => {
  const draw = createReviewPictures("Greenhollow Lawn Care", palette);
  const picture = (text: string) =>
    draw({ rating: 5, text, author: "Ann B.", facts: "May 4, 2026" }).toString("base64");
  expect(picture("Good work.")).not.toBe(picture("Good word."));
  expect(picture("Très bien !")).toBe(picture("Tres bien !"));
  expect(picture("芝生の手入れ")).toBe(picture(""));
  expect(picture(`${"word ".repeat(80)}end`)).toBe(picture(`${"word ".repeat(90)}other`));
  expect(picture("x".repeat(5_000)).length).toBeGreaterThan(1_000);
});

test("a picture without any review is drawn all the same", () => {
  const none = {
    ...rating,
    rating_value: 0,
    review_count: 0,
    distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 },
  };
  expect(toPng(buildRatingPicture("New", none, palette)).length).toBeGreaterThan(1000);
});
