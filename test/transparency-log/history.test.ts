import { expect, test } from "vitest";
import { createRandom } from "../../src/schema/lists.ts";
import { buildLog, type BuiltLog } from "../../src/transparency-log/site-history.ts";
import { type DeployedLog, rotationBytes } from "../../src/transparency-log/history.ts";
import { type Before, toCanonicalJson } from "../../src/transparency-log/commitments.ts";
import {
  createSigner,
  formatCheckpoint,
  formatVerifier,
  parseNote,
  signBytes,
  signNote,
} from "../../src/transparency-log/note.ts";
import { createMerkleTree, hashLeaf } from "../../src/transparency-log/merkle.ts";
import { type Seen, type ShownLog, verifyLog, verifyOlder } from "../../src/transparency-log/verify.ts";
import type { KeyRotation } from "../../src/schema/transparency-log.ts";
import type { Review } from "../../src/schema/review.ts";
import { expectLinear, once } from "../growth.ts";
import { openCheckpoint, readEntries, treeHash } from "./reference.ts";
import { review } from "./review-fixture.ts";

const origin = "reviews.example/log";
const signer = createSigner(origin, Buffer.alloc(32, 7));
const settings = { origin, signer, rotations: [] };

interface Content {
  reviews: Map<string, Review>;
  removed: Map<string, string>;
  withheld: Record<string, number>;
}

const build = (content: Content, previous?: DeployedLog, more: object = {}, before?: Before): BuiltLog =>
  buildLog(
    previous,
    {
      reviews: [...content.reviews.values()],
      removed: [...content.removed].map(([id, removed_at]) => ({ id, removed_at, reason: "erasure" })),
      withheldIds: new Set(),
      withheldCounts: content.withheld,
      day: "2026-06-30",
    },
    { ...settings, ...more },
    before,
  );

/** What a build reads of the previous deploy. */
const beforeOf = ({ reviews }: ShownLog): Before => ({
  salts: new Map(reviews.flatMap(({ id, proof }) => (proof ? [[id, proof.salt] as const] : []))),
  replied: new Map(reviews.filter(({ reply }) => reply).map((one) => [one.id, one])),
});

/** What a client finds at the site, read back from the files as any client reads them. */
function deployed(built: BuiltLog, content: Content): ShownLog {
  const files = new Map(built.files.map(({ path, bytes }) => [path, bytes]));
  const read = (path: string) => files.get(path) ?? Buffer.alloc(0);
  return {
    checkpoint: read("checkpoint").toString(),
    entries: readEntries(read, built.size),
    reviews: [...content.reviews.values()].map((one) => {
      const proof = built.proofs.get(one.id);
      return { ...one, ...(proof && { proof }) };
    }),
    removed: [...content.removed].map(([id, removed_at]) => ({ id, removed_at })),
  };
}

const empty = (): Content => ({ reviews: new Map(), removed: new Map(), withheld: {} });
const copy = ({ reviews, removed, withheld }: Content): Content => ({
  reviews: new Map(reviews),
  removed: new Map(removed),
  withheld: { ...withheld },
});

test("entries tell what happened: published, replied, edited, removed, withheld", () => {
  const content = empty();
  content.reviews.set("a", review("a"));
  content.withheld = { duplicate: 1, unverified: 0 };
  const first = build(content);
  expect(first.entries).toMatchObject([
    { type: "key", key: formatVerifier(signer.verifier) },
    { type: "published", id: "a", day: "2026-01-01" },
    { type: "withheld", day: "2026-06-30", counts: { duplicate: 1 } },
  ]);
  content.reviews.set("a", review("a", { reply: { date: "2026-02-02", text: "Thank you." } }));
  const second = build(content, deployed(first, content));
  expect(second.added).toMatchObject([{ type: "replied", id: "a", day: "2026-02-02" }]);
  content.reviews.set("a", review("a", { text: "Other words.", updated: "2026-03-03" }));
  const third = build(content, deployed(second, content));
  expect(third.added).toMatchObject([{ type: "edited", id: "a", day: "2026-03-03" }]);
  content.reviews.delete("a");
  content.removed.set("a", "2026-04-04");
  const fourth = build(content, deployed(third, content));
  expect(fourth.added).toEqual([
    { type: "removed", id: "a", day: "2026-04-04", reason: "erasure", entry: 4 },
  ]);
  expect(Buffer.concat(fourth.files.map(({ bytes }) => bytes)).toString()).not.toMatch(/Ann|says|Thank/);
});

