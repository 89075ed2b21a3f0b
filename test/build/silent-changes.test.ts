import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { review, writeContent } from "../content/content-folder.ts";
import { build } from "./builds.ts";
import { readDataset } from "../published.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("what the previous deploy did not show says the day of the build, and a review that is gone without a word is named", async () => {
  const out = await temporaryFolder();
  const content = await writeContent();
  const write = (...reviews: string[]) => writeFile(join(content, "reviews/more.yaml"), reviews.join(""));
  const named = (output: string) => output.match(/warning: \S+ is gone.*/g);
  const buildOn = (day: string) =>
    build({ content, out, env: { SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) } });
  const published = async () => {
    const { reviews } = await readDataset(out);
    return Object.fromEntries(reviews.map(({ id, published, changed }) => [id, published ?? changed]));
  };
  await write(review({}), review({ id: "r4" }), review({ id: "r5" }), review({ id: "r6" }));
  expect(named(await buildOn("2026-06-01"))).toBe(null);
  expect(Object.values(await published()).filter(Boolean)).toEqual([]);

  const tombstone = "- { id: r6, removed_at: 2026-06-01 }\n";
  const withheld = review({ id: "r4", withheld: "duplicate" });
  await write(review({ text: "Bad." }), withheld, review({ id: "r7" }), tombstone);
  expect(named(await buildOn("2026-06-08"))?.sort()).toEqual([
    "warning: r4 is gone, and whoever keeps a copy of the reviews keeps it: withdraw it with npm run redact -- r4",
    "warning: r5 is gone, and whoever keeps a copy of the reviews keeps it: withdraw it with npm run redact -- r5",
  ]);
  const days = await published();
  expect(days).toMatchObject({ r3: "2026-06-08", r7: "2026-06-08" });

  expect(named(await buildOn("2026-06-09"))).toBe(null);
  expect(await published()).toEqual(days);
});
