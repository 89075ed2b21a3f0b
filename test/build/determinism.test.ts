import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build, copyProject, countCalls, differences, readTree } from "./builds.ts";
import { picturePath } from "../../src/schema/review-paths.ts";
import { demonstration } from "../demonstration.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { readManifest } from "../published.ts";

const plain = (path: string) => path.replace(/\.(gz|br)$/, "");
const isPlain = (path: string) => plain(path) === path;

/** The same reviews in other files, in the opposite order. */
async function shuffle(content: string): Promise<void> {
  const folder = join(content, "reviews");
  const entries: string[] = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    entries.push(...text.split(/^(?=- )/m).filter((entry) => entry.startsWith("- ")));
    await rm(join(folder, name));
  }
  const [some, others] = [entries.slice(0, 40), entries.slice(40)];
  await mkdir(join(folder, "older"));
  await writeFile(
    join(folder, "z.yaml"),
    some
      .reverse()
      .map((entry) => `${entry.trimEnd()}\n`)
      .join("\n"),
  );
  await writeFile(
    join(folder, "older", "a.yml"),
    others
      .reverse()
      .map((entry) => `${entry.trimEnd()}\n`)
      .join("\n"),
  );
}

test("the same content gives the same bytes, and a change of one review changes what shows it, nothing else", async () => {
  const folder = await temporaryFolder();
  const project = await copyProject(demonstration);
  const [here, there] = [join(folder, "here"), join(project, "somewhere", "else")];
  const content = join(folder, "content");
  await cp(demonstration, content, { recursive: true });
  await shuffle(join(project, "content"));
  const early = { SOURCE_DATE_EPOCH: "1790000000" };
  await Promise.all([
    build({
      content,
      out: here,
      env: { ...early, TZ: "Pacific/Auckland", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" },
    }),
    build({
      content: "content",
      out: there,
      project,
      env: {
        ...early,
        TZ: "America/Los_Angeles",
        LC_ALL: "C",
        LANG: "C",
        NODE_V8_COVERAGE: join(folder, "calls"),
      },
    }),
  ]);
  const first = await readTree(here);
  expect(differences(first, await readTree(there))).toEqual([]);

  // Everything that grows with the reviews is done once for each.
  const calls = await countCalls(join(folder, "calls"));
  const { length: reviews } = JSON.parse(String(first.get("/reviews.json"))).reviews as unknown[];
  // The two reviews of the examples in OpenAPI are read too.
  const examples = 2;
  const compressed = [...first.keys()].filter((path) => /^\/(?!data\/).*\.gz$/.test(path));
  expect({
    read: calls("load-site.ts", "loadSite"),
    judged: calls("reader.ts", "readReview"),
    pages: calls("review-page.ts", "buildReviewPage"),
    compressed: calls("compressor.ts", "compress"),
  }).toEqual({ read: 1, judged: reviews + examples, pages: reviews, compressed: compressed.length });
  // By finishing, by naming files to web servers and by bringing them to their place.
  expect(calls("files.ts", "listFiles")).toBeLessThanOrEqual(12);

  const file = join(content, "reviews", "2026.yaml");
  const text = await readFile(file, "utf8");
  // The newest, which has a picture of its own: its author stands on all that shows it.
  const [{ id } = { id: "" }] = JSON.parse(String(first.get("/reviews.json"))).reviews as { id: string }[];
  const at = text.indexOf(`- id: ${id}\n`);
  await writeFile(
    file,
    text.slice(0, at) + text.slice(at).replace(/^ {2}author: .*/m, "  author: Zebrafinch Z."),
  );
  await build({ content, out: here, env: { SOURCE_DATE_EPOCH: "1791000000" } });
  const second = await readTree(here);
  // The edit is an entry of the history, which has tests of its own.
  const isHistory = (path: string) => /^\/(?:log|history)\//.test(path);
  const changed = differences(first, second).filter(
    (path) => isPlain(path) && first.has(path) && !isHistory(path),
  );
  const shows = [...second]
    .filter(([path]) => isPlain(path) && !isHistory(path) && !path.startsWith("/data/"))
    .filter(([, bytes]) => /zebrafinch/i.test(bytes.toString()))
    .map(([path]) => path);
  expect(shows).toEqual(expect.arrayContaining(["/reviews.csv", "/reviews.json", "/reviews.ndjson"]));
  // These name documents, or the search index, by hashes and times, or pages by the day of their change; insights may count the words, and the index
  // holds them in a form of its own.
  const index = new Set([
    "/manifest.json",
    "/_headers",
    "/sitemap.xml",
    "/insights.json",
    "/reviews/index.html",
    "/search/index.html",
    "/search-index/words.json",
    // Its example of insights has the newest root of the history.
    "/.well-known/openapi.json",
  ]);
  const isIndex = (path: string) => index.has(path) || path.startsWith("/data/openapi.");
  const drawn = [picturePath(id)];
  expect(first.has(picturePath(id))).toBe(true);
  expect(changed.filter((path) => !isIndex(path))).toEqual(
    [...shows, ...drawn].filter((path) => !isIndex(path)).sort(),
  );
  expect(changed).toContain("/manifest.json");
  expect(first.get("/reviews.json")?.includes(id)).toBe(true);

  for (const { path, last_modified } of (await readManifest(here)).documents) {
    const expected = changed.includes(path) ? "2026-10-03T" : "2026-09-21T";
    expect([path, last_modified.slice(0, 11)]).toEqual([path, expected]);
  }
});
