import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createRandom } from "../../src/schema/lists.ts";
import { buildLog, type BuiltLog } from "../../src/transparency-log/site-history.ts";
import { type DeployedLog, HistoryError, replayEntries } from "../../src/transparency-log/history.ts";
import { type Before, toCanonicalJson } from "../../src/transparency-log/commitments.ts";
import {
  cosignNote,
  createSigner,
  formatCheckpoint,
  formatVerifier,
  parseNote,
  signBytes,
  type Signer,
  signNote,
} from "../../src/transparency-log/note.ts";
import { createMerkleTree, hashLeaf } from "../../src/transparency-log/merkle.ts";
import { type Seen, type ShownLog, verifyLog, verifyOlder } from "../../src/transparency-log/verify.ts";
import type { KeyRotation } from "../../src/schema/transparency-log.ts";
import type { Review } from "../../src/schema/review.ts";
import { expectLinear, once } from "../growth.ts";
import { outcomesOf } from "../tables.ts";
import { openCheckpoint, readEntries, treeHash } from "./reference.ts";
import { review } from "./review-fixture.ts";

const origin = "reviews.example/log";
const signer = createSigner(origin, Buffer.alloc(32, 7));
const settings = { origin, signer, rotations: [] };

interface Content {
  reviews: Map<string, Review>;
  removed: Map<string, string>;
  withheld: Record<string, number>;
  withheldIds: Set<string>;
}

const build = (content: Content, previous?: DeployedLog, more: object = {}, before?: Before): BuiltLog =>
  buildLog(
    previous,
    {
      reviews: [...content.reviews.values()],
      removed: [...content.removed].map(([id, removed_at]) => ({ id, removed_at, reason: "erasure" })),
      withheldIds: content.withheldIds,
      withheldCounts: content.withheld,
      day: "2026-06-30",
    },
    { ...settings, ...more },
    before,
  );

/** The previous deploy as a build reads it. */
const beforeOf = ({ reviews }: ShownLog): Before => ({
  salts: new Map(reviews.flatMap(({ id, proof }) => (proof ? [[id, proof.salt] as const] : []))),
  replied: new Map(reviews.filter(({ reply }) => reply).map((one) => [one.id, one])),
});

/** The site as a client finds it, read back from its files. */
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

/** Content of these reviews alone. */
const contentOf = (...ids: string[]): Content => ({
  reviews: new Map(ids.map((id) => [id, review(id)])),
  removed: new Map(),
  withheld: {},
  withheldIds: new Set(),
});
const copy = ({ reviews, removed, withheld, withheldIds }: Content): Content => ({
  reviews: new Map(reviews),
  removed: new Map(removed),
  withheld: { ...withheld },
  withheldIds,
});

test("entries tell what happened: published, replied, edited, removed, withheld", () => {
  const content = contentOf("a");
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
  const content = contentOf("b", "a", "c");
  const first = build(content);
  const again = build({ ...content, reviews: new Map([...content.reviews].reverse()) });
  expect(again.files).toEqual(first.files);
  const second = build(content, deployed(first, content));
  expect(second.added).toEqual([]);
  expect(second.files).toEqual(first.files);
});

/** What became of two reviews and a tombstone. */
const forgotten: Record<string, (content: Content) => unknown> = {
  "a lost review": ({ reviews }) => reviews.delete("b"),
  "a withheld review": ({ reviews, withheldIds }) => reviews.delete("a") && withheldIds.add("a"),
  "two lost reviews": ({ reviews }) => reviews.clear(),
  "a removed review that is back": ({ reviews, removed }) =>
    removed.delete("old") && reviews.set("old", review("old")),
  "a lost tombstone": ({ removed }) => removed.clear(),
  "a removal on another day": ({ removed }) => removed.set("old", "2025-01-02"),
};

