import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildNamedIdWarnings } from "../../src/content/named-ids.ts";
import { toIdFingerprint } from "../../scripts/import/fingerprints.ts";
import { redactReview } from "../../scripts/redact.ts";
import { loadReviewFiles } from "../../scripts/review-files.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { review, soundFile, writeContent } from "../content/content-folder.ts";
import { freePort } from "../../scripts/free-port.ts";
import { startServer } from "../server/start-server.ts";
import { killAtEveryChange } from "./killed-commands.ts";
import { fails, run, snapshotOf } from "./owner.ts";
import { readManifest } from "../published.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const today = "2026-11-20";
const now = new Date(`${today}T12:00:00Z`);

interface Report {
  new_id?: string;
  purge: string[];
  also_check: string[];
  deleted: string[];
  cannot_be_undone: string[];
  already_removed: boolean;
}

const redact = async (...args: string[]) =>
  JSON.parse(await redactReview([...args, "--json"], now)) as Report;
const erase = (id: string, content: string, ...more: string[]) =>
  redact(id, "--reason", "erasure", "--content", content, ...more);

test("text and name leave content, a tombstone stays, and every other byte is as it was", async () => {
  const before = `# Hand-kept\n${review({ id: "r2" })}\n`;
  const erased = review({ id: "r3", author: "Karen M.", text: "My private words about a gate." });
  const after = `\n# The next one\n${review({ id: "r4", text: ">-\n    Folded\n    text" })}`;
  const content = await writeContent({
    "reviews/2026.yaml": `${before}${erased}  # Karen called on Monday\n${after}`,
  });
  await erase("r3", content);
  const text = await readFile(join(content, "reviews/2026.yaml"), "utf8");
  expect(text.startsWith(before)).toBe(true);
  expect(text.endsWith(after)).toBe(true);
  expect(text.slice(before.length, -after.length)).toMatch(
    new RegExp(
      `^- id: r3\\n  removed_at: ${today}\\n  reason: erasure\\n  fingerprints:\\n(    - [0-9a-f]{8}-[0-9a-f]{24}\\n){2}$`,
    ),
  );
  expect(JSON.stringify(await snapshotOf(content))).not.toMatch(/Karen|private words/);
  const site = await loadSite(content, { today });
  expect(site.removed).toMatchObject([{ id: "r3", removed_at: today }]);
  expect(site.reviews.map(({ id }) => id)).not.toContain("r3");
});

test("the day of a withdrawal is the business's, wherever the computer is", async () => {
  const zone = (name: string) => `${soundFile("business.yaml")}time_zone: ${name}\n`;
  const instant = new Date("2026-06-01T03:30:00Z");
  for (const [name, day] of [
    ["America/New_York", "2026-05-31"],
    ["Pacific/Auckland", "2026-06-01"],
  ] as const) {
    const content = await writeContent({
      "business.yaml": zone(name),
      "reviews/x.yaml": review({ id: "r3" }),
    });
    await redactReview(["r3", "--reason", "erasure", "--content", content, "--json"], instant);
    expect(await readFile(join(content, "reviews/x.yaml"), "utf8")).toContain(`removed_at: ${day}\n`);
  }
});

const rest = {
  date: "2026-05-03",
  rating: 5,
  source: { name: "Google" },
  verification: { method: "invoice" },
};
const twoReviews = ["r3", "r4"].map((id) =>
  JSON.stringify({ id, author: "Ann", text: `Secret ${id}`, ...rest }),
);
test.each([
  ["JSON lines", "x.jsonl", `${twoReviews.join("\n")}\n`],
  ["a flow list", "x.yaml", `[${twoReviews.join(",\n ")}]\n`],
  [
    "Windows line ends",
    "x.yaml",
    `${review({ id: "r3", text: "Secret r3" })}\n${review({ id: "r4" })}`.replaceAll("\n", "\r\n"),
  ],
])("a review in %s", async (_, name, bytes) => {
  const content = await writeContent({ [`reviews/${name}`]: bytes });
  await erase("r3", content);
  expect(await readFile(join(content, "reviews", name), "utf8")).not.toContain("Secret r3");
  const site = await loadSite(content, { today });
  expect(site.removed.map(({ id }) => id)).toEqual(["r3"]);
  expect(site.reviews.map(({ id }) => id)).toContain("r4");
});

