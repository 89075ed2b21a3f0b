import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildNamedIdWarnings } from "../../src/content/named-ids.ts";
import { redactReview } from "../../scripts/redact.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import { review, soundFile, writeContent } from "../content/content-folder.ts";
import { freePort } from "../../scripts/free-port.ts";
import { startServer } from "../server/start-server.ts";
import { killAtEveryChange } from "./killed-commands.ts";
import { run, snapshotOf, temporaryFolder } from "./owner.ts";
import { demonstration } from "../demonstration.ts";

const today = "2026-11-20";
const now = new Date(`${today}T12:00:00Z`);

interface Report {
  new_id?: string;
  purge: string[];
  also_check: string[];
  cannot_be_undone: string[];
  already_removed: boolean;
}

const redact = async (...args: string[]) =>
  JSON.parse(await redactReview([...args, "--json"], now)) as Report;

test("text and name leave content, a tombstone stays, and every other byte is as it was", async () => {
  const before = `# Hand-kept\n${review({ id: "r2" })}\n`;
  const erased = review({ id: "r3", author: "Karen M.", text: "My private words about a gate." });
  const after = `\n# The next one\n${review({ id: "r4", text: ">-\n    Folded\n    text" })}`;
  const content = await writeContent({
    "reviews/2026.yaml": `${before}${erased}  # Karen called on Monday\n${after}`,
  });
  await redact("r3", "--reason", "erasure", "--content", content);
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

test.each([
  [
    "JSON lines",
    "reviews/x.jsonl",
    '{"id":"r3","date":"2026-05-03","rating":5,"author":"Ann","text":"Secret words, quite some.","source":{"name":"Google"},"verification":{"method":"invoice"}}\n{"id":"r4","date":"2026-05-03","rating":5,"author":"Bob","source":{"name":"Google"},"verification":{"method":"invoice"}}\n',
  ],
  [
    "a flow list",
    "reviews/x.yaml",
    "[{ id: r3, date: 2026-05-03, rating: 5, author: Ann, text: Secret words quite some, source: { name: Google }, verification: { method: invoice } },\n { id: r4, date: 2026-05-03, rating: 5, author: Bob, source: { name: Google }, verification: { method: invoice } }]\n",
  ],
  [
    "Windows line ends",
    "reviews/x.yaml",
    `${review({ id: "r3", text: "Secret words" })}\n${review({ id: "r4" })}`.replaceAll("\n", "\r\n"),
  ],
])("a review in %s", async (_, name, bytes) => {
  const content = await writeContent({ [name]: bytes });
  await redact("r3", "--reason", "fraud", "--content", content);
  expect(await readFile(join(content, name), "utf8")).not.toContain("Secret");
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
  const { also_check } = await redact("r3", "--reason", "erasure", "--content", content);
  expect(also_check.join("\n")).toMatch(
    /r4 has the same words[\s\S]*faq\/price\.md:5: names r3[\s\S]*faq\/price\.md:[567]: quotes the review/,
  );
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
  await expect(redact("2026-05-03-karen-m", "--reason", "fraud", "--content", content)).rejects.toThrow(
    `is now ${new_id}`,
  );
});

test("--new-id with a reason, or on a tombstone, leaves a tombstone without the name", async () => {
  const karen = { author: "Karen M.", text: "Words enough to be known again." };
  const content = await writeContent({
    "reviews/more.yaml": `${review({ id: "karen-1", ...karen })}${review({ id: "karen-2", ...karen })}`,
  });
  await redact("karen-1", "--reason", "erasure", "--new-id", "--content", content);
  const said = await redact("karen-2", "--reason", "erasure", "--content", content);
  expect(said.cannot_be_undone.join()).toMatch(/karen-2, which holds the name.*--new-id/);
  await redact("karen-2", "--new-id", "--content", content);
  expect(JSON.stringify(await snapshotOf(content))).not.toMatch(/karen-/);
  const { removed } = await loadSite(content, { today });
  expect(removed.map(({ id, removed_at }) => [id.slice(0, 2), removed_at])).toEqual([
    ["r-", today],
    ["r-", today],
  ]);
});

test("a review that was never on the site leaves no tombstone there", async () => {
  const content = await writeContent({
    "reviews/more.yaml": review({ id: "r9", withheld: "unverified", verification: "" }),
  });
  await redact("r9", "--reason", "erasure", "--content", content);
  expect((await loadSite(content, { today })).removed).toEqual([]);
});

test("redacting twice is reported and changes nothing", async () => {
  const content = await writeContent();
  await redact("r1", "--reason", "erasure", "--content", content);
  const after = await snapshotOf(content);
  expect(await redact("r1", "--reason", "erasure", "--content", content)).toMatchObject({
    already_removed: true,
  });
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
  const [unknown, done] = [
    await run("redact.ts", ["r9", "--reason", "erasure", "--content", content]),
    await run("redact.ts", ["r1", "--reason", "erasure", "--content", content]),
  ];
  expect(unknown).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/^.*nearest are r1, r2\n$/) });
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(done.out).toMatch(
    /^r1 is removed[\s\S]*(Nothing to purge|What to purge is not known)[\s\S]*What cannot be undone:\n {2}git history/,
  );
});

