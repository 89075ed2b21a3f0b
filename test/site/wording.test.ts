import { expect, test } from "vitest";
import {
  toConventions,
  toDayName,
  toHours,
  toMatchedWords,
  toOpinions,
  toTownLine,
} from "../../src/wording.ts";

const day = "2026-05-04";

test.each([
  [{ country: "US" }, "May 4, 2026", "7:30 AM–6 PM"],
  [{ language: "en", country: "US" }, "May 4, 2026", "7:30 AM–6 PM"],
  [{ language: "en-GB", country: "GB" }, "4 May 2026", "07:30–18:00"],
  [{ language: "en", country: "GB" }, "4 May 2026", "07:30–18:00"],
  [{ language: "en-GB", country: "ES" }, "4 May 2026", "07:30–18:00"],
  [{ language: "en-US", country: "ES" }, "May 4, 2026", "7:30 AM–6 PM"],
  [{ language: "en-AU", country: "AU" }, "4 May 2026", "7:30 AM–6 PM"],
  [{ language: "en-ZA", country: "ZA" }, "4 May 2026", "07:30–18:00"],
  [{ language: "he", country: "IL" }, "4 May 2026", "07:30–18:00"],
  [{ language: "es-419", country: "ES" }, "4 May 2026", "07:30–18:00"],
  // No table says how English is written there.
  [{ language: "en", country: "XK" }, "4 May 2026", "07:30–18:00"],
])("dates and hours of %o are written %s and %s", (place, written, hours) => {
  const conventions = toConventions(place);
  expect(toDayName(day, conventions)).toBe(written);
  expect(toHours({ opens: "07:30", closes: "18:00" }, conventions)).toBe(hours);
});

test("noon, midnight and a whole day are said as people say them", () => {
  const american = toConventions({ country: "US" });
  expect(toHours({ opens: "12:00", closes: "00:30" }, american)).toBe("12 PM–12:30 AM");
  expect(toHours({ opens: "00:00", closes: "23:59" }, american)).toBe("24 hours");
  expect(toHours({ opens: "00:00", closes: "00:00" }, toConventions({ country: "GB" }))).toBe("24 hours");
});

test("what shows that customers wrote the reviews reads well, whatever there is of it", () => {
  expect(toMatchedWords(200, 1230)).toBe(
    "200 of 1,230 match a customer in our records; the platform has checked the others",
  );
  expect(toMatchedWords(1, 2)).toBe(
    "1 of 2 matches a customer in our records; the platform has checked the other",
  );
  expect(toMatchedWords(3, 3)).toBe("All 3 match a customer in our records");
  expect(toMatchedWords(1, 1)).toBe("It matches a customer in our records");
  expect(toMatchedWords(0, 40)).toBe("The platforms they come from have checked that customers wrote them");
  expect(toMatchedWords(0, 1)).toBe("Its platform has checked that a customer wrote it");
});

test("one review praises, several praise", () => {
  expect(toOpinions({ positive: 1, negative: 0 })).toBe("1 praises, 0 criticise");
  expect(toOpinions({ positive: 12, negative: 1 })).toBe("12 praise, 1 criticises");
});

test("the postal code stands where letters of the country have it", () => {
  const valencia = { city: "Valencia", region: "Valencia", postal_code: "46001", country: "ES" };
  expect(toTownLine(valencia)).toBe("46001 Valencia");
  const fernwick = { city: "Fernwick", region: "OH", postal_code: "43999", country: "US" };
  expect(toTownLine(fernwick)).toBe("Fernwick, OH 43999");
});