test("other entries with the same words, and whatever names the id, are pointed out", async () => {
  const same = "A long text about a gate that was shut.";
  const content = await writeContent({
    "reviews/2026.yaml": `${review({ id: "r3", text: same })}${review({ id: "r4", text: same, withheld: "duplicate" })}`,
    "faq/price.md":
      "---\nquestion: What?\n---\n\nSee r3, please.\n\nOne said: “a long text\nabout a gate that”.\n",
  });
  const { also_check } = await erase("r3", content);
  expect(also_check.join("\n")).toMatch(
    /r4 has the same words[\s\S]*faq\/price\.md:5: names r3[\s\S]*faq\/price\.md:[567]: quotes the review/,
  );
});

test("every other place where the name or a run of the words stands is shown, and none of its own", async () => {
  const words = "They came at seven in the morning and shut the gate behind them.";
  const content = await writeContent({
    "reviews/2026.yaml": `# Ask Karen about the photo\n\n${review({ id: "r3", author: "Karen McDonald", text: words })}  # her own\n${review({ id: "r4", reply: "{ date: 2026-05-04, text: Thanks to Karen too }" })}`,
    "reviews/2025.yaml": review({
      id: "r5",
      date: "2025-05-03",
      text: ">-\n    My neighbor wrote: at seven in the\n    morning and shut the gate. True!",
    }),
    "technicians.yaml": "- { id: karen-mcdonald, name: KAREN MCDONALD }\n",
    "public/thanks.txt": "karen\nmcdonald was first\n",
    "faq/price.md": "---\nquestion: What?\n---\n\nMacaren, Karenina and mornings at seven.\n",
  });
  const { also_check } = await erase("r3", content);
  expect(
    also_check.map((line) => line.replace(/^.*\/(?=[^/]+\/?[^/]*:\d+: )/, "").replace(/: [^:]*$/, "")).sort(),
  ).toEqual(
    [
      "2025.yaml:5: quotes the review: My neighbor wrote",
      "2026.yaml:1: names Karen",
      "2026.yaml:16: names Karen: reply: { date: 2026-05-04, text",
      "technicians.yaml:1: names Karen McDonald: - { id: karen-mcdonald, name",
      "thanks.txt:1: names Karen McDonald",
    ].sort(),
  );
});

test("nothing that this project wrote holds an erased review under any of its ids", async () => {
  const content = await writeContent({
    "reviews/more.yaml": review({
      id: "petra-1",
      author: "Petra M.",
      text: "Words enough to be known again.",
    }),
  });
  const print = (id: string) => `{"id":"${id}","words":"0123abcd-0123"}\n`;
  await writeFile(join(content, "imported.jsonl"), ["petra-1", "r1"].map(print).join(""));
  const env = { FINGERPRINT_KEY: "a key for this test only" };
  const project = await temporaryFolder();
  const left = join(project, ".dist.build/dist/reviews.json");
  await mkdir(dirname(left), { recursive: true });
  await writeFile(left, "Words enough");
  const redactThere = (...args: string[]) =>
    run("redact.ts", [...args, "--content", content, "--json"], env, project);
  const ids = ["petra-1"];
  for (let times = 0; times < 2; times += 1) {
    const { out, err } = await redactThere(ids.at(-1) ?? "", "--new-id");
    expect(err).toBe("");
    ids.push((JSON.parse(out) as Report).new_id ?? "");
  }
  // An import with an older copy of content brought its records back.
  await writeFile(join(content, "imported.jsonl"), [...ids, "r1"].map(print).join(""));
  const { out } = await redactThere(ids.at(-1) ?? "", "--reason", "erasure");
  expect((JSON.parse(out) as Report).cannot_be_undone.join()).toContain(
    `know the review as ${ids[0]} or ${ids[1]}`,
  );
  const kept = JSON.stringify([await snapshotOf(content), await snapshotOf(project)]);
  expect(kept).not.toMatch(/Petra|petra|Words enough/);
  expect(await readFile(join(content, "imported.jsonl"), "utf8")).toBe(print("r1"));
  const { fingerprints = [] } = (await loadReviewFiles(content))
    .flatMap(({ parts }) => parts.flatMap(({ entries }) => entries))
    .find((entry) => "removed_at" in entry) as { fingerprints?: string[] };
  expect(fingerprints.slice(2)).toEqual(
    ids.slice(0, 2).map((id) => toIdFingerprint(id, env.FINGERPRINT_KEY)),
  );
});