test("a build that would forget stops, and says what to do", () => {
  const said = outcomesOf(forgotten, (change) => {
    const content = contentOf("a", "b");
    content.removed.set("old", "2025-01-01");
    const log = deployed(build(content), content);
    change(content);
    return build(content, log).size;
  });
  expect(said).toMatchInlineSnapshot(`
    "a lost review: review b was published and logged, and is not in content any more: a signed history cannot forget it; withdraw it in public with npm run redact -- b --reason REASON, or put it back
    a withheld review: review a was published and logged, and is withheld now: a signed history cannot forget it; withdraw it in public with npm run redact -- a --reason REASON, or put it back
    two lost reviews: review a (and 1 more) was published and logged, and is not in content any more: a signed history cannot forget it; withdraw it in public with npm run redact -- a --reason REASON, or put it back
    a removed review that is back: review old was removed, and its id is never used again: give the review a new id, or take it out
    a lost tombstone: the tombstone of old is missing from content, and the log says that it was removed: put it back
    a removal on another day: the removal of old was logged for 2025-01-01, and content says 2025-01-02: put the day back, because a signed history cannot change it"
  `);
});

const stranger = createSigner(origin, Buffer.alloc(32, 99));
const damaged: Record<string, (log: ShownLog) => ShownLog> = {
  "an entry less": (log) => ({ ...log, entries: log.entries.slice(0, -1) }),
  "another entry": ({ entries, ...log }) => ({
    ...log,
    entries: entries.map((entry) => Buffer.from(entry.toString().replace(`"b"`, `"z"`))),
  }),
  "entries in another order": ({ entries: [key, a, b], ...log }) => ({
    ...log,
    entries: [key, b, a].map((one) => one ?? Buffer.of()),
  }),
  "another key": (log) => resign(log, log.entries, stranger),
  "no key": (log) => resign(log, log.entries.slice(1)),
};

test("a build follows no log that is damaged, or has another name", () => {
  const content = contentOf("a", "b");
  const log = deployed(build(content), content);
  expect(outcomesOf(damaged, (change) => build(content, change(log)).size)).toMatchInlineSnapshot(`
    "an entry less: the log of the previous deploy: the checkpoint promises 3 entries, and only 2 are there
    another entry: the log of the previous deploy: the entries are not those that the checkpoint is signed for: one was changed, added or left out
    entries in another order: the log of the previous deploy: the entries are not those that the checkpoint is signed for: one was changed, added or left out
    another key: the log of the previous deploy: the checkpoint is not signed by the key that the log names
    no key: the log of the previous deploy: the checkpoint is not signed by the key that the log names"
  `);
  expect(() => build(content, log, { origin: "other.example/log" })).toThrow(
    "the previous log is reviews.example/log, and business.yaml says other.example/log",
  );
});

test("what stands behind the entries that a checkpoint counts is nobody's", () => {
  const content = contentOf("a");
  const log = deployed(build(content), content);
  const torn = { ...log, entries: [...log.entries, Buffer.from("{")] };
  expect(build(content, torn).files).toEqual(build(content, log).files);
});

test("a checkpoint to which nothing is added stays, with the signatures that others gave it", () => {
  const content = contentOf("a");
  const log = deployed(build(content), content);
  const cosigned = { ...log, checkpoint: `${log.checkpoint}— other.example AAAAAAA=\n` };
  const checkpointOf = ({ files }: BuiltLog) =>
    files.find(({ path }) => path === "checkpoint")?.bytes.toString();
  expect(checkpointOf(build(content, cosigned))).toBe(cosigned.checkpoint);
  content.reviews.set("b", review("b"));
  expect(checkpointOf(build(content, cosigned))).toMatch(/^reviews\.example\/log\n3\n.*\n\n— reviews.*\n$/);
});

