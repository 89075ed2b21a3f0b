import { execFileSync, spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildLog } from "../../src/transparency-log/site-history.ts";
import {
  createSigner,
  formatCheckpoint,
  formatSigner,
  formatVerifier,
  parseNote,
  signNote,
} from "../../src/transparency-log/note.ts";
import type { Review } from "../../src/schema/review.ts";
import { sha256 } from "../../server/data/hashes.ts";
import { readFolderLog } from "../../scripts/transparency-log/deployed-log.ts";
import { buildBusiness } from "../publish/business-fixture.ts";
import { fails, type Ran, run, runCommand } from "../scripts/owner.ts";
import { openCheckpoint } from "./reference.ts";
import { startWitness } from "./witness-server.ts";
import { review } from "./review-fixture.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const origin = "reviews.example/log";
const signer = createSigner(origin, Buffer.alloc(32, 5));
const key = formatVerifier(signer.verifier);

/** A deploy as small as verify needs it, in a folder. */
async function deploy(
  folder: string,
  reviews: Review[],
  { removed = [], witnesses = [] }: { removed?: string[]; witnesses?: { url: string; key: string }[] } = {},
): Promise<void> {
  const previous = await readFolderLog(folder);
  const built = buildLog(
    previous,
    {
      reviews,
      removed: removed.map((id) => ({ id, removed_at: "2026-06-01" })),
      withheldIds: new Set(),
      withheldCounts: {},
      day: "2026-06-01",
    },
    { origin, signer, rotations: [] },
  );
  const dataset = {
    business: buildBusiness({ log: { origin, key, witnesses } }),
    aggregate_rating: {
      rating_value: 5,
      best_rating: 5,
      worst_rating: 1,
      review_count: reviews.length,
      distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": reviews.length },
    },
    reviews: reviews.map((one) => ({ ...one, proof: built.proofs.get(one.id) })),
    removed: removed.map((id) => ({ id, removed_at: "2026-06-01" })),
  };
  for (const { path, bytes } of built.files) {
    await mkdir(dirname(join(folder, "log", path)), { recursive: true });
    await writeFile(join(folder, "log", path), bytes);
  }
  await writeFile(join(folder, "reviews.json"), JSON.stringify(dataset));
}