test("a fingerprint key that is missing is refused, and one that is made is its owner's alone", async () => {
  const content = await writeContent();
  const project = await temporaryFolder();
  const env = { FINGERPRINT_KEY: "" };
  const withdraw = (id: string, ...args: string[]) =>
    run("redact.ts", [id, "--reason", "fraud", "--content", content, ...args], env, project);
  expect(await withdraw("r1")).toMatchObject({ code: 0 });
  const key = join(project, ".data/fingerprint.key");
  const modes = async () =>
    Promise.all([key, dirname(key)].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));
  expect(await modes()).toEqual(["600", "700"]);

  await rename(key, `${key}.away`);
  const before = await snapshotOf(content);
  expect(await withdraw("r2")).toMatchObject(fails("fingerprints of another key"));
  expect([await snapshotOf(content), existsSync(key)]).toEqual([before, false]);
  expect(await withdraw("r2", "--lost-key")).toMatchObject({ code: 0 });
  expect(await readFile(key, "utf8")).not.toBe(await readFile(`${key}.away`, "utf8"));
});

test("--new-id: old links and copies are led from an id with a name to a neutral one", async () => {
  const content = await writeContent({
    "reviews/more.yaml": review({ id: "2026-05-03-karen-m", author: "Karen M." }),
  });
  const before = await loadSite(content, { today });
  expect(buildNamedIdWarnings(before).join()).toMatch(
    /2026-05-03-karen-m; give it a neutral id with npm run redact/,
  );
  const { new_id = "" } = await redact("2026-05-03-karen-m", "--new-id", "--content", content);
  const site = await loadSite(content, { today });
  expect(new_id).toMatch(/^r-[a-z0-9]{10}$/);
  expect(site.reviews).toContainEqual(
    expect.objectContaining({
      id: new_id,
      author: "Karen M.",
      formerly: [{ id: "2026-05-03-karen-m", until: today }],
    }),
  );
  expect(site.removed).toEqual([{ id: "2026-05-03-karen-m", removed_at: today }]);
  expect(buildNamedIdWarnings(site)).toEqual([]);
  await expect(erase("2026-05-03-karen-m", content)).rejects.toThrow(`is now ${new_id}`);
});

test("--new-id with a reason, or on a tombstone, leaves a tombstone without the name", async () => {
  const karen = { author: "Karen M.", text: "Words enough to be known again." };
  const content = await writeContent({
    "reviews/more.yaml": `${review({ id: "karen-1", ...karen })}${review({ id: "karen-2", ...karen })}`,
  });
  await redact("karen-1", "--reason", "erasure", "--new-id", "--content", content);
  const said = await erase("karen-2", content);
  expect(said.cannot_be_undone.join()).toMatch(/karen-2, which holds the name.*--new-id/);
  await redact("karen-2", "--new-id", "--content", content);
  expect(JSON.stringify(await snapshotOf(content))).not.toMatch(/karen-/);
  const { removed } = await loadSite(content, { today });
  expect(removed.map(({ id, removed_at }) => [id.slice(0, 2), removed_at])).toEqual([
    ["r-", today],
    ["r-", today],
  ]);
});

test("a signed history never forgets an id, so --new-id is neither recommended nor done where it would have to", async () => {
  const karen = { author: "Karen M.", text: "Words enough to be known again." };
  const log = "log: { origin: fern.example/log, key: fern.example/log+00000000+AQ== }\n";
  const content = await writeContent({
    "business.yaml": soundFile("business.yaml") + log,
    "reviews/more.yaml": `${review({ id: "karen-1", ...karen })}${review({ id: "karen-2", ...karen, withheld: "duplicate", verification: "" })}`,
  });
  const refusal = "karen-1 stays public in the signed history";
  await expect(erase("karen-1", content, "--new-id")).rejects.toThrow(refusal);
  const said = (await erase("karen-1", content)).cannot_be_undone.join();
  expect(said).toContain(refusal);
  expect(said).not.toContain("--new-id");
  await expect(redact("karen-1", "--new-id", "--content", content)).rejects.toThrow(refusal);
  expect(await erase("karen-2", content, "--new-id")).toHaveProperty("new_id");
});

