import { readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { loadMaterial, partOf, toSentences } from "../../scripts/training/material.ts";
import { loadPublicTexts } from "../../scripts/training/public-sets.ts";
import { subjects } from "../../src/insights/subjects.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const material = loadMaterial(undefined);

test("the material is well formed, within its texts, enough, and small", () => {
  expect(material.length).toBeGreaterThan(20_000);
  for (const { text, stars, tags, terms } of material) {
    expect([1, 2, 3, 4, 5], text).toContain(stars);
    for (const { at, subject, sign } of tags ?? [])
      expect(at >= 0 && at <= text.length + 2 && subjects.includes(subject) && "+-~0".includes(sign)).toBe(
        true,
      );
    for (const { from, to, sign } of terms)
      expect(text.slice(from, to).trim() !== "" && "+-0".includes(sign), text).toBe(true);
  }
  const folder = new URL("../../scripts/training/material/", import.meta.url);
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  expect(bytes).toBeLessThan(3_000_000);
});

test("one text in twelve teaches nothing, half of them to report on, wherever it stands", () => {
  const parts = Map.groupBy(material, ({ text }) => partOf(text));
  for (const part of ["fit", "report"] as const)
    expect(parts.get(part)!.length / material.length).toBeCloseTo(1 / 24, 2);
  expect(partOf("Great price.")).toBe(partOf("Great price."));
});

test("a tag belongs to the sentence that ends there, a term to its tokens", () => {
  const text = "Came on time. The price hurt, but the crew was great.";
  const read = toSentences({
    text,
    tags: [
      { at: 13, subject: "time", sign: "+" },
      { at: text.length, subject: "price", sign: "-" },
      { at: text.length, subject: "staff", sign: "~" },
      { at: text.length, subject: "work", sign: "0" },
    ],
    terms: [{ from: text.indexOf("crew"), to: text.indexOf("crew") + 4, sign: "+" }],
  });
  const tagged = read.map(({ tags }) =>
    [...tags!].flatMap((value, at) =>
      value === 1 ? `${subjects[at % subjects.length]}${at < subjects.length ? "+" : "-"}` : [],
    ),
  );
  expect(tagged).toEqual([["time+"], ["staff+", "price-", "staff-"]]);
  expect(read[1]!.terms).toEqual([{ first: 6, end: 7, outcome: 0 }]);
  expect(read[1]!.words.slice(6, 7)).toEqual(["crew"]);
});

test("public sets that are absent teach nothing", async () => {
  expect(loadPublicTexts(await temporaryFolder())).toEqual([]);
});