test("the same content, key and previous log give the same bytes, and nothing new adds nothing", () => {
  const content = empty();
  for (const id of ["b", "a", "c"]) content.reviews.set(id, review(id));
  const first = build(content);
  const again = build({ ...content, reviews: new Map([...content.reviews].reverse()) });
  expect(again.files).toEqual(first.files);
  const second = build(content, deployed(first, content));
  expect(second.added).toEqual([]);
  expect(second.files).toEqual(first.files);
});

test("one new review changes at most four small files", () => {
  const content = empty();
  for (let index = 0; index < 1000; index += 1) content.reviews.set(`r${index}`, review(`r${index}`));
  const first = build(content);
  const before = new Map(first.files.map(({ path, bytes }) => [path, bytes.toString("hex")]));
  content.reviews.set("new", review("new", { date: "2026-05-05" }));
  const second = build(content, deployed(first, content));
  const changed = second.files.filter(({ path, bytes }) => before.get(path) !== bytes.toString("hex"));
  expect(changed.map(({ path }) => path).sort()).toEqual([
    "checkpoint",
    "tile/0/003.p/234",
    "tile/entries/003.p/234",
  ]);
  expect(second.files.map(({ path }) => path)).toContain("tile/0/003.p/233");
});

test("a build that would drop or bring back something stops, and says which review and what to do", () => {
  const content = empty();
  content.reviews.set("a", review("a"));
  content.reviews.set("b", review("b"));
  content.removed.set("old", "2025-01-01");
  const log = deployed(build(content), content);
  const dropped = copy(content);
  dropped.reviews.delete("b");
  expect(() => build(dropped, log)).toThrow(
    /review b was published and logged, and is not in content any more.*redact -- b/,
  );
  const returned = copy(content);
  returned.removed.delete("old");
  returned.reviews.set("old", review("old"));
  expect(() => build(returned, log)).toThrow("review old was removed, and its id is never used again");
  const forgotten = copy(content);
  forgotten.removed.clear();
  expect(() => build(forgotten, log)).toThrow("the tombstone of old is missing from content");
  expect(() => build(content, { ...log, entries: log.entries.slice(0, -1) })).toThrow(
    "the checkpoint promises 4 entries, and only 3 are there",
  );
  const swapped = log.entries.map((entry, index) =>
    index === 2 ? Buffer.from(entry.toString().replace('"a"', '"z"')) : entry,
  );
  expect(() => build(content, { ...log, entries: swapped })).toThrow(HistoryProblem);
  expect(() => build(content, log, { origin: "other.example/log" })).toThrow(
    "business.yaml says other.example/log",
  );
});

const HistoryProblem = /not those that the checkpoint is signed for|does not name its last entry/;