test(
  "an erasure from content to the live deploy: purge list, build, upload, audit, announcement",
  { timeout: 600_000 },
  async () => {
    const folder = await temporaryFolder();
    const [content, dist, live, elsewhere] = ["content", "dist", "live", "elsewhere"].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    await cp(demonstration, content, { recursive: true });
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const build = () => run("build.ts", ["--content", content, "--out", dist], { BASE_URL: baseUrl });
    expect(await build()).toMatchObject({ code: 0 });
    for (const copy of [live, elsewhere]) await cp(dist, copy, { recursive: true, preserveTimestamps: true });
    const before = Manifest.parse(JSON.parse(await readFile(join(dist, "manifest.json"), "utf8")));
    const hashed = before.documents.find(({ path }) => path === "/reviews.json")?.hashed_path ?? "";
    const id = "2026-01-12-1";
    const words = "happy customer since two seasons";

    const { purge, cannot_be_undone } = await redact(
      id,
      "--reason",
      "erasure",
      "--content",
      content,
      "--dist",
      dist,
    );
    expect(purge).toContain(`${baseUrl}/reviews.json`);
    expect(purge).toContain(baseUrl + hashed);
    expect(purge).not.toContain(`${baseUrl}/robots.txt`);
    expect(cannot_be_undone.join()).toMatch(/git history.*caches/);

    expect(await build()).toMatchObject({ code: 0 });
    const built = await snapshotOf(dist);
    expect(Object.keys(built)).not.toContain(hashed);
    const dataset = JSON.parse(built["/reviews.json"] ?? "") as { removed: { id: string }[] };
    expect(dataset.removed).toContainEqual({ id, removed_at: today });
    const listed = new Set(
      (built["/purge.txt"] ?? "")
        .trim()
        .split("\n")
        .map((url) => new URL(url).pathname),
    );
    expect(purge.map((url) => new URL(url).pathname).filter((path) => !listed.has(path))).toEqual([]);

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
    const upload = (target: string) =>
      run("upload.ts", [], { BASE_URL: baseUrl, TARGET: target, DIST: dist });

    // What is uploaded does not show up where visitors look: nothing may be switched.
    const missed = await upload(elsewhere);
    expect(missed).toMatchObject({ code: 1, err: expect.stringContaining("the site is as it was") });
    expect(await readFile(join(elsewhere, "manifest.json"), "utf8")).toBe(
      await readFile(join(live, "manifest.json"), "utf8"),
    );
    expect(await readFile(join(elsewhere, "reviews.json"), "utf8")).toContain(words);

    const done = await upload(live);
    expect(done, done.out + done.err).toMatchObject({ code: 0 });
    expect(done.out).toMatch(
      /Purge these addresses[\s\S]*reviews\.json[\s\S]*all is right[\s\S]*Announced version/,
    );
    const texts = Object.entries(await snapshotOf(live)).filter(([name]) => !/\.(gz|br)$/.test(name));
    expect(texts.filter(([, text]) => text.includes(words)).map(([name]) => name)).toEqual([]);
    expect((await fetch(baseUrl + hashed)).status).toBe(404);
    expect(Object.keys(await snapshotOf(live)).toSorted()).toEqual(Object.keys(built).toSorted());
  },
);

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
