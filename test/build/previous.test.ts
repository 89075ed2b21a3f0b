import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "../../scripts/build/files.ts";
import { redactReview } from "../../scripts/redact.ts";
import { review, writeContent } from "../content/content-folder.ts";
import { build, runBuild, temporaryFolder } from "./builds.ts";
import { hashedOf, reviewsOf, serve } from "./live-folder.ts";

test("a withdrawn review that would return stops the build with its id", { timeout: 120_000 }, async () => {
  const [live, out] = [await temporaryFolder(), await temporaryFolder()];
  const content = await writeContent({ "reviews/more.yaml": review({ text: "Delete me." }) });
  const old = join(await temporaryFolder(), "content");
  await cp(content, old, { recursive: true });
  await writeFile(join(content, "reviews/more.yaml"), "- { id: r3, removed_at: 2026-06-01 }\n");
  await build({ content, out: live });
  const { address } = await serve(live);
  for (const PREVIOUS of [live, address]) {
    const { code, output } = await runBuild({ content: old, out, env: { PREVIOUS } });
    expect(code).toBe(1);
    expect(output).toMatch(/more\.yaml:1: id of r3 belongs to a review that the site withdrew on 2026-06-01/);
    expect(output).not.toMatch(/^\s+at /m);
  }
  expect(await listFiles(out)).toEqual([]);

  // A state of content without the review and without its tombstone cannot undo the tombstone either.
  await rm(join(old, "reviews/more.yaml"));
  const output = await build({ content: old, out, env: { PREVIOUS: address } });
  expect(output).toContain("content has no tombstone of r3, which the site withdrew on 2026-06-01");
  expect((await reviewsOf(out)).removed).toEqual([{ id: "r3", removed_at: "2026-06-01" }]);
});

test(
  "redact looks for what to purge where PREVIOUS says, and claims nothing without it",
  { timeout: 120_000 },
  async () => {
    const live = await temporaryFolder();
    const content = await writeContent({ "reviews/more.yaml": review({ id: "r3" }) });
    await build({ content, out: live });
    const { address } = await serve(live);
    const redact = (id: string, dist: string) =>
      redactReview([id, "--reason", "erasure", "--content", content, "--dist", dist]);
    const said = await redact("r3", address);
    expect(said).toContain(`${address}/reviews/2026-05/`);
    expect(said).toContain(`${address}${await hashedOf(live)}`);
    expect(said).toMatch(/search and .*since.*11 minutes/);
    expect(said).toMatch(/git filter-repo --force --invert-paths/);
    expect(await redact("r1", await temporaryFolder())).toContain("What to purge is not known");
  },
);
