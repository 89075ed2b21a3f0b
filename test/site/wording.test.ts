import { expect, test } from "vitest";
import { toTownLine } from "../../src/wording.ts";

test("the postal code stands where letters of the country have it", () => {
  const valencia = { city: "Valencia", region: "Valencia", postal_code: "46001", country: "ES" };
  expect(toTownLine(valencia)).toBe("46001 Valencia");
  const fernwick = { city: "Fernwick", region: "OH", postal_code: "43999", country: "US" };
  expect(toTownLine(fernwick)).toBe("Fernwick, OH 43999");
});