test.each([
  ["a deploy that is named and has not got it tells nothing of it", ["r2"], []],
  ["a deploy that is named and shows it is told", ["r1", "r2"], ["r1"]],
])("%s", async (_, shown, removed) => {
  const content = await writeContent();
  const dist = await temporaryFolder();
  const reviews = JSON.stringify({
    reviews: shown.map((id) => ({ id, url: `/reviews/${id}/` })),
    removed: [],
  });
  const same = { sha256: hash("sha256", reviews), etag: '"1"', bytes: Buffer.byteLength(reviews) };
  const document = {
    path: "/reviews.json",
    hashed_path: "/data/reviews.0123456789abcdef.json",
    ...same,
    type: "application/json",
    last_modified: now.toISOString(),
    encodings: { gzip: same, br: same },
  };
  const manifest = { version: "0".repeat(32), api_version: "1.0.0", documents: [document] };
  await writeFile(join(dist, "reviews.json"), reviews);
  await writeFile(join(dist, "manifest.json"), JSON.stringify(manifest));
  await erase("r1", content, "--dist", dist);
  expect((await loadSite(content, { today })).removed.map(({ id }) => id)).toEqual(removed);
});

test("a review that an edit has withdrawn keeps the day of its withdrawal", async () => {
  const content = await writeContent({
    "edits/a.yaml": "review: r1\nwithdrawn: { on: 2026-06-01, reason: fraud }\n",
  });
  await erase("r1", content);
  const { removed } = await loadSite(content, { today });
  expect(removed).toMatchObject([{ id: "r1", removed_at: "2026-06-01", reason: "erasure" }]);
});

test("its verdicts, edits and own picture go with a review, and no file that others need", async () => {
  const judged = (id: string) => `- review: ${id}
  text_sha256: ${"a".repeat(64)}
  judge: { person: Ann }
  accepted: 2026-06-01
  verdicts: { price: { verdict: positive, quote: a fair price } }
`;
  const pictures = (files: string) => `[${files.replace(/\S+/g, "{ file: $&, alt: A gate }, ")}]`;
  const content = await writeContent({
    "reviews/more.yaml": `${review({ id: "r3", formerly: "[{ id: r0 }]", photos: pictures("own.jpg shared.jpg ../business.yaml") })}${review({ id: "r4", photos: pictures("shared.jpg") })}`,
    "verdicts/2026.yaml": judged("r3") + judged("r1"),
    "edits/one.yaml": "review: r0\ntext: A fair price\n",
    "edits/two.yaml": "review: r1\ntext: Another\n",
    ...Object.fromEntries(["own", "shared"].map((name) => [`photos/${name}.jpg`, `a picture: ${name}`])),
  });
  const before = Object.keys(await snapshotOf(content));
  const { new_id = "" } = await redact("r3", "--new-id", "--content", content);
  expect(await readFile(join(content, "verdicts/2026.yaml"), "utf8")).toContain(`review: ${new_id}\n`);
  const { deleted } = await erase(new_id, content);
  expect(deleted.map((path) => relative(content, resolve(path))).sort()).toEqual([
    "edits/one.yaml",
    "photos/own.jpg",
  ]);
  const after = Object.keys(await snapshotOf(content));
  expect(before.filter((path) => !after.includes(path)).sort()).toEqual([
    "/edits/one.yaml",
    "/photos/own.jpg",
  ]);
  const verdicts = await readFile(join(content, "verdicts/2026.yaml"), "utf8");
  expect(verdicts.match(/review: .*/g)).toEqual(["review: r1"]);
});

test("a review that was never on the site leaves no tombstone, and redacting twice changes nothing", async () => {
  const content = await writeContent({
    "reviews/more.yaml": review({ id: "r9", withheld: "unverified", verification: "" }),
  });
  await erase("r9", content);
  expect((await loadSite(content, { today })).removed).toEqual([]);
  await erase("r1", content);
  const after = await snapshotOf(content);
  expect(await erase("r1", content)).toMatchObject({ already_removed: true });
  expect(await snapshotOf(content)).toEqual(after);
});

test.each([
  [["r9", "--reason", "erasure"], /has the id "r9"; the nearest are r1/],
  [["r1"], /--reason must be one of erasure, fraud, court-order/],
  [["r1", "--reason", "negative"], /got "negative"/],
  [[], /Name one review/],
  [["r1", "--raeson", "fraud"], /--raeson/],
])("wrong use %j is one clear line, and nothing is changed", async (args, message) => {
  const content = await writeContent();
  const before = await snapshotOf(content);
  await expect(redactReview([...args, "--content", content])).rejects.toThrow(message);
  expect(await snapshotOf(content)).toEqual(before);
});