test("a new key takes over with an entry that both keys have signed, and not without", () => {
  const content = empty();
  content.reviews.set("a", review("a"));
  const first = build(content);
  const log = deployed(first, content);
  const next = createSigner(origin, Buffer.alloc(32, 8));
  expect(() => build(content, log, { signer: next })).toThrow("npm run log -- rotate");
  const change = {
    day: "2026-06-01",
    previous: formatVerifier(signer.verifier),
    key: formatVerifier(next.verifier),
  };
  const sign = (by: typeof signer) => signBytes(by, rotationBytes(change)).toString("base64");
  const rotation: KeyRotation = { ...change, signatures: { previous: sign(signer), next: sign(next) } };
  const forged = { ...rotation, signatures: { previous: sign(next), next: sign(next) } };
  expect(() => build(content, log, { signer: next, rotations: [forged] })).toThrow(
    "not both keys have signed",
  );
  const second = build(content, log, { signer: next, rotations: [rotation] });
  expect(second.added[0]).toMatchObject({ type: "key", previous: change.previous, key: change.key });
  const shown = deployed(second, content);
  const seen = verifyLog(log, {}).verified?.now;
  expect(seen).toBeDefined();
  expect(verifyLog(shown, { known: seen === undefined ? [] : [seen] }).findings).toEqual([]);
  expect(
    verifyLog(deployed(build(content, undefined, { signer: next }), content), { trusted: change.previous })
      .findings[0],
  ).toContain("signed by another key");
});

test("the next key signs what happens from then on, and nothing happens to reviews because of it", () => {
  const content = empty();
  for (const id of ["a", "b", "c", "d"]) content.reviews.set(id, review(id));
  content.reviews.set("b", review("b", { reply: { date: "2026-02-02", text: "Thank you." } }));
  const log = deployed(build(content), content);
  const next = createSigner(origin, Buffer.alloc(32, 8));
  const change = {
    day: "2026-06-01",
    previous: formatVerifier(signer.verifier),
    key: formatVerifier(next.verifier),
  };
  const sign = (by: typeof signer) => signBytes(by, rotationBytes(change)).toString("base64");
  const rotations = [{ ...change, signatures: { previous: sign(signer), next: sign(next) } }];
  const follow = (previous: ShownLog) =>
    build(content, previous, { signer: next, rotations }, beforeOf(previous));
  content.reviews.set("c", review("c", { reply: { date: "2026-02-03", text: "Welcome." } }));
  content.reviews.set("d", review("d", { text: "Other words." }));
  const second = follow(log);
  expect(second.added).toMatchObject([
    { type: "key", key: change.key },
    { type: "replied", id: "c" },
    { type: "edited", id: "d" },
  ]);
  const shown = deployed(second, content);
  expect(verifyLog(shown, {}).findings).toEqual([]);
  expect(follow(shown).added).toEqual([]);
});

test("a removal that was logged cannot move to another day", () => {
  const content = empty();
  content.reviews.set("a", review("a"));
  const first = deployed(build(content), content);
  content.reviews.delete("a");
  content.removed.set("a", "2026-03-01");
  const second = deployed(build(content, first), content);
  content.removed.set("a", "2026-03-02");
  expect(() => build(content, second)).toThrow(
    "the removal of a was logged for 2026-03-01, and content says 2026-03-02",
  );
});

/** A log of other entries, signed with the true key: what only somebody who holds it can make. */
function resign(shown: ShownLog, entries: readonly Buffer[]): ShownLog {
  const tree = createMerkleTree(entries.map(hashLeaf));
  return {
    ...shown,
    entries,
    checkpoint: signNote(formatCheckpoint(origin, entries.length, tree.rootAt(entries.length)), signer),
  };
}

type Mutation = (shown: ShownLog, earlier: ShownLog, pick: (most: number) => number) => ShownLog | undefined;

