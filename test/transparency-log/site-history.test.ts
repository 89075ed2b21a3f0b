import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  cosignNote,
  createSigner,
  formatSigner,
  formatVerifier,
  parseNote,
} from "../../src/transparency-log/note.ts";
import {
  buildSiteHistory,
  loadSigner,
  type SiteHistory,
  withHistory,
  withProofs,
} from "../../src/transparency-log/site-history.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import { BusinessEntry } from "../../src/schema/business.ts";
import type { PreviousLog, Site } from "../../src/schema/site.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "../publish/fixture.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const signer = createSigner("reviews.test/log", Buffer.alloc(32, 9));
const log = { origin: "reviews.test/log", key: formatVerifier(signer.verifier) };

function build(
  changes: Partial<Site> & { log?: object | undefined } = {},
  previous?: PreviousLog,
  by = signer,
): SiteHistory {
  const { log: given, ...more } = { log, ...changes };
  const plain = buildSite([buildEntry()], more);
  const entry = BusinessEntry.shape.log.parse(given);
  const site = { ...plain, business: { ...plain.business, ...(entry && { log: entry }) } };
  return buildSiteHistory(site, buildReviewsDataset(site, buildAnalysis(site), baseUrl), by, previous);
}

const previousOf = ({ files, entries, proofs }: SiteHistory): PreviousLog => ({
  checkpoint: files.find(({ path }) => path === "checkpoint")?.bytes.toString() ?? "",
  entries: entries.map((entry) => JSON.stringify(entry, Object.keys(entry).toSorted())),
  salts: Object.fromEntries([...proofs].map(([id, { salt }]) => [id, salt])),
  replied: [],
});

test("a log whose every copy was lost is named in the first entry of the one that follows it", () => {
  const replaces = { size: 7, root: `${"A".repeat(43)}=` };
  const [first] = build({ log: { ...log, replaces } }).entries;
  expect(first).toMatchObject({ type: "key", key: log.key, replaces });
});

test("the history of a site says what is removed and why, what is withheld and why, and its newest day", () => {
  const { entries, isNew, added } = build({
    removed: [
      { id: "x", removed_at: "2026-06-01", reason: "fraud" },
      { id: "y", removed_at: "2026-06-03" },
    ],
    withheld: [{ withheld: "duplicate" as const }, { withheld: "duplicate" as const }, {}].map(buildEntry),
  });
  expect(entries.slice(2)).toEqual([
    { type: "removed", id: "x", day: "2026-06-01", reason: "fraud" },
    { type: "removed", id: "y", day: "2026-06-03", reason: "unspecified" },
    { type: "withheld", day: "2026-06-03", counts: { duplicate: 2, unverified: 1 } },
  ]);
  expect([isNew, added]).toEqual([true, entries]);
});

test.each<[day: string, ...changes: Parameters<typeof buildEntry>]>([
  ["1970-01-01"],
  ["2026-05-14", {}],
  ["2026-05-20", { updated: "2026-05-20", reply: { date: "2026-05-18", text: "Hi" } }],
  ["2026-05-21", { updated: "2026-05-20", reply: { date: "2026-05-21", text: "Hi" } }],
])("the newest day that content names is %s", (day, ...reviews) => {
  expect(build({ reviews: reviews.map(buildEntry) }).entries[0]).toEqual({ type: "key", day, key: log.key });
});

test("the next build adds nothing, and names who has signed the last checkpoint, with the day", () => {
  const first = build();
  const last = previousOf(first);
  const [ann, bob] = ["ann.example", "bob.example"].map((name, index) =>
    createSigner(name, Buffer.alloc(32, index), "cosignature"),
  );
  const seconds = Date.parse("2026-07-01T23:59:59Z") / 1000;
  const witnesses = [ann, bob].map((one) => ({ key: one ? formatVerifier(one.verifier) : "" }));
  const checkpoint = last.checkpoint + (bob ? cosignNote(parseNote(last.checkpoint), bob, seconds) : "");
  const second = build({ log: { ...log, witnesses } }, { ...last, checkpoint });
  expect(second).toMatchObject({ isNew: false, added: [], root: first.root, size: 2 });
  expect(second.witnesses).toEqual([{ name: "bob.example", day: "2026-07-01" }]);
  expect(build({ log: { ...log, witnesses } }).witnesses).toEqual([]);
});

test("a reply is told from other words by what was published before", () => {
  const reply = { date: "2026-05-15", text: "Hi" };
  const first = build({ reviews: [buildEntry({ reply })] });
  const site = buildSite([buildEntry({ reply })]);
  const { reviews } = buildReviewsDataset(site, buildAnalysis(site), baseUrl);
  const answered = buildEntry({ reply: { ...reply, text: "Thanks" } });
  const next = build({ reviews: [answered] }, { ...previousOf(first), replied: reviews });
  expect(next.added).toMatchObject([{ type: "replied", day: "2026-05-15" }]);
});

test("a key without a log in business.yaml, and another key than stands there, are refused", () => {
  expect(() => build({ log: undefined })).toThrow(
    "LOG_KEY is set, and business.yaml has no log: add the lines that npm run log -- init printed, or unset LOG_KEY",
  );
  const other = createSigner("reviews.test/log", Buffer.alloc(32, 8));
  expect(() => build({}, undefined, other)).toThrow(
    `LOG_KEY is the key ${formatVerifier(other.verifier)}, and business.yaml says ${log.key}: use the key that belongs to it`,
  );
});

test("each review gets its proof, and the insights the size and root they belong to", () => {
  const site = buildSite([buildEntry(), buildEntry({ id: "new" })]);
  const analysis = buildAnalysis(site);
  const dataset = buildReviewsDataset(site, analysis, baseUrl);
  const history = build();
  const proofs = new Map(withProofs(dataset, history).reviews.map(({ id, proof }) => [id, proof]));
  expect(proofs).toEqual(new Map([...history.proofs, ["new", undefined]]));
  expect(withProofs(dataset, history).reviews.find(({ id }) => id === "new")).not.toHaveProperty("proof");
  const method = { ...analysis.insights.method, history: { size: 2, root: history.root } };
  expect(withHistory(analysis, history)).toEqual({ ...analysis, insights: { ...analysis.insights, method } });
});

test("LOG_KEY is the key, or the file that holds it, and everything else is named", async () => {
  const folder = await temporaryFolder();
  const [good, bad, none] = ["good", "bad", "none"].map((name) => join(folder, name));
  await writeFile(good ?? "", `${formatSigner(signer)}\n`);
  await writeFile(bad ?? "", "Something else");
  for (const given of [undefined, "", " \n"]) expect(await loadSigner(given)).toBe(undefined);
  for (const given of [good, formatSigner(signer)]) expect(await loadSigner(given)).toEqual(signer);
  const noKey = "not a private key: it starts with PRIVATE+KEY+, as npm run log -- init writes it";
  await expect(loadSigner(bad)).rejects.toThrow(`LOG_KEY: ${bad} is ${noKey}`);
  await expect(loadSigner("PRIVATE+KEY+x")).rejects.toThrow(`LOG_KEY: it is ${noKey}`);
  await expect(loadSigner(none)).rejects.toThrow(
    `LOG_KEY: ${none} cannot be read (ENOENT): it names the file that npm run log -- init wrote, or holds the key itself`,
  );
});