test("the command ends with 1 and one line when it changed nothing, with 0 when it did", async () => {
  const content = await writeContent();
  // The project's own build is not this owner's.
  const elsewhere = await temporaryFolder();
  const redact = (id: string) =>
    run("redact.ts", [id, "--reason", "erasure", "--content", content], {}, elsewhere);
  const [unknown, done] = [await redact("r9"), await redact("r1")];
  expect(unknown).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/^.*nearest are r1, r2\n$/) });
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).toMatch(
    /^r1 is removed[\s\S]*(Nothing to purge|What to purge is not known)[\s\S]*What cannot be undone:\n {2}git history/,
  );
});

test("an erasure from content to the live deploy: purge list, build, upload, audit, announcement", async () => {
  const folder = await temporaryFolder();
  const [dist, live, elsewhere] = ["dist", "live", "elsewhere"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [id, words] = ["r3", "happy customer since two seasons"];
  const content = await writeContent({ "reviews/more.yaml": review({ id, text: words }) });
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const build = () => run("build.ts", ["--content", content, "--out", dist], { BASE_URL: baseUrl });
  expect(await build()).toMatchObject({ code: 0 });
  for (const copy of [live, elsewhere]) await cp(dist, copy, { recursive: true, preserveTimestamps: true });
  const before = await readManifest(dist);
  const hashed = before.documents.find(({ path }) => path === "/reviews.json")?.hashed_path ?? "";
  const { purge, cannot_be_undone } = await erase(id, content, "--dist", dist);
  expect(purge).toContain(`${baseUrl}/reviews.json`);
  expect(purge).toContain(baseUrl + hashed);
  expect(purge).not.toContain(`${baseUrl}/robots.txt`);
  expect(cannot_be_undone.join()).toMatch(/git history.*caches/);

  expect(await build()).toMatchObject({ code: 0 });
  const built = await snapshotOf(dist);
  expect(Object.keys(built)).not.toContain(hashed);
  const dataset = JSON.parse(built["/reviews.json"] ?? "") as { removed: { id: string }[] };
  expect(dataset.removed).toContainEqual({ id, removed_at: today });
  expect(built["/purge.txt"]?.trim().split("\n")).toEqual(expect.arrayContaining(purge));

  const server = await startServer({
    script: "scripts/start.ts",
    env: {
      DIST: live,
      BASE_URL: baseUrl,
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(folder, "hub.sqlite")}`,
    },
  });
  onTestFinished(async () => void (await server.stop()));
  const upload = (target: string) => run("upload.ts", [], { BASE_URL: baseUrl, TARGET: target, DIST: dist });

  // The upload does not show where visitors look: nothing may be switched.
  const untouched = await snapshotOf(live);
  expect(await upload(elsewhere)).toMatchObject(fails("the site is as it was"));
  expect(await snapshotOf(elsewhere)).toMatchObject(untouched);

  const done = await upload(live);
  expect(done, done.out + done.err).toMatchObject({ code: 0 });
  expect(done.out).toMatch(
    /Purge these addresses[\s\S]*reviews\.json[\s\S]*all is right[\s\S]*Announced version/,
  );
  const texts = Object.entries(await snapshotOf(live)).filter(([name]) => !/\.(gz|br)$/.test(name));
  expect(texts.filter(([, text]) => text.includes(words)).map(([name]) => name)).toEqual([]);
  expect((await fetch(baseUrl + hashed)).status).toBe(404);
  expect(Object.keys(await snapshotOf(live)).toSorted()).toEqual(Object.keys(built).toSorted());
});

test("a run that is killed at any moment leaves the file whole, and the next one finishes", async () => {
  await killAtEveryChange("redact.ts", async () => {
    const content = await writeContent({ "reviews/2025.yaml": review({ id: "r3" }) + review({ id: "r4" }) });
    const idsOf = async () => {
      const site = await loadSite(content, { today: "9999-12-31" });
      return { shown: site.reviews.map(({ id }) => id).toSorted(), gone: site.removed.map(({ id }) => id) };
    };
    const all = await idsOf();
    const shown = all.shown.filter((id) => id !== "r3");
    return {
      args: ["r3", "--reason", "erasure", "--content", content],
      dead: async () => expect([all, { shown, gone: ["r3"] }]).toContainEqual(await idsOf()),
      again: async () => {
        expect(await idsOf()).toEqual({ shown, gone: ["r3"] });
        expect(Object.keys(await snapshotOf(content)).join()).not.toContain(".tmp-");
      },
    };
  });
});
