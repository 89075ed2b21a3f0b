import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { lawnSite } from "../lawn-site.ts";

const methodOf = (trade: string | undefined) =>
  analyse({ ...lawnSite, business: { ...lawnSite.business, trade }, reviews: [] }).insights.method;

test("the description says what makes a topic", () => {
  expect(methodOf("Plumbing").description).toMatch(
    /A topic of kind phrase is .* than in those of other trades/,
  );
});

describe("a business's trade", () => {
  test.each(["Hotel", "Boutique hotel"])("%s was measured, and the description says each figure", (name) => {
    const { trade, description, measured } = methodOf(name);
    expect(trade).toEqual({ name, measured: true });
    expect(measured.length).toBeGreaterThan(0);
    for (const { trade: of, verdicts, reviews, right, found, complaints_right: complaints } of measured) {
      expect(description).toContain(
        `Of ${of}, ${verdicts} verdicts of a careful reader on ${reviews} reviews`,
      );
      for (const share of [right, found, complaints])
        expect(description).toContain(`${Math.round(share * 100)} of 100`);
    }
  });

  test.each(
    "Dentist, Plumbing, Lawn care, Auto repair, Dog walking, Home services, Laser hair removal, Lawn mower repair, Restaurant equipment repair, Hotel cleaning, Heating oil delivery".split(
      ", ",
    ),
  )("%s was not: that is said, and no figures of other trades", (name) => {
    const { trade, description, measured } = methodOf(name);
    expect(trade).toEqual({ name, measured: false });
    expect(measured).toEqual([]);
    expect(description).toContain(`In this business's trade, ${name}, nothing was measured`);
    expect(description).not.toMatch(/hotels|of 100 verdicts/);
  });

  test("that the owner does not name is not guessed", () => {
    const { trade, description } = methodOf(undefined);
    expect(trade).toBeUndefined();
    expect(description).toContain("was not measured");
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