/** Serves what `answer` does; its address, at 127.0.0.1. */
async function listen(answer: (path: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => answer(request.url ?? "", response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sendFile = (file: string, response: ServerResponse): void =>
  void readFile(file).then(
    (bytes) => response.end(bytes),
    () => response.writeHead(404).end(),
  );

const serve = (folder: string): Promise<string> =>
  listen((path, response) => sendFile(join(folder, path), response));

/**
 * A site that shows each run another of these folders, whatever name it is called by: the next one as soon as a run
 * has read all but its last file, for which every run waits until all have come so far.
 */
async function serveForks(folders: readonly string[]) {
  const waiting: (() => void)[] = [];
  const arrivals = folders.map(() => Promise.withResolvers<void>());
  const url = await listen((path, response) => {
    const file = join(folders[waiting.length] ?? "", path);
    const answer = () => sendFile(file, response);
    if (path.startsWith("/log/tile/0/")) arrivals[waiting.push(answer) - 1]?.resolve();
    else answer();
    if (waiting.length === folders.length) for (const go of waiting.splice(0)) go();
  });
  return { url, arrived: (run: number) => arrivals[run]?.promise };
}

test.each([
  ["one address", ["127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"]],
  ["two addresses", ["127.0.0.1", "localhost", "localhost", "127.0.0.1"]],
])(
  "of runs at one time that are shown two histories at %s, a witness signs one history",
  async (_, hosts) => {
    const forks = [await temporaryFolder(), await temporaryFolder()];
    await deploy(forks[0] ?? "", [review("a"), review("b")]);
    await deploy(forks[1] ?? "", [review("a"), review("z")]);
    const folders = hosts.map((__, run) => forks[run % 2] ?? "");
    const { url, arrived } = await serveForks(folders);
    const state = await temporaryFolder();
    const file = join(state, "witness.key");
    const made = await run("witness.ts", ["init", "chamber.example", "--out", file]);
    const runs: Promise<Ran>[] = [];
    for (const [number, host] of hosts.entries()) {
      const at = url.replace("127.0.0.1", host);
      runs.push(run("verify.ts", [at, "--state", state, "--retries", "0", "--cosign", file]));
      await arrived(number);
    }
    const ended = await Promise.all(runs);
    const signed = ended.flatMap(({ code, out }, number) => (code === 0 ? [{ out, fork: number % 2 }] : []));
    expect(signed).toHaveLength(2);
    expect(new Set(signed.map(({ fork }) => fork)).size).toBe(1);
    for (const { out, fork } of signed) {
      const note = (await readFile(join(forks[fork] ?? "", "log/checkpoint"), "utf8")) + out;
      expect(openCheckpoint(note, [key, made.out.trim()]).signedBy).toEqual([origin, "chamber.example"]);
    }
    for (const { out, err } of ended.filter(({ code }) => code === 1))
      expect([out, err]).toEqual([expect.stringMatching(/^WRONG: .*history was rewritten[^—]*$/), ""]);
    expect(ended.filter(({ code }) => code === 1)).toHaveLength(2);
  },
);

test("a log is known by its origin at every address, also by what was kept by address only", async () => {
  const { folder, url, verify } = await start([review("a"), review("b")]);
  expect((await verify()).code).toBe(0);
  const state = join(folder, "state");
  const [ofLog = ""] = (await readdir(state)).filter((name) => !name.endsWith(".json"));
  await rm(join(folder, "log"), { recursive: true });
  await deploy(folder, [review("a"), review("z")]);
  const elsewhere = () =>
    run("verify.ts", [url.replace("127.0.0.1", "localhost"), "--state", state, "--retries", "0"]);
  const forked = { code: 1, out: expect.stringContaining("history was rewritten") };
  expect(await elsewhere()).toMatchObject(forked);
  // As the folder was before states were kept by origin.
  await rm(join(state, ofLog), { recursive: true });
  expect(await elsewhere()).toMatchObject(forked);
});

test("a run that was killed leaves nothing that stops or misleads the next", async () => {
  const { folder, verify } = await start([review("a")]);
  expect((await verify()).code).toBe(0);
  const state = join(folder, "state");
  const [ofLog = ""] = (await readdir(state)).filter((name) => !name.endsWith(".json"));
  await writeFile(join(state, ofLog, ".tmp-killed"), "{");
  await deploy(folder, [review("a"), review("b")]);
  expect((await verify()).out).toContain("1 new since the last look");
  // Killed after the state of the log was written, and before that of the address.
  const [address = ""] = (await readdir(state)).filter((name) => name.endsWith(".json"));
  await rm(join(state, address));
  expect((await verify()).out).toContain("0 new since the last look");
});

test.each([
  ["billions of entries", 900_000_000_000_000, 1, "promises 900000000000000 entries, and only 0 are there"],
  ["millions of entries, and serves bundles without end", 20_000_000, 3, "too much to check"],
])("a checkpoint that claims %s costs little memory and few requests", async (name, size, code, message) => {
  const { folder } = await start([review("a")]);
  await writeFile(
    join(folder, "log/checkpoint"),
    signNote(formatCheckpoint(origin, size, Buffer.alloc(32)), signer),
  );
  const endless = Buffer.alloc(256 * 65_537);
  const asked: string[] = [];
  for (let entry = 0; entry < 256; entry += 1) endless.writeUInt16BE(65_535, entry * 65_537);
  const url = await listen((path, response) => {
    asked.push(path);
    if (path.startsWith("/log/tile/entries/") && name.includes("end")) response.end(endless);
    else if (path.startsWith("/log/tile/entries/")) response.writeHead(404).end();
    else sendFile(join(folder, path), response);
  });
  const ran = await run("verify.ts", [url, "--state", join(folder, "state"), "--retries", "0"], {
    NODE_OPTIONS: "--max-old-space-size=128",
  });
  expect(ran.code).toBe(code);
  expect(ran.out + ran.err).toContain(message);
  expect(asked.length).toBeLessThan(40);
});

test("what a site calls itself does not act on the terminal", async () => {
  const { folder, verify } = await start([review("a")]);
  const checkpoint = await readFile(join(folder, "log/checkpoint"), "utf8");
  const { text } = parseNote(checkpoint);
  const evil = "reviews\u001B[2J\u009B1A\u202Eexample/log\r";
  await writeFile(join(folder, "log/checkpoint"), signNote(text.replace(origin, evil), signer));
  const shown = String.raw`this is the log reviews\u{1b}[2J\u{9b}1A\u{202e}example/log\u{d}, and the business`;
  expect((await verify()).out).toContain(shown);
  const json = (await verify("--json")).out;
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}](?!$)/u);
  expect((JSON.parse(json) as { findings: string[] }).findings[0]).toContain(`this is the log ${evil}, and`);
  await writeFile(join(folder, "log/checkpoint"), "\u001B[2J");
  expect((await verify()).out).not.toContain("\u001B");
});