test("tiles of the size before stay until the full one is there, and none for a size that was not deployed", () => {
  const content = contentOf();
  const grow = (size: number, log?: ShownLog) => {
    for (let index = content.reviews.size; index < size; index += 1)
      content.reviews.set(`r${index}`, review(`r${index}`));
    const built = build(content, log);
    return { log: deployed(built, content), paths: built.files.map(({ path }) => path).toSorted() };
  };
  const first = grow(9);
  expect(first.paths).toEqual(["checkpoint", "key", "tile/0/000.p/10", "tile/entries/000.p/10"]);
  const second = grow(10, first.log);
  expect(second.paths.slice(2)).toEqual(
    ["0", "entries"].flatMap((level) => [10, 11].map((width) => `tile/${level}/000.p/${width}`)),
  );
  expect(grow(256, second.log).paths.slice(2)).toEqual([
    "tile/0/000",
    "tile/0/001.p/1",
    "tile/1/000.p/1",
    "tile/entries/000",
    "tile/entries/001.p/1",
  ]);
});

const next = createSigner(origin, Buffer.alloc(32, 8));

/** How `from` gives way to `to`, with the signature of whoever should sign for each. */
function rotate(from: Signer, to: Signer, signFrom = from, signTo = to): KeyRotation {
  const change = {
    day: "2026-06-01",
    previous: formatVerifier(from.verifier),
    key: formatVerifier(to.verifier),
  };
  // Written out here, since verifiers everywhere rest on these bytes.
  const bytes = Buffer.from(
    `{"day":"2026-06-01","key":"${change.key}","previous":"${change.previous}","type":"key"}`,
  );
  const sign = (by: Signer) => signBytes(by, bytes).toString("base64");
  return { ...change, signatures: { previous: sign(signFrom), next: sign(signTo) } };
}

test("a new key takes over with an entry that both keys have signed, and not without", () => {
  const content = contentOf("a");
  const log = deployed(build(content), content);
  const rotation = rotate(signer, next);
  const follow = (...rotations: KeyRotation[]) => build(content, log, { signer: next, rotations });
  const third = createSigner(origin, Buffer.alloc(32, 9));
  const endless = [rotate(signer, third), rotate(third, signer)];
  expect(() => follow(...endless)).toThrow("the log is signed with another key");
  for (const rotations of [[], [rotate(third, next)]])
    expect(() => follow(...rotations)).toThrow(
      `the log is signed with another key, ${rotation.previous}: sign with that one, or print the change with npm run log -- rotate`,
    );
  for (const forged of [rotate(signer, next, next), rotate(signer, next, signer, signer)])
    expect(() => follow(forged)).toThrow("entry 2 of the log changes the key, but not both keys have signed");
  const second = follow(rotation);
  expect(second.added[0]).toEqual({ type: "key", ...rotation });
  expect(follow(rotate(third, next), rotate(signer, third)).added.slice(0, 2)).toMatchObject([
    { key: formatVerifier(third.verifier) },
    { key: formatVerifier(next.verifier) },
  ]);
  const shown = deployed(second, content);
  const seen = verifyLog(log, {}).verified?.now;
  expect(seen).toBeDefined();
  expect(verifyLog(shown, { known: seen === undefined ? [] : [seen] }).findings).toEqual([]);
  const elsewhere = deployed(build(content, undefined, { signer: next }), content);
  expect(verifyLog(elsewhere, { trusted: rotation.previous }).findings).toEqual([
    `the log is signed by another key than ${rotation.previous}, and nothing in it says how one followed the other`,
  ]);
});

const [thanks, welcome] = ["Thanks.", "Welcome."].map((text) => ({ reply: { date: "2026-02-03", text } }));

