import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, listed, review } from "../lawn-site.ts";
import { idsOf } from "./labelled-entities.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const read = createReviewReader({
  ...lawnSite,
  areas: [
    ...listed(
      "Lincoln, Auburn, Salem, Madison, Surprise, Liberty, Normal, Hershey, Orange, Reading, Palestine",
    ),
    ...listed("Dunmere, Azalea District"),
  ],
});

test.each(table<[string, string[]]>("places"))("%s names the places %j", (text, ids) => {
  expect(idsOf(read(review(text)), "areas")).toEqual(ids);
});