async function start(reviews: Review[]) {
  const folder = await temporaryFolder();
  await deploy(folder, reviews);
  const [url, state] = [await serve(folder), join(folder, "state")];
  const verify = (...more: string[]): Promise<Ran> =>
    run("verify.ts", [url, "--state", state, "--retries", "0", ...more]);
  return { folder, url, verify };
}

test("a verifier says that all holds, and what changed since its last look", async () => {
  const { folder, verify } = await start([review("a"), review("b")]);
  const first = await verify();
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toContain("2 reviews, 3 entries in the history (first look). All holds.");
  await deploy(folder, [review("a", { text: "Other words.", updated: "2026-02-02" }), review("c")], {
    removed: ["b"],
  });
  const second = await verify();
  expect(second.code).toBe(0);
  expect(second.out.split("\n").slice(1, 4)).toEqual([
    "  2026-01-01  published c",
    "  2026-02-02  edited a",
    "  2026-06-01  removed b (unspecified)",
  ]);
  expect(await verify("--quiet", "--key", key)).toMatchObject({ code: 0, out: "" });
  const stranger = formatVerifier(createSigner(origin, Buffer.alloc(32, 6)).verifier);
  expect((await verify("--key", stranger)).out).toContain("signed by another key");
});

const wrong = (finding: string) => ({ code: 1, out: `WRONG: ${finding}\n` });

test("what is damaged after a sound look is found: a tile, and the whole log", async () => {
  const { folder, verify } = await start([review("a"), review("b")]);
  expect((await verify()).code).toBe(0);
  const tile = join(folder, "log/tile/0/000.p/3");
  const bytes = await readFile(tile);
  const flipped = bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte));
  for (const [damage, finding] of [
    [() => writeFile(tile, flipped), "/log/tile/0/000.p/3 does not hold the hashes of the entries"],
    [() => rm(tile), "/log/tile/0/000.p/3 is missing, which the checkpoint promises"],
    [
      () => rm(join(folder, "log"), { recursive: true }),
      "the history is gone: there is no /log/checkpoint any more",
    ],
  ] as const) {
    await writeFile(tile, bytes);
    await damage();
    expect(await verify()).toMatchObject(wrong(finding));
  }
});

/** A build's files for the dataset: a manifest, and a copy below its hash. */
async function describeDataset(folder: string): Promise<void> {
  const bytes = await readFile(join(folder, "reviews.json"));
  const hash = sha256(bytes);
  const hashed_path = `/data/reviews.${hash.slice(0, 16)}.json`;
  await mkdir(join(folder, "data"), { recursive: true });
  await writeFile(join(folder, hashed_path), bytes);
  const document = {
    path: "/reviews.json",
    hashed_path,
    sha256: hash,
    etag: '"reviews"',
    bytes: bytes.length,
    type: "application/json",
    last_modified: "2026-06-01T00:00:00Z",
    encodings: { gzip: { etag: '"gzip"', bytes: 1 }, br: { etag: '"br"', bytes: 1 } },
  };
  const manifest = { version: hash.slice(0, 32), api_version: "1.0.0", documents: [document] };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
}

