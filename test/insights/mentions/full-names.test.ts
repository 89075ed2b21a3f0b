import { expect, test } from "vitest";
import { createMatcher } from "../../../src/insights/mentions/matcher.ts";
import { findMentions } from "../../../src/insights/mentions/mentions.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import { lawnSite } from "../lawn-site.ts";

// A capital before or after a first name makes it somebody else's, unless the word is one that stands beside names.
test.each([
  ["We saw Will Ferrell there.", ""],
  ["We saw Will, Ferrell too.", "will"],
  ["We saw Will Did it.", "will"],
  ["We saw Will ROCKS.", "will"],
  ["We like Will A lot.", "will"],
  ["We like Will A. lot.", ""],
  ["We like Will K. there.", ""],
  ["We like Will's K's there.", ""],
  ["We like Grant Manager there.", "grant"],
  ["We like Will Fernwick there.", "will"],
  ["We like Will Great there.", "will"],
  ["He met Hugh Grant there.", ""],
  ["Hugh Grant came.", ""],
  ["Thanks Grant came.", "grant"],
  ["Then Hugh Grant came.", ""],
  ["Ulysses S. Grant came.", ""],
  ["Then Xyl Grant came.", ""],
  ["We love Xyl Grant here.", ""],
  ["We love, Xyl Grant here.", "grant"],
  ['"Xyl Grant came.', "grant"],
  ["We love XYL Grant here.", "grant"],
  ["We love Technician Grant here.", "grant"],
  ["We love Dr Grant here.", "grant"],
  ["We love Fernwick Grant here.", "grant"],
  ["We love Teo Grant here.", "teo grant"],
])("%s names %j", (text, ids) => {
  const { mentions } = findMentions(createMatcher(lawnSite), prepareText(text));
  const people = mentions.filter(({ kind }) => kind === "technicians");
  expect(people.map(({ id }) => id).join(" ")).toBe(ids);
});
