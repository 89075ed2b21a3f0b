import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { lawnSite } from "../lawn-site.ts";

const methodOf = (trade: string | undefined) =>
  analyse({ ...lawnSite, business: { ...lawnSite.business, trade }, reviews: [] }).insights.method;

test("the method lists what was measured: set, trade, size, and how it stands in reviews of few stars", () => {
  const { measured } = methodOf("Dentist");
  expect(measured.length).toBeGreaterThan(5);
  expect(new Set(measured.map(({ set }) => set)).size).toBeGreaterThan(3);
  for (const { size, f1, accuracy } of measured) {
    expect(size).toBeGreaterThan(20);
    expect(f1 ?? accuracy).toBeGreaterThan(0.4);
  }
  expect(measured.some(({ low_star_f1: low }) => low !== undefined)).toBe(true);
});

test("the description says what makes a topic", () => {
  expect(methodOf("Plumbing").description).toMatch(
    /A topic of kind phrase is .* than in those of other trades/,
  );
});

test("the description says each figure of the list", () => {
  const { measured, description } = methodOf("Dentist");
  for (const { set, trade, size } of measured) expect(description).toContain(`${set}, ${trade} (${size} `);
  expect(description).toMatch(/% in reviews of one and two stars/);
});

describe("a business's trade", () => {
  test.each([
    "Doctor",
    "Family doctor",
    "Hotel",
    "Boutique hotel",
    "Restaurant",
    "Nail salon",
    "Nail salon and spa",
    "Doctors & dentists",
    "Lawn care",
  ])("%s was measured", (name) => {
    const { trade, description } = methodOf(name);
    expect(trade).toEqual({ name, measured: true });
    expect(description).toContain(`Of this business's trade, ${name}, `);
  });

  test.each([
    "Plumbing",
    "Dentist",
    "Auto repair",
    "Dog walking",
    "Home services",
    "Laser hair removal",
    "Lawn mower repair",
    "Restaurant equipment repair",
    "Hotel cleaning",
    "Heating oil delivery",
  ])("%s was not, and that is said", (name) => {
    const { trade, description } = methodOf(name);
    expect(trade).toEqual({ name, measured: false });
    expect(description).toContain(`In this business's trade, ${name}, nothing was measured`);
  });

  test("that the owner does not name is not guessed", () => {
    const { trade, description } = methodOf(undefined);
    expect(trade).toBeUndefined();
    expect(description).toContain("in a trade that is not among these, nothing was measured");
  });
});

test("the method states the licence of the figures: the owner's, or else the default", () => {
  const own = { name: "ODbL 1.0", url: "https://opendatacommons.org/licenses/odbl/1-0/" };
  const { business } = lawnSite;
  const of = (data_licence: typeof own | undefined) =>
    analyse({ ...lawnSite, business: { ...business, data_licence }, reviews: [] }).insights.method
      .data_licence;
  expect(of(own)).toEqual(own);
  expect(of(undefined)?.name).toBe("CC BY 4.0");
});
