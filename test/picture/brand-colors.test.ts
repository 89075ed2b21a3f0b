import fc from "fast-check";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildBrandColors, dressTokens } from "../../src/picture/brand-colors.ts";
import { BusinessEntry } from "../../src/schema/business.ts";
import { contrast, toHex, toLch } from "../../src/schema/color.ts";

const tokens = await readFile(join(import.meta.dirname, "../../src/styles/tokens.css"), "utf8");
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const { brand: Brand } = BusinessEntry.shape;

test.each([
  ["#ffffff", "#000000", 21],
  ["#767676", "#ffffff", 4.54],
  ["#1d6b45", "#1d6b45", 1],
])("the contrast of %s and %s is %s", (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
  expect(contrast(other, one)).toBeCloseTo(expected, 2);
});

test("a color is the same after a way through lightness, chroma and hue", () => {
  fc.assert(fc.property(hex, (color) => toHex(toLch(color)) === color));
});

test("whatever color an owner may choose, all words are readable, by day and by night", () => {
  fc.assert(
    fc.property(hex, (color) => {
      fc.pre(Brand.safeParse({ color }).success);
      const { light, dark } = buildBrandColors(color);
      for (const colors of [light, dark]) {
        const of = (name: string) => colors[name] ?? "";
        for (const ground of ["paper", "surface", "sunk", "tint"])
          for (const words of ["ink", "muted", "green"])
            expect(contrast(of(words), of(ground)), `${color}: ${words} on ${ground}`).toBeGreaterThanOrEqual(
              4.5,
            );
        expect(contrast(of("on-green"), of("green")), color).toBeGreaterThanOrEqual(4.5);
        for (const face of [0, 1, 2, 3, 4])
          expect(contrast(of("ink"), of(`face-${face}`)), `${color}: ${face}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test("a color that is too pale is refused with one of the same kind that is not", () => {
  const issue = Brand.safeParse({ color: "#FFE100" }).error?.issues[0];
  expect(issue?.message).toMatch(
    /^is too pale .* white is 1\.3, at least 3 is needed; #[0-9a-f]{6} is the same/,
  );
  const [better = ""] = /#[0-9a-f]{6}/.exec(issue?.message ?? "") ?? [];
  expect(Brand.safeParse({ color: better }).success).toBe(true);
});

test("the style sheet keeps all its rules in the owner's colors, and all its colors without any", () => {
  expect(dressTokens(tokens, undefined)).toBe(tokens);
  const dressed = dressTokens(tokens, "#0b6bcb");
  const { light, dark } = buildBrandColors("#0b6bcb");
  const plain = (css: string) => css.replace(/#[0-9a-f]{6}/g, "#");
  expect(plain(dressed)).toBe(plain(tokens));
  const [day = "", night = ""] = dressed.split("@media screen and (prefers-color-scheme: dark)");
  for (const [part, colors] of [
    [day, light],
    [night, dark],
  ] as const)
    for (const [name, color] of Object.entries(colors)) expect(part).toContain(`--${name}: ${color};`);
});