test.each<[what: string, from: object, to: object, type: string | undefined]>([
  ["nothing", { ...thanks }, { ...thanks }, undefined],
  ["a first reply", {}, { ...thanks }, "replied"],
  ["another reply", { ...thanks }, { ...welcome }, "replied"],
  ["a reply taken back", { ...thanks }, {}, "replied"],
  ["other words", {}, { text: "Other." }, "edited"],
  ["other words under a reply", { ...thanks }, { ...thanks, text: "Other." }, "edited"],
  ["other words and another reply", { ...thanks }, { ...welcome, text: "Other." }, "edited"],
  ["other words and a first reply", {}, { ...thanks, text: "Other." }, "edited"],
])("of %s the log says so, whichever key signs", (_, from, to, type) => {
  const content = contentOf();
  content.reviews.set("a", review("a", from));
  const log = deployed(build(content), content);
  content.reviews.set("a", review("a", to));
  for (const more of [{}, { signer: next, rotations: [rotate(signer, next)] }]) {
    const built = build(content, log, more, beforeOf(log));
    const changes = built.added.filter((entry) => entry.type !== "key");
    expect(changes.map((entry) => entry.type)).toEqual(type === undefined ? [] : [type]);
    expect(verifyLog(deployed(built, content), {}).findings).toEqual([]);
    // Words that are new have a salt of their own.
    if (type !== undefined)
      expect(built.proofs.get("a")?.salt).toBe(build(content, undefined, more).proofs.get("a")?.salt);
  }
});

test("the hash in the log is over a salt, which the key and the words give, and the words", () => {
  const said = review("a", { title: "Good", updated: "2026-02-01" });
  const words =
    '{"author":{"name":"Ann K."},"date":"2026-01-01","id":"a","rating":5,"source":{"name":"Google"},"text":"What a says.","title":"Good","updated":"2026-02-01","verification":{"method":"invoice"}}';
  const salt = createHmac("sha256", Buffer.alloc(32, 7))
    .update(`review salt\n${words}`)
    .digest()
    .subarray(0, 16);
  const content = contentOf();
  content.reviews.set("a", said);
  const { proofs, added } = build(content);
  expect(proofs.get("a")).toEqual({ entry: 1, salt: salt.toString("hex") });
  expect(added[1]).toMatchObject({
    commitment: createHash("sha256").update(salt).update(words).digest("hex"),
  });
});

const commitment = "0".repeat(64);
const [published, edited, removed] = [
  { type: "published", id: "a", day: "2026-01-01", commitment },
  { type: "edited", id: "a", day: "2026-01-02", commitment },
  { type: "removed", id: "a", day: "2026-01-03", reason: "erasure" },
];
const firstKey = { type: "key", day: "2026-01-01", key: formatVerifier(signer.verifier) };
const { signatures, ...bare } = rotate(signer, next);
const unsigned = { type: "key", ...bare };

test.each<[entries: object[], refusal: string | undefined]>([
  [[published, edited, { ...edited, type: "replied" }, { ...removed, entry: 2 }], undefined],
  [[removed], undefined],
  [[firstKey, { ...unsigned, signatures }], undefined],
  [[published, published], "1 of the log publishes a again"],
  [[edited], "0 of the log changes a, which was never published"],
  [[{ ...edited, type: "replied" }], "0 of the log changes a, which was never published"],
  [[removed, removed], "1 of the log removes a, which was removed"],
  [[removed, published], "1 of the log brings back a, which was removed"],
  [[published, removed], "1 of the log removes a but does not name its last entry"],
  [[{ ...removed, entry: 0 }], "0 of the log removes a but does not name its last entry"],
  [[published, edited, { ...removed, entry: 0 }], "2 of the log removes a but does not name its last entry"],
  [[{ ...unsigned, signatures }], "0 of the log changes the key before there was one"],
  [[firstKey, unsigned], "1 of the log changes the key without naming and asking the one before"],
  [[firstKey, firstKey], "1 of the log changes the key without naming and asking the one before"],
  [
    [firstKey, { type: "key", ...rotate(next, signer) }],
    "1 of the log changes the key without naming and asking the one before",
  ],
  [
    [firstKey, { ...unsigned, signatures, day: "2026-06-02" }],
    "1 of the log changes the key, but not both keys have signed it",
  ],
  [[published, { ...edited, commitment: "0" }], "1 of the log is not an entry"],
  [[published, { ...edited, more: 1 }], "1 of the log is not an entry"],
])("what no honest log holds is refused (case %#)", (entries, refusal) => {
  const read = () => replayEntries(entries.map((entry) => Buffer.from(toCanonicalJson(entry))));
  if (refusal === undefined) expect(read().entries).toEqual(entries);
  else expect(read).toThrow(new HistoryError(`entry ${refusal}`));
});

