import { expect, test } from "vitest";
import { buildAnalysis, buildEntry, buildSite } from "../../publish/fixture.ts";
import { createFigures } from "../../../src/insights/figures/figures.ts";
import { resolveName } from "../../../src/schema/names.ts";

const technicians = [
  { id: "sam", name: "Sam Ortiz", aliases: [] },
  { id: "ann", name: "Ann Bell", aliases: ["Sam"] },
];

test("an id that is a colleague's alias is meant in figures as in search", () => {
  const site = buildSite([buildEntry({ text: "Sam Ortiz was here." })], { technicians });
  const { insights } = buildAnalysis(site);
  const { count } = createFigures(site, [], insights);
  expect(resolveName(technicians, "sam").map(({ id }) => id)).toEqual(["sam"]);
  expect(count([["technician", "sam"]]).value).toBe(0);
  expect(() => count([["technician", "Nobody"]])).toThrow('there is no technician "Nobody"');
});
