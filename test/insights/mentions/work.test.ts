import { expect, test } from "vitest";
import { findWork, indexWork, toWork } from "../../../src/insights/mentions/service-terms.ts";
import { tokenize } from "../../../src/insights/sentences.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const index = indexWork([
  ["fit", [toWork(["fit"], ["tire"], ["winter"])]],
  ["patch", [toWork(["patch"], ["pipe", "leak"])]],
  ["cut", [toWork(["cut"], ["hair"])]],
  ["color", [toWork(["color"], ["hair"])]],
]);
const workIn = (text: string): string[] => {
  const tokens = tokenize(text);
  return findWork(index, tokens).map(
    ({ id, first, end, hits }) =>
      `${id}: ${text.slice(tokens[first]!.from, tokens[end - 1]!.to)} (${hits.map((at) => tokens[at]!.word).join(", ")})`,
  );
};

test.each(table<[string, string[]]>("work"))("%s", (text, work) => expect(workIn(text)).toEqual(work));
