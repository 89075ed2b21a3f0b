import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { idsOf } from "./labelled-entities.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

const names =
  "Lincoln, Auburn, Salem, Madison, Surprise, Liberty, Normal, Hershey, Orange, Reading, Palestine, Dunmere, Azalea District".split(
    ", ",
  );
const read = createReviewReader({
  ...lawnSite,
  areas: names.map((name) => ({
    id: name.toLowerCase().split(" ")[0] ?? "",
    name,
    region: "Nebraska",
    aliases: [],
  })),
});

test.each(table<[string, string[]]>("places"))("%s names the places %j", (text, ids) => {
  expect(idsOf(read(review(text)), "areas")).toEqual(ids);
});
