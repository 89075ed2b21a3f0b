import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { etagOf } from "../../../server/data/hashes.ts";
import { createLog } from "../../../server/log.ts";
import { search } from "../../../server/search/search.ts";
import { type SnapshotSource, openSource } from "../../../server/data/source.ts";
import { Manifest } from "../../../src/schema/manifest.ts";
import { SearchQuery } from "../../../src/schema/datasets.ts";
import { buildDataset, buildReview, writeBuild } from "../dataset.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const baseUrl = "http://localhost:3000";
let folder: string;
let source: SnapshotSource | undefined;
let lines: string[];
const log = createLog("info", {
  write: (line) => void lines.push(line),
  pretty: false,
  color: false,
  now: () => 0,
});

beforeEach(async () => {
  lines = [];
  folder = await mkdtemp(join(tmpdir(), "source-"));
});
afterEach(async () => {
  source?.close();
  await rm(folder, { recursive: true, force: true });
});

const one = buildDataset([buildReview({ id: "one", text: "First build." })]);
const two = buildDataset([buildReview({ id: "two", text: "Second build." })]);
const idsOf = (from: SnapshotSource) =>
  search(from.current(), SearchQuery.parse({})).reviews.map(({ id }) => id);

test("a new build is swapped in whole, and listeners are notified once", async () => {
  const first = await writeBuild(folder, one);
  source = await openSource(folder, baseUrl, log);
  const notified: string[] = [];
  source.onChange(({ version }) => notified.push(version));
  const held = source.current();
  expect(held.version).toBe(first);
  const second = await writeBuild(folder, two);
  await source.refresh();
  // Who holds the old one keeps it whole.
  expect(search(held, SearchQuery.parse({ query: "first" })).total).toBe(1);
  expect(held.reviews.get("one")?.text).toBe("First build.");
  await source.refresh();
  expect(idsOf(source)).toEqual(["two"]);
  expect(notified).toEqual([second]);
});

test("without anybody asking, a new build is noticed within seconds", async () => {
  await writeBuild(folder, one);
  source = await openSource(folder, baseUrl, log);
  const { onChange } = source;
  const changed = new Promise((resolve) => onChange(resolve));
  await writeBuild(folder, two);
  await changed;
  expect(idsOf(source)).toEqual(["two"]);
});

test("the memory of what was replaced is given back", async () => {
  await writeBuild(folder, one);
  const opened = await openSource(folder, baseUrl, log);
  source = opened;
  const old = new WeakRef(opened.current().table);
  await writeBuild(folder, two);
  await opened.refresh();
  const isGone = async () => {
    // Within one turn of the event loop a reference that was read is kept.
    await new Promise(setImmediate);
    collectGarbage();
    return old.deref() === undefined;
  };
  await expect.poll(isGone).toBe(true);
});

const manifestOf = async () =>
  JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as {
    version: string;
    documents: { hashed_path: string }[];
  };

const at = (path = "manifest.json") => join(folder, path);
const documentAt = async () => at((await manifestOf()).documents[0]?.hashed_path);
const writeManifest = async (changes: object) =>
  writeFile(at(), JSON.stringify({ ...(await manifestOf()), ...changes }));

test.each([
  ["half-written document", async () => writeFile(await documentAt(), '{"business":'), "hash"],
  ["missing document", async () => rm(await documentAt()), "cannot be read"],
  ["manifest that is truncated", () => writeFile(at(), '{"version": "'), "not JSON"],
  ["manifest of another version", () => writeManifest({ version: "0".repeat(32) }), "version"],
  ["folder without manifest", () => rm(at()), "npm run build"],
])("a %s never replaces what is served, and is reported once", async (_, damage, reason) => {
  await writeBuild(folder, one);
  source = await openSource(folder, baseUrl, log);
  await writeBuild(folder, two);
  await damage();
  await source.refresh();
  await source.refresh();
  expect(idsOf(source)).toEqual(["one"]);
  const reports = lines.filter((line) => line.includes('"snapshot refused"'));
  expect(reports).toHaveLength(1);
  expect(reports[0]).toContain(reason);
  await writeBuild(folder, two);
  await source.refresh();
  expect(idsOf(source)).toEqual(["two"]);
});

/** The documents of the built site, compressed forms included. */
const copyDocuments = async () => {
  await cp(join(inject("dist"), "data"), join(folder, "data"), { recursive: true });
  await cp(join(inject("dist"), "manifest.json"), join(folder, "manifest.json"));
  const { documents } = Manifest.parse(await manifestOf());
  const entry = documents.find(({ path }) => path === "/reviews.json");
  if (entry === undefined) throw new Error("the built site has no /reviews.json");
  return { entry, file: join(folder, entry.hashed_path) };
};
const reviewsOf = (from: SnapshotSource) => from.current().documents.get("/reviews.json");

