import { expect, test } from "vitest";
import { toMatchedWords, toOpinions, toTownLine } from "../../src/wording.ts";

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