test("what people find at /reviews.json is checked, not only the copy that the manifest names", async () => {
  const { folder, verify } = await start([review("a"), review("b")]);
  await describeDataset(folder);
  expect((await verify()).code).toBe(0);
  const file = join(folder, "reviews.json");
  const first = await readFile(file, "utf8");
  await deploy(folder, [review("a"), review("b"), review("c")]);
  await describeDataset(folder);
  const second = await readFile(file, "utf8");
  await writeFile(file, first);
  expect(await verify()).toMatchObject({ out: "", ...fails("a cache may still hold an old copy", 3) });
  await writeFile(file, second.replace("What b says.", "What b never said."));
  expect(await verify()).toMatchObject(
    wrong("review b does not have the words or the date that were logged"),
  );
  await writeFile(file, second);
  expect((await verify()).code).toBe(0);
});

test("what cannot be checked is no finding: no log, no site, no address", async () => {
  const { folder, verify, url } = await start([review("a")]);
  await rm(join(folder, "log"), { recursive: true });
  const dataset = JSON.parse(await readFile(join(folder, "reviews.json"), "utf8")) as {
    business: { log?: object };
  };
  delete dataset.business.log;
  await writeFile(join(folder, "reviews.json"), JSON.stringify(dataset));
  expect(await verify()).toMatchObject(fails(`${url} has no signed history: there is no /log/checkpoint`, 3));
  expect(await run("verify.ts", ["http://127.0.0.1:1"])).toMatchObject(fails("cannot be reached", 3));
  expect((await run("verify.ts", ["nonsense"])).code).toBe(2);
});

test("witnesses sign what grew, refuse a fork, and verifiers see who signed", async () => {
  const { folder, verify } = await start([review("a")]);
  const one = await startWitness("witness.one", { [origin]: key });
  const two = await startWitness("witness.two", { [origin]: key });
  const content = await temporaryFolder();
  const business = join(content, "business.yaml");
  await writeFile(business, `# Kept by hand\nname: Fern\nlog:\n  origin: ${origin}\n  key: ${key}\n`);
  const witness = (...args: string[]) => run("witness.ts", args, { CONTENT: content });
  const added = await witness("add", one.url, one.key, two.url, two.key);
  expect(added).toMatchObject({ code: 0, err: "" });
  expect(await readFile(business, "utf8")).toMatch(
    /^# Kept by hand\nname: Fern\n[^]*witnesses:\n {4}- url: http/,
  );
  const witnesses = [one, two].map(({ url, key: witnessKey }) => ({ url, key: witnessKey }));
  await deploy(folder, [review("a"), review("b")], { witnesses });
  expect(await witness("sign", "--dist", folder)).toMatchObject({ code: 0, err: "" });
  for (const ids of ["abc", "abcd"]) {
    await deploy(
      folder,
      Array.from(ids, (id) => review(id)),
      { witnesses },
    );
    expect(await witness("sign", "--dist", folder)).toMatchObject({ code: 0, err: "" });
  }
  const checkpoint = await readFile(join(folder, "log/checkpoint"), "utf8");
  expect(openCheckpoint(checkpoint, [key, one.key, two.key]).signedBy).toEqual([
    origin,
    "witness.one",
    "witness.two",
  ]);
  expect((await verify()).out).toMatch(/witness\.one signed this history on \d{4}-/);
  await rm(join(folder, "log"), { recursive: true });
  await deploy(
    folder,
    Array.from("vwxyz", (id) => review(id)),
    { witnesses },
  );
  const fork = await witness("sign", "--dist", folder);
  expect([fork.code, fork.err]).toEqual([1, expect.stringContaining("the trees are not consistent")]);
});

