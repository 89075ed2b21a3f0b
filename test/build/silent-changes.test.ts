import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { review, writeContent } from "../content/content-folder.ts";
import { build, temporaryFolder } from "./builds.ts";

test(
  "a review that changed, or is gone, without a date that tells those who hold a copy is named",
  { timeout: 600_000 },
  async () => {
    const out = await temporaryFolder();
    const content = await writeContent();
    const write = (...reviews: string[]) => writeFile(join(content, "reviews/more.yaml"), reviews.join(""));
    const named = (output: string) => output.match(/will not hear that .*/g);
    await write(review({}), review({ id: "r4" }), review({ id: "r5" }), review({ id: "r6" }));
    expect(named(await build({ content, out }))).toBe(null);

    const tombstone = "- { id: r6, removed_at: 2026-06-01 }\n";
    await write(review({ text: "Bad." }), review({ id: "r4", withheld: "duplicate" }), tombstone);
    expect(named(await build({ content, out }))?.sort()).toEqual([
      expect.stringMatching(/^will not hear that r3 was changed: give it "updated: \d{4}-\d\d-\d\d"$/),
      "will not hear that r4 is gone: withdraw it with npm run redact -- r4",
      "will not hear that r5 is gone: withdraw it with npm run redact -- r5",
    ]);

    await write(review({ text: "Good.", updated: "2026-06-02" }), tombstone);
    expect(named(await build({ content, out }))).toBe(null);
  },
);
