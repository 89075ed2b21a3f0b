import { expect, test } from "vitest";
import { toTelephone, toTownLine } from "../../src/wording.ts";

test("the postal code stands where letters of the country have it", () => {
  const valencia = { city: "Valencia", region: "Valencia", postal_code: "46001", country: "ES" };
  expect(toTownLine(valencia)).toBe("46001 Valencia");
  const fernwick = { city: "Fernwick", region: "OH", postal_code: "43999", country: "US" };
  expect(toTownLine(fernwick)).toBe("Fernwick, OH 43999");
});

test.each([
  ["+1 614 555 0142", "US", "(614) 555-0142"],
  ["+1 (416) 555-0142", "CA", "(416) 555-0142"],
  ["+1 614 555 0142", "DE", "+1 614 555 0142"],
  ["+49 30 5550142", "US", "+49 30 5550142"],
  ["+1 614 555 0142 7", "US", "+1 614 555 0142 7"],
])("the telephone number %s is written in %s as %s", (telephone, country, shown) => {
  expect(toTelephone({ telephone, address: { country } })).toBe(shown);
});
