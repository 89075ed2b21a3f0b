import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "../../scripts/site-build/files.ts";
import { showsAny, planRetention, type RetentionState } from "../../scripts/site-build/retained-files.ts";
import { review, writeContent } from "../content/content-folder.ts";
import { build } from "./builds.ts";
import { hashedOf, serve } from "./live-folder.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { readManifest } from "../published.ts";

const day = (number: number) => `2026-05-${String(number).padStart(2, "0")}T00:00:00Z`;
const limits = { days: 30, builds: 10 };
const none: RetentionState = { files: {}, purged: {} };

test("hashed files of earlier builds stay for ten builds", () => {
  let state = none;
  const dist = new Set<string>();
  for (let build = 1; build <= 15; build += 1) {
    const current = `/data/reviews.${build}.json`;
    const plan = planRetention(state, {
      old: [...dist],
      current: new Set([current]),
      withdrawn: [],
      now: day(1),
      limits,
    });
    dist.clear();
    for (const path of [...plan.kept, current]) dist.add(path);
    state = plan.state;
  }
  expect([...dist].sort()).toEqual(
    Array.from({ length: 11 }, (_, at) => `/data/reviews.${at + 5}.json`).sort(),
  );
});

test("hashed files of earlier builds stay for thirty days", () => {
  const old = ["/data/reviews.a.json"];
  const at = (before: RetentionState, now: string) =>
    planRetention(before, { old, current: new Set(["/data/reviews.b.json"]), withdrawn: [], now, limits });
  const first = at(none, day(1));
  expect(first.kept).toEqual(old);
  expect(at(first.state, day(31)).kept).toEqual(old);
  expect(at(first.state, "2026-06-01T00:00:00Z").kept).toEqual([]);
});

test("building the same again makes nothing older", () => {
  const input = {
    old: ["/data/a.1.json"],
    current: new Set(["/data/a.2.json"]),
    withdrawn: [],
    now: day(1),
    limits,
  };
  let { state } = planRetention(none, input);
  for (let build = 0; build < 20; build += 1) ({ state } = planRetention(state, input));
  expect(state.files["/data/a.1.json"]?.builds).toBe(1);
});

test("what is withdrawn goes at once, and its address stays listed for thirty days", () => {
  const current = new Set(["/data/a.2.json"]);
  const gone = planRetention(none, {
    old: ["/data/a.1.json"],
    current,
    withdrawn: ["/data/a.1.json", "/reviews.json"],
    now: day(1),
    limits,
  });
  expect(gone.kept).toEqual([]);
  expect(gone.purge).toEqual(["/data/a.1.json", "/reviews.json"]);
  const later = (now: string) =>
    planRetention(gone.state, { old: [], current, withdrawn: [], now, limits }).purge;
  expect(later(day(20))).toEqual(["/data/a.1.json", "/reviews.json"]);
  expect(later("2026-07-01T00:00:00Z")).toEqual([]);
});

test("a tombstone names a review without showing it", () => {
  const ids = new Set(["r1"]);
  expect(showsAny('{"reviews":[],"removed":[{"id":"r1","removed_at":"2026-05-01"}]}', ids)).toBe(false);
  expect(
    showsAny('<at:deleted-entry ref="tag:a.example,2026:review/r1" when="2026-05-01T12:00:00Z"/>', ids),
  ).toBe(false);
  expect(showsAny('{"reviews":[{"id":"r1","text":"x"}]}', ids)).toBe(true);
  expect(showsAny("<id>tag:a.example,2026:review/r1</id>", ids)).toBe(true);
  expect(showsAny('"review_id":"r1"', ids)).toBe(true);
  expect(showsAny("r1,2026-05-01,5", ids)).toBe(true);
  expect(showsAny('<a href="/reviews/2026-05/#r1">', ids)).toBe(true);
  expect(showsAny('"id":"r10" "id":"r1-b" "id":"xr1"', ids)).toBe(false);
});

test("the copies that showed a removed review are deleted and listed, the others stay", async () => {
  const [live, out] = [await temporaryFolder(), await temporaryFolder()];
  const content = await writeContent();
  await build({ content, out: live });
  const without = await hashedOf(live);
  await writeFile(join(content, "reviews/more.yaml"), review({ text: "Delete me, please." }));
  await build({ content, out: live });
  const withIt = await hashedOf(live);
  expect(listFiles(live)).toEqual(expect.arrayContaining([without, withIt, `${without}.gz`]));

  await writeFile(
    join(content, "reviews/more.yaml"),
    "- { id: r3, removed_at: 2026-06-01, reason: erasure }\n",
  );
  // On another machine, which knows the deploy by its address alone.
  const { address } = await serve(live);
  const env = { BASE_URL: "https://reviews.example.com", PREVIOUS: address };
  const output = await build({ content, out, env });
  expect(output).toContain("purge.txt");
  const files = listFiles(out);
  expect(files).toEqual(expect.arrayContaining([without, `${without}.gz`, `${without}.br`]));
  expect(Object.keys((await readManifest(out)).earlier ?? {})).toContain(without);
  for (const path of files) {
    const bytes = await readFile(join(out, path));
    expect([path, bytes.includes("Delete me")]).toEqual([path, false]);
  }
  expect(files.filter((path) => path.startsWith(withIt))).toEqual([]);
  const purge = (await readFile(join(out, "purge.txt"), "utf8")).trimEnd().split("\n");
  expect(purge).toEqual(
    expect.arrayContaining([
      `https://reviews.example.com${withIt}`,
      "https://reviews.example.com/reviews.json",
      "https://reviews.example.com/reviews/r3/",
      "https://reviews.example.com/pictures/r3.png",
      "https://reviews.example.com/api/reviews/search*",
      "https://reviews.example.com/api/reviews/since/*",
    ]),
  );
  expect(output).toContain("gone from caches after 11 minutes");
  expect(purge).not.toContain(`https://reviews.example.com${without}`);
  expect(purge).not.toContain("https://reviews.example.com/robots.txt");
  expect(JSON.parse(await readFile(join(out, "reviews.json"), "utf8"))).toMatchObject({
    removed: [{ id: "r3", removed_at: expect.any(String) }],
  });
});
