import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  buildTables,
  drawPlots,
  fitExponent,
  growsTooFast,
  type Series,
} from "../../scripts/bench/growth-report.ts";

const sizes = [100, 1_000, 10_000, 100_000];
const of = (cost: (size: number) => number): Series["points"] => sizes.map((size) => [size, cost(size)]);

test("the exponent of c·nᵏ is k", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 1000, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (factor, exponent) => {
        expect(fitExponent(of((size) => factor * size ** exponent))).toBeCloseTo(exponent, 6);
      },
    ),
  );
  expect(fitExponent(of((size) => size).slice(0, 1))).toBeUndefined();
  expect(fitExponent(of(() => 0))).toBeUndefined();
});

test.each<[string, boolean, (size: number) => number]>([
  ["does not depend on the size", false, () => 7],
  ["is in proportion to the size", false, (size) => 3 * size],
  [
    "is n log n, and a fifth more at the last size",
    false,
    (size) => size * Math.log(size) * (size < 1e5 ? 1 : 1.2),
  ],
  ["stops growing at a limit", false, (size) => Math.min(size, 20_000)],
  ["is n to the power of 1.2", true, (size) => size ** 1.2],
  ["is the square, hidden at first by what it costs at all", true, (size) => 1e7 + size ** 2],
])("growth that %s is too fast: %s", (_, expected, cost) => {
  expect(growsTooFast(of(cost))).toBe(expected);
});

const series: Series[] = [
  {
    name: "build, s",
    of: "reviews",
    points: [
      [100, 3],
      [1_000, 31.26],
    ],
  },
  {
    name: "twice",
    of: "subscriptions",
    points: [
      [100, 0],
      [1_000, 0],
    ],
  },
  {
    name: "slow, ms",
    of: "subscriptions",
    points: [
      [100, 0.0512],
      [1_000, 1_234],
    ],
  },
];

test("tables have a row for each figure, the exponent, and say what grows too fast", () => {
  expect(buildTables(series)).toBe(`|reviews|100|1,000|exponent|
|---|---:|---:|---:|
|build, s|3|31|1.02|

|subscriptions|100|1,000|exponent|
|---|---:|---:|---:|
|twice|0|0|–|
|slow, ms|0.051|1,234|4.38 (too fast)|`);
});

test("plots are drawings with a panel for each figure that is not nothing", () => {
  const svg = drawPlots([{ name: "in proportion", of: "reviews", points: of((size) => size) }, ...series]);
  expect(XMLValidator.validate(svg)).toBe(true);
  const { g } = new XMLParser().parse(svg).svg as { g: { text: string[] }[] };
  expect(g.map(({ text }) => text[0])).toEqual(["in proportion", "build, s", "slow, ms"]);
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});
