import { expect, test } from "vitest";
import { tokenize } from "../../../src/insights/sentences.ts";
import { useOf } from "../../../src/insights/topics/candidates.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

test.each(table<[string, string, string | null]>("uses"))("in «%s», %s is a %s", (sentence, word, use) => {
  const tokens = tokenize(sentence);
  const at = tokens.findIndex((token) => token.word === word);
  expect(useOf(tokens, at)).toBe(use ?? undefined);
});