/** Each is something that an owner, or a thief of the key, could try. */
const mutations: Record<string, Mutation> = {
  "a review is left out": (shown, _, pick) =>
    shown.reviews.length === 0
      ? undefined
      : { ...shown, reviews: shown.reviews.toSpliced(pick(shown.reviews.length), 1) },
  "a word is changed": (shown, _, pick) =>
    change(shown, pick, (one) => ({ ...one, text: `${one.text} Not.` })),
  "stars are changed": (shown, _, pick) =>
    change(shown, pick, (one) => ({ ...one, rating: one.rating === 5 ? 4 : 5 })),
  "a date is changed": (shown, _, pick) => change(shown, pick, (one) => ({ ...one, date: "2024-01-01" })),
  "an author is changed": (shown, _, pick) =>
    change(shown, pick, (one) => ({ ...one, author: { name: "Bob" } })),
  "a proof is left out": (shown, _, pick) => change(shown, pick, ({ proof: _proof, ...one }) => one),
  "a review is slipped in": (shown) => ({ ...shown, reviews: [...shown.reviews, review("slipped-in")] }),
  "a tombstone is left out": (shown, _, pick) =>
    shown.removed.length === 0
      ? undefined
      : { ...shown, removed: shown.removed.toSpliced(pick(shown.removed.length), 1) },
  "a removal is slipped in": (shown) => ({
    ...shown,
    removed: [...shown.removed, { id: "slipped-in", removed_at: "2026-01-01" }],
  }),
  "a review is shown twice": (shown, _, pick) =>
    shown.reviews.length === 0
      ? undefined
      : {
          ...shown,
          reviews: [...shown.reviews, ...shown.reviews.slice(pick(shown.reviews.length)).slice(0, 1)],
        },
  "a removal is dated otherwise": (shown) =>
    shown.removed.length === 0
      ? undefined
      : { ...shown, removed: shown.removed.map((one) => ({ ...one, removed_at: "2026-06-23" })) },
  "the business names another log": (shown) => ({
    ...shown,
    log: { origin: "other.example/log", key: formatVerifier(signer.verifier) },
  }),
  "an entry is written otherwise and signed again": (shown) =>
    resign(
      shown,
      shown.entries.map((entry, index) =>
        index === shown.entries.length - 1 ? Buffer.from(entry.toString().replace(",", ", ")) : entry,
      ),
    ),
  "the whole site is rolled back": (shown, earlier) =>
    earlier.entries.length === shown.entries.length ? undefined : earlier,
  "an entry is changed": (shown, _, pick) => {
    const at = pick(shown.entries.length);
    return {
      ...shown,
      entries: shown.entries.map((entry, index) =>
        index === at ? Buffer.from(entry.toString().replace("2026", "2025")) : entry,
      ),
    };
  },
  "the last entries are dropped and signed again": (shown) => resign(shown, shown.entries.slice(0, -1)),
  "an old entry is rewritten and signed again": (shown, _, pick) => {
    const at = 1 + pick(shown.entries.length - 1);
    return resign(
      shown,
      shown.entries.map((entry, index) =>
        index === at ? Buffer.from(entry.toString().replace(/"day":"\d{4}/, '"day":"1999')) : entry,
      ),
    );
  },
  "another key signs": (shown) => ({
    ...shown,
    checkpoint: signNote(parseNote(shown.checkpoint).text, createSigner(origin, Buffer.alloc(32, 99))),
  }),
};

function change(
  shown: ShownLog,
  pick: (most: number) => number,
  alter: (one: Review) => Review,
): ShownLog | undefined {
  if (shown.reviews.length === 0) return undefined;
  const at = pick(shown.reviews.length);
  return { ...shown, reviews: shown.reviews.map((one, index) => (index === at ? alter(one) : one)) };
}

function step(content: Content, random: () => number, counter: { next: number }): void {
  const pick = (most: number) => Math.floor(random() * most);
  const ids = [...content.reviews.keys()];
  const id = ids[pick(ids.length)];
  const one = id === undefined ? undefined : content.reviews.get(id);
  const kind = pick(5);
  if (one === undefined || kind <= 1) {
    const fresh = `r${counter.next++}`;
    content.reviews.set(
      fresh,
      review(fresh, { date: `2026-0${1 + pick(6)}-1${pick(10)}`, rating: 1 + pick(5) }),
    );
  } else if (kind === 2)
    content.reviews.set(one.id, { ...one, text: `${one.text} More.`, updated: "2026-06-20" });
  else if (kind === 3)
    content.reviews.set(one.id, { ...one, reply: { date: "2026-06-21", text: `Thanks ${pick(9)}` } });
  else {
    content.reviews.delete(one.id);
    content.removed.set(one.id, "2026-06-22");
  }
}

test("what happens on one day is logged in one order: published, edited, replied, removed, by id", () => {
  const content = empty();
  for (const id of ["a", "b", "c", "d"]) content.reviews.set(id, review(id));
  const log = deployed(build(content), content);
  const day = "2026-02-02";
  content.reviews.delete("a");
  content.removed.set("a", day);
  content.reviews.set("b", review("b", { reply: { date: day, text: "Thank you." } }));
  content.reviews.set("c", review("c", { text: "Other words.", updated: day }));
  for (const id of ["z", "e"]) content.reviews.set(id, review(id, { date: day }));
  expect(build(content, log).added.map((entry) => [entry.type, "id" in entry ? entry.id : ""])).toEqual([
    ["published", "e"],
    ["published", "z"],
    ["edited", "c"],
    ["replied", "b"],
    ["removed", "a"],
  ]);
});

test.each([
  [{ b: 1, a: undefined, A: [null, { d: 2, c: true }] }, '{"A":[null,{"c":true,"d":2}],"b":1}'],
  [
    { "\u20ac": 1, "\r": 2, "1": 3, "\ud83d\ude00": 4, "\ufb33": 5 },
    '{"\\r":2,"1":3,"€":1,"😀":4,"\ufb33":5}',
  ],
  [[1e30, 4.5, 2e-3, 1e-27, -0], "[1e+30,4.5,0.002,1e-27,0]"],
])("canonical JSON is that of RFC 8785 (case %#)", (value, text) => {
  expect(toCanonicalJson(value)).toBe(text);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, "half \ud83d"])("%s has no canonical form", (value) => {
  expect(() => toCanonicalJson({ value })).toThrow(RangeError);
});

/** A log of one to five reviews, and what was seen of it at each size. */
function growingLog() {
  const content = empty();
  let shown: ShownLog | undefined;
  const seen = ["a", "b", "c", "d", "e"].map((id) => {
    content.reviews.set(id, review(id));
    shown = deployed(build(content, shown), copy(content));
    return verifyLog(shown, {}).verified?.now;
  });
  const [first, , third] = seen;
  if (shown === undefined || first === undefined || third === undefined)
    throw new Error("it does not verify");
  return { shown, first, third };
}

const strange = formatVerifier(createSigner(origin, Buffer.alloc(32, 6)).verifier);

test.each<[string, (first: Seen, third: Seen) => Seen[], string | undefined]>([
  ["nothing", () => [], undefined],
  ["two earlier states", (first, third) => [first, third], undefined],
  ["its present state", (_, third) => [{ ...third }], undefined],
  [
    "an empty log",
    (first) => [{ ...first, size: 0, root: createMerkleTree([]).rootAt(0).toString("base64") }],
    undefined,
  ],
  [
    "one entry more",
    (first) => [{ ...first, size: 7 }],
    "had 7 entries when it was last seen, and has 6 now",
  ],
  [
    "another root of an earlier size",
    (first, third) => [first, { ...third, root: first.root }],
    "history was rewritten",
  ],
  ["another root of this size", (first) => [{ ...first, size: 6 }], "history was rewritten"],
  ["an earlier root as that of another size", (first) => [{ ...first, size: 3 }], "history was rewritten"],
  [
    "another log",
    (first, third) => [first, { ...third, origin: "other.example/log" }],
    "this is another log",
  ],
  ["another key", (first) => [{ ...first, key: strange }], "signed by another key"],
])("a verifier that saw %s before says so", (_, remember, finding) => {
  const { shown, first, third } = growingLog();
  const { findings, verified } = verifyLog(shown, { known: remember(first, third) });
  expect(findings).toEqual(finding === undefined ? [] : [expect.stringContaining(finding)]);
  expect(verified?.now.size).toBe(finding === undefined ? 6 : undefined);
});

test("what is new is what came since the newest of the states that were seen", () => {
  const { shown, first, third } = growingLog();
  const addedSince = (known: Seen[]) => verifyLog(shown, { known }).added.length;
  expect([[], [first], [third, first]].map(addedSince)).toEqual([6, 4, 2]);
});

test("an older copy of the reviews is what the log once said, in its words and its removals", () => {
  const content = empty();
  for (const id of ["a", "b"]) content.reviews.set(id, review(id));
  const first = deployed(build(content), copy(content));
  content.reviews.delete("a");
  content.removed.set("a", "2026-03-01");
  const second = deployed(build(content, first), copy(content));
  content.reviews.set("c", review("c"));
  const { entries } = deployed(build(content, second), copy(content));
  for (const older of [first, second]) expect(verifyOlder(entries, older)).toEqual([]);
  for (const lacking of [
    { ...second, removed: [] },
    { ...first, reviews: first.reviews.slice(1) },
  ])
    expect(verifyOlder(entries, lacking)).toEqual([
      expect.stringContaining("review a was published and is gone without a word"),
    ]);
  expect(verifyOlder(entries, { ...second, removed: [{ id: "a", removed_at: "2026-03-02" }] })).toEqual([
    expect.stringContaining("is dated 2026-03-02, and was logged for 2026-03-01"),
  ]);
});

test("in 300 random histories every honest build verifies, and every mutation is found", () => {
  const seed = Number(process.env["SEED"] ?? 20_261_121);
  const caught = new Map<string, number>();
  for (let history = 0; history < 300; history += 1) {
    const random = createRandom(seed + history);
    const pick = (most: number) => Math.floor(random() * most);
    const content = empty();
    const counter = { next: 0 };
    let shown: ShownLog | undefined;
    let earlier: ShownLog | undefined;
    let last: Seen | undefined;
    for (let builds = 0; builds < 3; builds += 1) {
      for (let steps = 1 + pick(4); steps > 0; steps -= 1) step(content, random, counter);
      content.withheld = { duplicate: pick(2) };
      const built: BuiltLog = build(content, shown);
      earlier = shown;
      shown = deployed(built, copy(content));
      const { findings, verified } = verifyLog(shown, { known: last ? [last] : [] });
      expect(findings, `seed ${seed + history}`).toEqual([]);
      last = verified?.now;
    }
    if (shown === undefined || earlier === undefined || last === undefined) throw new Error("no history");
    const opened = openCheckpoint(shown.checkpoint, [formatVerifier(signer.verifier)]);
    expect(opened).toMatchObject({ size: shown.entries.length, signedBy: [origin] });
    expect(opened.root).toEqual(treeHash([...shown.entries]));
    for (const [name, mutate] of Object.entries(mutations)) {
      const mutant = mutate(shown, earlier, pick);
      if (mutant === undefined) continue;
      // Who looks for the first time finds those, too, that do not need a memory.
      const memory = name.includes("shown") || name.includes("otherwise") ? {} : { known: [last] };
      expect(verifyLog(mutant, memory).findings, `seed ${seed + history}: ${name}`).not.toEqual([]);
      caught.set(name, (caught.get(name) ?? 0) + 1);
    }
  }
  for (const name of Object.keys(mutations)) expect(caught.get(name), name).toBeGreaterThan(90);
});

test("10,000 reviews are verified by work in proportion to their number", async () => {
  await expectLinear(
    (size) => {
      const content = empty();
      for (let index = 0; index < size; index += 1) content.reviews.set(`r${index}`, review(`r${index}`));
      const shown = deployed(build(content), content);
      return () => expect(verifyLog(shown, {}).findings).toEqual([]);
    },
    1250,
    once,
  );
});