test("an entry that is written in another way is refused", () => {
  for (const text of [` ${toCanonicalJson(removed)}`, JSON.stringify(removed)])
    expect(() => replayEntries([Buffer.from(text)])).toThrow("entry 0 of the log is not canonical JSON");
});

/** A log of other entries, signed with the true key: what only somebody who holds it can make. */
function resign(shown: ShownLog, entries: readonly Buffer[], by = signer): ShownLog {
  const tree = createMerkleTree(entries.map(hashLeaf));
  return {
    ...shown,
    entries,
    checkpoint: signNote(formatCheckpoint(origin, entries.length, tree.rootAt(entries.length)), by),
  };
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
  const content = contentOf("a", "b", "c", "d");
  const log = deployed(build(content), content);
  const day = "2026-02-02";
  content.reviews.delete("a");
  content.removed.set("a", day);
  content.reviews.set("b", review("b", { reply: { date: day, text: "Thank you." } }));
  content.reviews.set("c", review("c", { text: "Other words.", updated: day }));
  for (const id of ["z", "e"]) content.reviews.set(id, review(id, { date: day }));
  content.reviews.set("late", review("late", { date: "2026-07-01" }));
  content.withheld = { duplicate: 1 };
  expect(build(content, log).added.map((entry) => [entry.type, "id" in entry ? entry.id : ""])).toEqual([
    ["published", "e"],
    ["published", "z"],
    ["edited", "c"],
    ["replied", "b"],
    ["removed", "a"],
    ["published", "late"],
    ["withheld", ""],
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

test.each([
  [Number.NaN, "JSON has no number for NaN"],
  [Number.POSITIVE_INFINITY, "JSON has no number for Infinity"],
  ["half \ud83d", "a text with half a character has no canonical form"],
])("%s has no canonical form", (value, message) => {
  expect(() => toCanonicalJson({ value })).toThrow(new RangeError(message));
});

/** A log of one to five reviews, and what was seen of it at each size. */
function growingLog() {
  const content = contentOf();
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

const remembered: Record<string, (first: Seen, third: Seen) => Seen[]> = {
  nothing: () => [],
  "two earlier states": (first, third) => [first, third],
  "its present state": (_, third) => [{ ...third }],
  "an empty log": (first) => [{ ...first, size: 0, root: createHash("sha256").digest("base64") }],
  "one entry more": (first) => [{ ...first, size: 7 }],
  "another root of an earlier size": (first, third) => [first, { ...third, root: first.root }],
  "another root of this size": (first) => [{ ...first, size: 6 }],
  "an earlier root as that of another size": (first) => [{ ...first, size: 3 }],
  "another log": (first, third) => [first, { ...third, origin: "other.example/log" }],
  "another key": (first) => [{ ...first, key: strange }],
};

test("a verifier says how a log differs from what it saw before", () => {
  const { shown, first, third } = growingLog();
  const said = outcomesOf(remembered, (remember) => {
    const { findings, verified } = verifyLog(shown, { known: remember(first, third) });
    return verified ? `all holds, ${verified.now.size} entries` : findings;
  });
  expect(said).toMatchInlineSnapshot(`
    "nothing: all holds, 6 entries
    two earlier states: all holds, 6 entries
    its present state: all holds, 6 entries
    an empty log: all holds, 6 entries
    one entry more: the log had 7 entries when it was last seen, and has 6 now: it was rolled back
    another root of an earlier size: the first 4 entries are not those that were last seen: history was rewritten, or different people are shown different logs
    another root of this size: the first 6 entries are not those that were last seen: history was rewritten, or different people are shown different logs
    an earlier root as that of another size: the first 3 entries are not those that were last seen: history was rewritten, or different people are shown different logs
    another log: this is another log: reviews.example/log, and it was other.example/log
    another key: the log is signed by another key than reviews.example/log+916d77f6+AYqHX/8es4RRV3rNWv7kBUVlaN18ieCQhjoFV7x69J8X, and nothing in it says how one followed the other"
  `);
});

test("what is new is what came since the newest of the states that were seen", () => {
  const { shown, first, third } = growingLog();
  const addedSince = (known: Seen[]) => verifyLog(shown, { known }).added.length;
  expect([[], [first], [third, first]].map(addedSince)).toEqual([6, 4, 2]);
});

test("an older copy of the reviews is what the log once said, in its words and its removals", () => {
  const content = contentOf("a", "b");
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
  expect(verifyOlder(entries, { reviews: [], removed: [] })).toEqual([]);
  expect(verifyOlder(entries, { ...second, removed: [{ id: "a", removed_at: "2026-03-02" }] })).toEqual([
    expect.stringContaining("is dated 2026-03-02, and was logged for 2026-03-01"),
  ]);
});

/** A log of two reviews and a removal, which entry 3 of it is. */
function threeEntries() {
  const content = contentOf("a", "b");
  content.removed.set("c", "2026-02-01");
  return deployed(build(content), content);
}
const ours = formatVerifier(signer.verifier);

type Shown = ShownLog["reviews"][number];
const withReviews = (change: (one: Shown) => Shown | Shown[]) => (log: ShownLog) => ({
  ...log,
  reviews: log.reviews.flatMap(change),
});
const withMore = (id: string, entry: number) => (log: ShownLog) => ({
  ...log,
  reviews: [...log.reviews, { ...review(id), proof: { entry, salt: "" } }],
});
const withRemoved =
  (removed_at: string, ...ids: string[]) =>
  (log: ShownLog) => ({ ...log, removed: ids.map((id) => ({ id, removed_at })) });
const falsified: Record<string, (log: ShownLog) => ShownLog> = {
  "its own name and key": (log) => ({ ...log, log: { origin, key: ours } }),
  "no note": (log) => ({ ...log, checkpoint: "?" }),
  "another origin": (log) => ({ ...log, log: { origin: "other.example/log", key: ours } }),
  "another key": (log) => ({ ...log, log: { origin, key: strange } }),
  "a review twice": withReviews((one) => (one.id === "a" ? [one, one] : one)),
  "no proof": withReviews(({ proof: _proof, ...one }) => one),
  "an unknown review": withMore("z", 1),
  "a removed review": withMore("c", 3),
  "another entry": withReviews((one) => ({ ...one, proof: { entry: 1, salt: one.proof?.salt ?? "" } })),
  "other words": withReviews((one) => ({ ...one, text: "Other." })),
  "a review less": withReviews((one) => (one.id === "a" ? [] : one)),
  "no tombstone": withRemoved(""),
  "another day of a removal": withRemoved("2026-02-02", "c"),
  "an unknown removal, and one of what is published": withRemoved("2026-02-01", "c", "z", "a"),
};

test("a stranger says what is false in a log", () => {
  const said = outcomesOf(falsified, (change) => {
    const { findings, verified } = verifyLog(change(threeEntries()), {});
    return verified ? "all holds" : findings.join("; ");
  });
  expect(said).toMatchInlineSnapshot(`
    "its own name and key: all holds
    no note: not a signed note: a text, an empty line, and a line for each signature
    another origin: this is the log reviews.example/log, and the business names other.example/log
    another key: the log is signed by another key than reviews.example/log+916d77f6+AYqHX/8es4RRV3rNWv7kBUVlaN18ieCQhjoFV7x69J8X, and nothing in it says how one followed the other
    a review twice: review a is shown twice
    no proof: review a has no proof; review b has no proof
    an unknown review: review z is not in the log
    a removed review: review c is shown, and the log says that it was removed
    another entry: review b names entry 1, and its last one is 2
    other words: review a does not have the words or the date that were logged; review b does not have the words or the date that were logged
    a review less: review a was published and is gone without a word: no tombstone, no entry
    no tombstone: the tombstone of c is missing
    another day of a removal: the removal of c is dated 2026-02-02, and was logged for 2026-02-01
    an unknown removal, and one of what is published: the removal of z is not in the log; the removal of a is not in the log"
  `);
});

test("a business that names an earlier key of its log is told from one that names another", () => {
  const content = contentOf();
  const log = deployed(build(content), content);
  const shown = deployed(build(content, log, { signer: next, rotations: [rotate(signer, next)] }), content);
  expect(verifyLog({ ...shown, log: { origin, key: ours } }, {}).findings).toEqual([
    `the log is signed by ${formatVerifier(next.verifier)}, and the business names an earlier key, ${ours}`,
  ]);
});

test("witnesses are named with their times, and a signature that is not theirs is a finding", () => {
  const log = threeEntries();
  const [ann, bob, eve] = ["ann.example", "bob.example", "eve.example"].map((name, index) =>
    createSigner(name, Buffer.alloc(32, index), "cosignature"),
  ) as [Signer, Signer, Signer];
  const note = parseNote(log.checkpoint);
  const witnesses = [ann, bob, eve].map(({ verifier }) => verifier);
  const forged = cosignNote({ ...note, text: "other\n" }, eve, 9);
  const shown = { ...log, checkpoint: log.checkpoint + cosignNote(note, bob, 1_700_000_000) };
  expect(verifyLog(shown, { witnesses })).toMatchObject({
    findings: [],
    witnesses: [{ name: "bob.example", seconds: 1_700_000_000 }],
  });
  expect(verifyLog({ ...shown, checkpoint: shown.checkpoint + forged }, { witnesses })).toMatchObject({
    findings: ["the checkpoint has a signature of eve.example that is not of its key"],
    witnesses: [{ name: "bob.example" }],
  });
});

test("in 40 random histories every build verifies, and another reader of logs finds the same root", () => {
  const seed = Number(process.env["SEED"] ?? 20_261_121);
  for (let history = 0; history < 40; history += 1) {
    const random = createRandom(seed + history);
    const content = contentOf();
    const counter = { next: 0 };
    let shown: ShownLog | undefined;
    const known: Seen[] = [];
    for (let builds = 0; builds < 3; builds += 1) {
      for (let steps = 1 + Math.floor(random() * 4); steps > 0; steps -= 1) step(content, random, counter);
      content.withheld = { duplicate: Math.floor(random() * 2) };
      shown = deployed(build(content, shown), copy(content));
      const { findings, verified } = verifyLog(shown, { known });
      expect(findings, `seed ${seed + history}`).toEqual([]);
      if (verified) known.push(verified.now);
      const opened = openCheckpoint(shown.checkpoint, [formatVerifier(signer.verifier)]);
      expect(opened).toMatchObject({ size: shown.entries.length, signedBy: [origin] });
      expect(opened.root).toEqual(treeHash([...shown.entries]));
    }
  }
});

test("10,000 reviews are verified by work in proportion to their number", async () => {
  await expectLinear(
    (size) => {
      const content = contentOf();
      for (let index = 0; index < size; index += 1) content.reviews.set(`r${index}`, review(`r${index}`));
      const shown = deployed(build(content), content);
      return () => expect(verifyLog(shown, {}).findings).toEqual([]);
    },
    1250,
    once,
  );
});