test("a compressed form with other bytes than the manifest names is left out, of whatever length", async () => {
  const { file } = await copyDocuments();
  for (const ending of [".gz", ".br"]) {
    const bytes = await readFile(file + ending);
    await writeFile(file + ending, bytes.fill(0, 100, 101));
    source = await openSource(folder, baseUrl, log);
    const { gzip, br } = reviewsOf(source) ?? {};
    source.close();
    expect([gzip !== undefined, br !== undefined]).toEqual([false, ending === ".gz"]);
  }
});

test("a document that was only compressed anew is served with its new bytes under its new tag", async () => {
  const { entry, file } = await copyDocuments();
  source = await openSource(folder, baseUrl, log);
  const br = brotliCompressSync(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  await writeFile(`${file}.br`, br);
  const { documents } = Manifest.parse(await manifestOf());
  const encodings = { ...entry.encodings, br: { etag: etagOf(br), bytes: br.length } };
  const changed = documents.map((each) => (each.path === entry.path ? { ...each, encodings } : each));
  await writeManifest({ documents: changed });
  await source.refresh();
  expect(reviewsOf(source)?.entry.encodings.br.etag).toBe(etagOf(br));
  expect(reviewsOf(source)?.br?.equals(br)).toBe(true);
});

test.each([
  ["out of order", [buildReview({ id: "a" }), buildReview({ id: "b" })], "out of order"],
  [
    "with an id twice",
    [buildReview({ id: "a" }), buildReview({ id: "a", date: "2026-01-01" })],
    "two reviews have the id a",
  ],
  ["without a rating", [buildReview({ id: "a", rating: 9 })], "reviews[0].rating"],
])("reviews %s are refused, as no index could serve them", async (_, reviews, reason) => {
  await writeBuild(folder, { ...one, reviews });
  await expect(openSource(folder, baseUrl, log)).rejects.toThrow(reason);
});

test("a build for another address is refused, at the start and later, with what to set", async () => {
  const openApi = (url: string) => ({
    "/.well-known/openapi.json": Buffer.from(JSON.stringify({ servers: [{ url }] })),
  });
  await writeBuild(folder, one, openApi("https://other.example"));
  await expect(openSource(folder, baseUrl, log)).rejects.toThrow(
    `the build in ${folder} was made for https://other.example, not for BASE_URL ${baseUrl}: set BASE_URL=https://other.example, or build it again`,
  );
  const first = await writeBuild(folder, one, openApi(baseUrl));
  source = await openSource(folder, baseUrl, log);
  await writeBuild(folder, two, openApi("https://other.example"));
  await source.refresh();
  expect(source.current().version).toBe(first);
  expect(lines.join("")).toContain("was made for https://other.example");
});

async function serveFolder(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const answer = async ({ url = "", headers }: IncomingMessage, response: ServerResponse) => {
    asked.push(`${url} ${headers["if-none-match"] ?? ""}`.trim());
    const body = await readFile(join(folder, url)).catch(() => undefined);
    const etag = `"${body?.length}-${body?.subarray(12, 44).toString("latin1")}"`;
    if (body === undefined) response.writeHead(404).end();
    else if (headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.writeHead(200, { ETag: etag }).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test("from a URL, the manifest is asked for conditionally and only new documents are fetched", async () => {
  await writeBuild(folder, one);
  const { url, asked } = await serveFolder();
  source = await openSource(`${url}/`, baseUrl, log);
  expect(asked.map((line) => line.split(/[ .]/)[0])).toEqual(["/manifest", "/data/reviews"]);
  await source.refresh();
  expect(asked).toHaveLength(3);
  expect(asked[2]).toMatch(/^\/manifest\.json "/);
  await Promise.all(Array.from({ length: 50 }, source.refresh));
  expect(asked).toHaveLength(4);
  await writeBuild(folder, two);
  await source.refresh();
  expect(idsOf(source)).toEqual(["two"]);
  expect(asked).toHaveLength(6);
});

test("from a URL, a deploy of which a document could not be had is looked at until it can", async () => {
  await writeBuild(folder, one);
  const { url } = await serveFolder();
  source = await openSource(url, baseUrl, log);
  await writeBuild(folder, two);
  const file = await documentAt();
  const bytes = await readFile(file);
  await rm(file);
  for (let look = 0; look < 2; look += 1) {
    await source.refresh();
    expect(idsOf(source)).toEqual(["one"]);
  }
  await writeFile(file, bytes);
  await source.refresh();
  expect(idsOf(source)).toEqual(["two"]);
});

test("a document from a URL that has other bytes than the manifest names is refused", async () => {
  await writeBuild(folder, one);
  await writeFile(await documentAt(), JSON.stringify(two));
  const { url } = await serveFolder();
  await expect(openSource(url, baseUrl, log)).rejects.toThrow("does not have the hash");
});