test("a scheduled job is a witness without a server, and signs nothing that it has not checked", async () => {
  const { folder, verify } = await start([review("a"), review("b")]);
  const file = join(folder, "witness.key");
  const made = await run("witness.ts", ["init", "chamber.example", "--out", file]);
  const publicKey = made.out.trim();
  expect([made.code, publicKey]).toEqual([0, expect.stringMatching(/^chamber\.example\+[0-9a-f]{8}\+B/)]);
  const content = await temporaryFolder();
  await writeFile(join(content, "business.yaml"), `name: Fern\nlog:\n  origin: ${origin}\n  key: ${key}\n`);
  const witness = (...args: string[]) => run("witness.ts", args, { CONTENT: content });
  expect(await witness("add", publicKey)).toMatchObject({ code: 0, err: "" });
  expect((await witness("sign", "--dist", folder)).err).toContain("no witness has an address to ask");

  const signed = await verify("--cosign", file);
  expect([signed.code, signed.out]).toEqual([0, expect.stringMatching(/^— chamber\.example \S+\n$/)]);
  const lines = join(folder, "lines.txt");
  await writeFile(lines, signed.out);
  expect(await witness("sign", "--dist", folder, "--lines", lines)).toMatchObject({ code: 0, err: "" });
  const checkpoint = await readFile(join(folder, "log/checkpoint"), "utf8");
  expect(openCheckpoint(checkpoint, [key, publicKey]).signedBy).toEqual([origin, "chamber.example"]);

  await deploy(folder, [review("a"), review("b"), review("c")]);
  const stale = await witness("sign", "--dist", folder, "--lines", lines);
  expect(stale).toMatchObject(fails("its line is not a signature of this checkpoint"));
  await rm(join(folder, "log"), { recursive: true });
  await deploy(folder, [review("x"), review("y"), review("z")]);
  const refused = await verify("--cosign", file);
  expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/^WRONG: [^—]*$/)]);
  expect((await verify("--cosign", join(folder, "none"))).code).toBe(2);
});

test("init makes a key that only its owner can read, never over another; rotate prints a change that both signed", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "log.key");
  const first = await run("log.ts", ["init", "--origin", origin, "--out", file]);
  expect(first.code).toBe(0);
  expect(first.out).toMatch(
    /^log:\n {2}origin: reviews\.example\/log\n {2}key: reviews\.example\/log\+[0-9a-f]{8}\+/,
  );
  expect((await readFile(file, "utf8")).startsWith("PRIVATE+KEY+")).toBe(true);
  expect(first.out + first.err).not.toContain("PRIVATE+KEY");
  const again = await run("log.ts", ["init", "--origin", origin, "--out", file]);
  expect(again).toMatchObject(fails("holds a key already", 2));
  const rotated = await run("log.ts", ["rotate", "--key", file, "--out", join(folder, "next.key")]);
  expect(rotated.out).toMatch(/rotations:\n {2}- day: /);
  expect((await run("log.ts", ["rotate"], { LOG_KEY: formatSigner(signer), HOME: folder })).code).toBe(0);
  expect((await run("log.ts", ["rotate", "--key", join(folder, "none")])).err).toContain("cannot be read");
});

test("the verifier is a package of its own: one file that needs nothing else", async () => {
  const { folder, url } = await start([review("a"), review("b")]);
  const packing = ["pack", "./scripts/verify", "--pack-destination", folder];
  execFileSync("npm", packing, { cwd: root, stdio: "pipe" });
  execFileSync("tar", ["-xzf", "open-reviews-verify-1.0.0.tgz"], { cwd: folder });
  const description = await readFile(join(folder, "package/package.json"), "utf8");
  const { dependencies, bin } = JSON.parse(description) as Record<string, unknown>;
  expect([dependencies, bin]).toEqual([undefined, { "open-reviews-verify": "verify.mjs" }]);
  const args = [join(folder, "package/verify.mjs"), url, "--state", join(folder, "state")];
  const ran = await runCommand(
    spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] }),
  );
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toContain("2 reviews, 3 entries in the history (first look). All holds.");
});
