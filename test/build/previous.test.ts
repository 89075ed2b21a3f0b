import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "../../scripts/site-build/files.ts";
import { isSameBusiness } from "../../scripts/site-build/previous-deploy.ts";
import { placeholders } from "../../scripts/init/questions.ts";
import { redactReview } from "../../scripts/redact.ts";
import { review, soundFile, writeContent } from "../content/content-folder.ts";
import { build, expectRefusal } from "./builds.ts";
import { hashedOf, reviewsOf, serve } from "./live-folder.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("a withdrawn review that would return stops the build with its id", async () => {
  const [live, out] = [await temporaryFolder(), await temporaryFolder()];
  const content = await writeContent({ "reviews/more.yaml": review({ text: "Delete me." }) });
  const old = join(await temporaryFolder(), "content");
  await cp(content, old, { recursive: true });
  await writeFile(join(content, "reviews/more.yaml"), "- { id: r3, removed_at: 2026-06-01 }\n");
  await build({ content, out: live });
  const { address } = await serve(live);
  for (const PREVIOUS of [live, address]) {
    const issue = "more.yaml:1: id of r3 belongs to a review that the site withdrew on 2026-06-01";
    await expectRefusal({ content: old, out, env: { PREVIOUS } }, issue);
  }
  expect(listFiles(out)).toEqual([]);

  // A state of content without the review and without its tombstone cannot undo the tombstone either.
  await rm(join(old, "reviews/more.yaml"));
  const output = await build({ content: old, out, env: { PREVIOUS: address } });
  expect(output).toContain("content has no tombstone of r3, which the site withdrew on 2026-06-01");
  expect((await reviewsOf(out)).removed).toEqual([{ id: "r3", removed_at: "2026-06-01" }]);
});

test("the build of another business in the same place is named, and neither followed nor in the way", async () => {
  const out = await temporaryFolder();
  const gone = { "reviews/more.yaml": review({ id: "r3" }) };
  await build({ content: await writeContent(gone), out });
  const tombstone = { "reviews/more.yaml": "- { id: r3, removed_at: 2026-06-01 }\n" };
  await build({ content: await writeContent(tombstone), out });
  expect((await reviewsOf(out)).removed).toHaveLength(1);

  const real = soundFile("business.yaml").replace("fictional: true\n", "");
  const business = real.replace("Fern & Sons", "Bright Smile");
  const own = await writeContent({ ...gone, "business.yaml": business });
  const output = await build({ content: own, out });
  expect(output).toContain("shows another business, Fern & Sons: this build does not follow it");
  const { reviews, removed } = await reviewsOf(out);
  expect([reviews.length, removed]).toEqual([3, []]);
  expect(listFiles(out)).not.toContain("/purge.txt");
  expect(await build({ content: own, out })).not.toContain("another business");
});

test("following a live address, one edit and a withheld review raise no alarm, and no old copy goes", async () => {
  const live = await temporaryFolder();
  const withheld = review({ id: "kept-back", withheld: "off-topic", text: "Never shown." });
  const content = await writeContent({ "reviews/more.yaml": withheld });
  const hashed: string[] = [];
  for (const title of ["one", "two"]) {
    await writeFile(join(content, "reviews/edited.yaml"), review({ id: "r4", title, updated: "2026-05-04" }));
    await build({ content, out: live });
    hashed.push(await hashedOf(live));
  }
  const third = review({ id: "r4", title: "three", updated: "2026-05-05" });
  await writeFile(join(content, "reviews/edited.yaml"), third);
  const { address, asked } = await serve(live);
  const out = await temporaryFolder();
  for (let times = 0; times < 2; times += 1) {
    asked.length = 0;
    expect(await build({ content, out, env: { PREVIOUS: address } })).not.toContain("purge");
    expect(listFiles(out)).toEqual(expect.arrayContaining(hashed));
    expect(listFiles(out)).not.toContain("/purge.txt");
    // Files that many parts of a build need are fetched once.
    expect(asked.filter(({ path }) => path === hashed.at(-1)).length).toBeLessThanOrEqual(2);
  }
  await redactReview(["r4", "--reason", "erasure", "--content", content, "--dist", address]);
  // Astro's roots have a link to all packages.
  const left = listFiles(".build").filter((path) => !path.includes("/node_modules/"));
  expect(left.filter((path) => /previous|redact/.test(path))).toEqual([]);
});

test("a business keeps its memory under a new name, number or address, but not under all of them", () => {
  const before = { name: "Fern", telephone: "+1 555 010 0199", email: "a@fern.example", fictional: false };
  const other = { name: "Moss", telephone: "+1 555 010 0111", email: "b@moss.example", fictional: false };
  expect(isSameBusiness(before, { ...other, name: "Fern" }, false)).toBe(true);
  expect(isSameBusiness(before, { ...before, name: "Moss" }, false)).toBe(true);
  expect(isSameBusiness(before, { ...other, email: before.email }, false)).toBe(true);
  expect(isSameBusiness(before, other, true)).toBe(true);
  expect(isSameBusiness(before, other, false)).toBe(false);
  expect(isSameBusiness({ ...before, fictional: true }, other, true)).toBe(false);
  const { telephone, email } = placeholders;
  expect(isSameBusiness({ ...before, telephone, email }, { ...other, telephone, email }, false)).toBe(false);
});

test("redact looks for what to purge where PREVIOUS says, and claims nothing without it", async () => {
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
});
