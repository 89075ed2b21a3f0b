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
type Input = Parameters<typeof planRetention>[1];
const plan = (state: RetentionState, input: Partial<Input>) =>
  planRetention(state, { old: [], current: new Set(), withdrawn: [], now: day(1), limits, ...input });

test("hashed files of earlier builds stay for ten builds", () => {
  let state = none;
  const dist = new Set<string>();
  for (let build = 1; build <= 15; build += 1) {
    const current = `/data/reviews.${build}.json`;
    const { kept, state: next } = plan(state, { old: [...dist], current: new Set([current]) });
    dist.clear();
    for (const path of [...kept, current]) dist.add(path);
    state = next;
  }
  const newest = Array.from({ length: 11 }, (_, at) => `/data/reviews.${at + 5}.json`);
  expect([...dist].sort()).toEqual(newest.sort());
});

test("hashed files of earlier builds stay for thirty days", () => {
  const old = ["/data/reviews.a.json"];
  const at = (before: RetentionState, now: string) =>
    plan(before, { old, current: new Set(["/data/reviews.b.json"]), now });
  const first = at(none, day(1));
  expect(first.kept).toEqual(old);
  expect(at(first.state, day(31)).kept).toEqual(old);
  expect(at(first.state, "2026-06-01T00:00:00Z").kept).toEqual([]);
});

test("building the same again makes nothing older", () => {
  const input = { old: ["/data/a.1.json"], current: new Set(["/data/a.2.json"]) };
  let { state } = plan(none, input);
  for (let build = 0; build < 20; build += 1) ({ state } = plan(state, input));
  expect(state.files["/data/a.1.json"]?.builds).toBe(1);
});

test("what is withdrawn goes at once, and its address stays listed for thirty days", () => {
  const current = new Set(["/data/a.2.json"]);
  const withdrawn = ["/data/a.1.json", "/reviews.json"];
  const gone = plan(none, { old: ["/data/a.1.json"], current, withdrawn });
  expect([gone.kept, gone.purge]).toEqual([[], withdrawn]);
  const later = (now: string) => plan(gone.state, { current, now }).purge;
  expect(later(day(20))).toEqual(withdrawn);
  expect(later("2026-07-01T00:00:00Z")).toEqual([]);
});

test("a tombstone names a review without showing it", () => {
  const shows = (text: string) => showsAny(text, new Set(["r1"]));
  const tombstones = [
    '{"reviews":[],"removed":[{"id":"r1","removed_at":"2026-05-01"}]}',
    '<at:deleted-entry ref="tag:a.example,2026:review/r1" when="2026-05-01T12:00:00Z"/>',
    '"id":"r10" "id":"r1-b" "id":"xr1"',
  ];
  const shown = [
    '{"reviews":[{"id":"r1","text":"x"}]}',
    "<id>tag:a.example,2026:review/r1</id>",
    '"review_id":"r1"',
    "r1,2026-05-01,5",
    '<a href="/reviews/2026-05/#r1">',
  ];
  expect([tombstones.filter(shows), shown.filter(shows)]).toEqual([[], shown]);
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

  const tombstone = "- { id: r3, removed_at: 2026-06-01, reason: erasure }\n";
  await writeFile(join(content, "reviews/more.yaml"), tombstone);
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
  const paths = `${withIt} /reviews.json /reviews/r3/ /pictures/r3.png /api/reviews/search* /api/reviews/since/*`;
  const addresses = paths.split(" ").map((path) => env.BASE_URL + path);
  expect(purge).toEqual(expect.arrayContaining(addresses));
  expect(output).toContain("gone from caches after 11 minutes");
  expect(purge).not.toContain(`https://reviews.example.com${without}`);
  expect(purge).not.toContain("https://reviews.example.com/robots.txt");
  expect(JSON.parse(await readFile(join(out, "reviews.json"), "utf8"))).toMatchObject({
    removed: [{ id: "r3", removed_at: expect.any(String) }],
  });
});
