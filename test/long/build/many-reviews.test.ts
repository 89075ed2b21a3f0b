import { join } from "node:path";
import { expect, test } from "vitest";
import { runBuild } from "../../../scripts/bench/build.ts";
import { writeGeneratedContent } from "../../../scripts/bench/generate-content.ts";
import { listFiles } from "../../../scripts/site-build/files.ts";
import { listPageSize, maxListPages } from "../../../src/publish/review-lists.ts";
import { reviewsOf } from "../../build/live-folder.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const count = 10_000;

test(`${count} reviews build with a page for each, and lists of bounded length`, async () => {
  const folder = await temporaryFolder();
  const [content, dist] = [join(folder, "content"), join(folder, "dist")];
  await writeGeneratedContent(content, count);
  // Vitest sets an address of its own.
  const { seconds, cpu, peak } = await runBuild(content, dist, { BASE_URL: "https://reviews.example.com" });
  // Printed, not demanded: how long it takes is the machine's.
  console.log(
    `${count} reviews: ${seconds} s, ${cpu} s of CPU, ${Math.round(peak / 1024 / 1024)} MiB at the peak`,
  );

  const pages = listFiles(dist).filter((path) => path.endsWith("/index.html"));
  const ids = (await reviewsOf(dist)).reviews.map(({ id }) => id);
  expect(ids).toHaveLength(count);
  const there = new Set(pages);
  expect(ids.filter((id) => !there.has(`/reviews/${id}/index.html`))).toEqual([]);

  const lists = Map.groupBy(
    pages.flatMap((path) => /^\/reviews\/[a-z]+\/[^/]+\//.exec(path)?.[0] ?? []),
    (list) => list,
  );
  expect(lists.size).toBeGreaterThan(20);
  expect(count).toBeGreaterThan(maxListPages * listPageSize);
  expect(Math.max(...[...lists.values()].map((list) => list.length))).toBe(maxListPages);
});
