import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { hashText } from "../../src/content/load-verdicts.ts";
import type { PreviousDeploy } from "../../src/schema/site.ts";
import { issuesOf, load, review, soundFile, writeContent } from "./content-folder.ts";

test("days on their limits are taken: of the review itself, and today", async () => {
  const [day, today] = ["2026-05-03", "2026-11-20"];
  const same = {
    updated: day,
    reply: `{ date: ${day}, text: Hi }`,
    verification: `{ method: job_record, date: ${day} }`,
  };
  const late = { date: today, updated: today, reply: `{ date: ${today}, text: Hi }` };
  const { reviews } = await load({
    "reviews/more.yaml":
      review(same) + review({ id: "r4", ...late, formerly: `[{ id: old, until: ${today} }]` }),
    "reviews/gone.yaml": `- { id: r9, removed_at: ${today} }\n`,
    "summary.md": `---\nupdated: ${today}\n---\n\nGood.\n`,
  });
  expect(reviews.map(({ id }) => id)).toEqual(["r4", "r3", "r2", "r1"]);
});

test("content without an issue is taken", async () => {
  const site = await load();
  expect(site.reviews.map(({ id }) => id)).toEqual(["r2", "r1"]);
  // Files that editors and systems leave behind are not content.
  const left = "reviews/.x.yaml reviews/x.yaml~ reviews/~x.yaml reviews/README.md faq/README.md";
  const beside = Object.fromEntries(left.split(" ").map((name) => [name, "?"]));
  expect(normal(await load(beside))).toBe(normal(site));
});

test("the year of founding may stand without quotes", async () => {
  const site = await load({ "business.yaml": `${soundFile("business.yaml")}founded: 1998\n` });
  expect(site.business.founded).toBe("1998");
});

const cases: Record<string, Record<string, string | Buffer | undefined>> = {
  "opening hours as people write them": {
    "business.yaml": soundFile("business.yaml").replace('[Mo], opens: "08:00"', '[Thu], opens: "7:00"'),
  },
  "broken YAML": {
    "reviews/more.yaml": `${review({ text: '"no end' })}${review({ id: "r4", rating: "9" })}`,
  },
  "words with a colon": { "reviews/more.yaml": review({ text: "Great: really good" }) },
  "words in quotes with an apostrophe": { "reviews/more.yaml": review({ text: "'It's great'" }) },
  "words that begin with a sign": {
    "reviews/more.yaml": [
      review({ text: "*Great* work" }),
      review({ id: "r4", text: "@karen asked" }),
      review({ id: "r5", title: "[sic] good" }),
    ].join(""),
  },
  "words that a comment cuts off": {
    "reviews/more.yaml": [
      review({ text: "We are #1 fan of them" }),
      review({ id: "r4", rating: "5 # of five", text: "'Our #1'", title: "The#1" }),
      review({ id: "r5", reply: "{ date: 2026-05-04, text: Thanks # a lot\n    }", author: "Bob #2" }),
    ].join(""),
  },
  "a tab": { "reviews/more.yaml": review({}).replace("  rating", "\trating") },
  "a space that is none": { "reviews/more.yaml": review({}).replace("  rating", "\u00A0 rating") },
  "one space too few": { "reviews/more.yaml": review({}).replace("  rating", " rating") },
  "a field twice": { "reviews/more.yaml": `${review({})}  rating: 4\n` },
  "no space behind a colon": { "reviews/more.yaml": review({}).replace("rating: ", "rating:") },
  "a line of three dashes": { "reviews/more.yaml": `${review({})}---\n${review({ id: "r4" })}` },
  "broken YAML in a single file": { "business.yaml": "name: [Fern\ndescription: x: y\n" },
  "front matter without an end": { "faq/price.md": "---\nquestion: Why?\n\nBecause.\n" },
  "broken front matter": { "faq/price.md": "---\nquestion: [Why?\norder: 1\n---\n\nBecause.\n" },
  "no front matter": { "summary.md": "Good.\n" },
  "an answer without text": { "faq/price.md": "---\nquestion: Why?\n---\n\n" },
  "fields of every kind": {
    "business.yaml": soundFile("business.yaml")
      .replace("Fern & Sons", "{ a: b }")
      .replace("office@example.com", "office")
      .replace("fictional: true", `fictional: "yes"`)
      .replace("Made up for tests.", "[a, list]")
      .replace("OH", "").concat(`same_as: [nowhere, null]
geo: { latitude: "1", longitude: -181, height: 1 }
price_range: ${"$".repeat(11)}
founded: ${"9".repeat(78)}x
language: ${"x".repeat(78)}
action: { label: Book, url: 5, labl: x }
gallery: { file: a.png }
log: [{ origin: a }]
editor: 5
brand: { motifs: [leef], colour: x }
`),
    "technicians.yaml": "- { id: ann, name: 5, aliases: [5, true] }\n",
    "areas.yaml": "- { id: a, name: A, region: B, geo: { latitude: 91, longitude: 0, alt: 0 } }\n- nothing\n",
    "pages/terms.md": "---\ntitle: Terms\norder: 1.5\n---\n\nText.\n",
    "reviews/more.yaml": review({
      verdicts: "[]",
      allow: "5",
      photos: "[{ file: a.gif }]",
      formerly: "[{ ids: a }]",
    }),
    "verdicts/a.jsonl": `{"review":"r1","text_sha256":"x","judge":{"modell":"a"},"accepted":"2026-01-01","verdicts":{"Price!":{},"price":{"verdict":"mixed"}}}\n`,
  },
  "no hours": { "business.yaml": soundFile("business.yaml").replace(/:\n {2}- .*/, ": []") },
  "an unknown key": { "reviews/more.yaml": review({ author: "", authr: "Ann" }) },
  "an unknown key deep inside": { "reviews/more.yaml": review({ verification: "{ methd: invoice }" }) },
  "a wrong type": { "reviews/more.yaml": review({ title: "2024", rating: '"5"', source: "Google" }) },
  "dates in the future": {
    "reviews/more.yaml": review({
      date: "2026-11-21",
      updated: "2027-01-01",
      reply: "{ date: 2027-01-02, text: Thanks }",
      verification: "{ method: invoice, date: 2027-01-03 }",
    }),
    "reviews/gone.yaml": "- { id: r9, removed_at: 2027-01-04 }\n",
    "summary.md": "---\nupdated: 2027-01-05\n---\n\nGood.\n",
  },
  "a job after its review": {
    "reviews/more.yaml": [
      review({ verification: "{ method: job_record, date: 2026-05-04 }" }),
      review({ id: "r4", verification: "{ method: appointment, date: 2026-05-04 }" }),
      review({ id: "r5", verification: "{ method: invoice, date: 2026-05-04 }" }),
      review({ id: "r6", updated: "2026-05-02" }),
      review({
        id: "r7",
        formerly: "\n    - { id: a, until: 2026-11-20 }\n    - { id: b, until: 2026-11-21 }",
      }),
    ].join(""),
  },
  "ids twice in one list": {
    "aspects.yaml": soundFile("aspects.yaml").repeat(2),
    "reviews/more.yaml": "- removed_at: 2026-06-01\n  id: r8\n".repeat(2) + review({ id: "r9" }).repeat(2),
  },
  "more words that begin with a sign": {
    "reviews/more.yaml": ["{x", "&x y: z", "!x: y"]
      .map((text, at) => review({ id: `x${at}`, text }))
      .join(""),
    "services.yaml": "- { id: mowing, name: *nobody, description: x }\n",
  },
  "a correction that names nothing like what is known": {
    "reviews/more.yaml": review({ mentions: "[{ is: zzz, words: Fine }]" }),
  },
  "a reply before its review": {
    "reviews/more.yaml": review({ reply: "{ date: 2026-05-02, text: Thanks }" }),
  },
  "a duplicate id across files": { "reviews/more.yaml": `\n# more\n${review({ id: "r1" })}` },
  "an id of a removed review": {
    "reviews/more.yaml": review({}),
    "reviews/removed.yaml": "- id: r3\n  removed_at: 2026-06-01\n  reason: erasure\n",
  },
  "ids that are names of other pages": {
    "reviews/more.yaml": [
      review({ id: "2026-05" }),
      review({ id: "praise" }),
      review({ id: "r5", formerly: "[{ id: 2024-12, until: 2026-05-03 }]" }),
    ].join(""),
  },
  "an id that two lists share": { "areas.yaml": "- { id: mowing, name: Mowing, region: Ohio }\n" },
  "an unknown technician, service or area": {
    "reviews/more.yaml": review({
      text: "Wil cut it in Fernwik.",
      mentions:
        "[{ is: will-taner, words: Wil }, { is: mowin, words: cut }, { is_not: fernwik, words: Fernwik }]",
    }),
  },
  "words that the text does not hold": {
    "reviews/more.yaml": review({ mentions: "[{ is: will-tanner, words: Willy }]" }),
  },
  "a misspelt correction": {
    "reviews/more.yaml": review({ mentions: "[{ isnot: will-tanner, words: Fine }]" }),
  },
  "a verdict on an unknown aspect, and an unknown verdict": {
    "reviews/more.yaml": `${review({ verdicts: "{ prices: positive }" })}${review({ id: "r4", verdicts: "{ price: good }" })}`,
  },
  "a rating of 6, and none": {
    "reviews/more.yaml": `${review({ rating: "6" })}\n${review({ id: "r4", rating: "" })}`,
  },
  "empty files": {
    "business.yaml": "",
    "services.yaml": "# nothing yet\n",
    "reviews/more.yaml": "",
    "reviews/more.jsonl": "\n",
    "faq/price.md": "",
  },
  "missing files": { "areas.yaml": undefined, "summary.md": undefined },
  "a file where a folder belongs": { "faq/price.md": undefined, faq: "?" },
  "names that look left behind": {
    "reviews/a~b.yaml": "",
    "reviews/README.mdx": "",
    "reviews/a.jsonl.txt": "",
  },
  "an id that was given up, used again": {
    "reviews/more.yaml": `${review({ formerly: "\n    - id: older\n    - id: old" })}${review({ id: "old" })}`,
  },
  "a map where a list belongs": { "reviews/more.yaml": "reviews:\n- id: r3\n" },
  "invalid UTF-8": {
    "reviews/more.yaml": Buffer.concat([
      Buffer.from(review({ text: "Gr" }).trimEnd()),
      Buffer.from([0xfc, 0xdf, 0x0a]),
    ]),
  },
  "UTF-16": { "reviews/more.yaml": Buffer.from(`\uFEFF${review({})}`, "utf16le") },
  "UTF-16 the other way round": {
    "reviews/more.yaml": Buffer.from(`\uFEFF${review({})}`, "utf16le").swap16(),
    "services.yaml": Buffer.from([0xff, 0x41]),
    "areas.yaml": Buffer.from([0xfe, 0x41]),
    "technicians.yaml": Buffer.from([0x41, 0x0a, 0x42, 0xfe]),
    "aspects.yaml": Buffer.from([0x41, 0xff]),
  },
  "a sign that stands for what cannot be read": {
    "reviews/more.yaml": review({ text: "Gr\uFFFD\uFFFD", rating: "6" }),
  },
  "line ends of old": { "reviews/more.yaml": review({ rating: "6" }).replaceAll("\n", "\r") },
  "an unverified review": { "reviews/more.yaml": review({ verification: "" }) },
  "an unknown way of verification": { "reviews/more.yaml": review({ verification: "{ method: invoic }" }) },
  "personal data": {
    "reviews/more.yaml": `- id: r3
  date: 2026-05-03
  rating: 5
  title: Call (614) 555-0142
  text: |
    Great work.
    The gate code is 4821.
    We are at 12 Mill Road.
  reply: { date: 2026-05-04, text: Write to ann.miller@example.com }
  author: Ann
  source: { name: Google }
  verification: { method: job_record }
`,
  },
  "broken and invalid JSON lines": {
    "reviews/more.jsonl": `{"id":"r3"\n\n{"id":"r4","date":"2026-05-03","rating":0,"author":"Ann","source":{"name":"x"},"verification":{"method":"invoice"}}\n`,
  },
  "a kind of personal data that does not exist": { "reviews/more.yaml": review({ allow: "{ fone: ours }" }) },
  "pages of the owner's own": {
    "pages/imprint.md": "---\ntitel: Imprint\n---\n\nUs.\n",
    "pages/Terms of use.md": "",
  },
  "a file that nobody reads": { "reviews/2026.yaml.txt": review({}), "faq/Wrong name.md": "" },
};

const judged = (changes: object) =>
  `${JSON.stringify({
    review: "r1",
    text_sha256: hashText("Will mowed for a fair price."),
    judge: { person: "Ann" },
    accepted: "2026-06-01",
    verdicts: { price: { verdict: "positive", quote: "fair price" } },
    ...changes,
  })}\n`;

test("verdicts hold for the words that were judged, and of other words they are stale", async () => {
  const stale = judged({ review: "r2", text_sha256: hashText("Other words.") });
  const site = await load({ "verdicts/a.jsonl": judged({}) + stale });
  expect(site.verdicts.map(({ review }) => review)).toEqual(["r1"]);
  expect(site.stale_verdicts).toEqual(["r2"]);
  expect(
    await issuesOf({
      "verdicts/a.jsonl":
        judged({ verdicts: { prices: { verdict: "neutral", quote: "Will" } } }) + judged({}),
      "verdicts/b.jsonl": judged({ review: "r9" }),
    }),
  ).toContain(
    [
      "content/verdicts/a.jsonl:1: verdicts.prices of r1 is not an aspect of aspects.yaml: delete it, or run npm run verdicts again",
      "content/verdicts/a.jsonl:2: review of r1 is judged twice: keep one of the two entries",
      "content/verdicts/b.jsonl:1: review of r9 is not the id of a review: delete this entry",
    ].join("\n"),
  );
  const unsaid = { price: { verdict: "positive", quote: "Fair price" } };
  expect(await issuesOf({ "verdicts/a.jsonl": judged({ verdicts: unsaid }) })).toContain(
    'verdicts.price of r1 quotes "Fair price", which the review does not say',
  );
});

test("what the previous deploy withdrew stays away, and its tombstones are carried on where content has none", async () => {
  const mark = "0".repeat(24);
  const previous: PreviousDeploy = {
    published: ["once"],
    removed: [
      { id: "gone", removed_at: "2026-06-01" },
      { id: "own", removed_at: "2026-06-02" },
      { id: "renamed", removed_at: "2026-06-03", fingerprint: mark },
      { id: "other", removed_at: "2026-06-04", fingerprint: "1".repeat(24) },
    ],
  };
  const removed = `- { id: own, removed_at: 2026-06-02 }
- { id: once, removed_at: 2026-06-05, never_published: true }
- { id: never, removed_at: 2026-06-06, never_published: true }
- { id: new, removed_at: 2026-06-07, fingerprints: ["${mark}"] }
- { id: other, removed_at: 2026-06-04, never_published: true }
`;
  const load = async (files: Record<string, string>, log?: PreviousDeploy["log"]) =>
    loadSite(await writeContent(files), { today: "2026-11-20", previous: { ...previous, log } });
  const site = await load({ "reviews/removed.yaml": removed });
  expect(site.removed.map(({ id, carried }) => [id, carried])).toEqual([
    ["new", undefined],
    ["once", undefined],
    ["other", undefined],
    ["own", undefined],
    ["gone", true],
  ]);
  const log = { checkpoint: "", entries: [], salts: {}, replied: [] };
  const signed = await load({ "reviews/removed.yaml": removed }, log);
  expect(signed.removed).toContainEqual({ id: "renamed", removed_at: "2026-06-03" });
  await expect(load({ "reviews/more.yaml": review({ id: "gone" }) })).rejects.toThrow(
    "reviews/more.yaml:1: id of gone belongs to a review that the site withdrew on 2026-06-01, and it must not come back; is this an older state of content? Bring it up to date, or withdraw the review again: npm run redact -- gone --reason erasure",
  );
  const withheld = review({ id: "gone", withheld: "duplicate", verification: "" });
  expect((await load({ "reviews/more.yaml": withheld })).withheld.map(({ id }) => id)).toEqual(["gone"]);
});

test("the owner's own pages come in the order that they give, then by their ids", async () => {
  const page = (title: string, order = "") => `---\ntitle: ${title}\n${order}---\n\nWords of ${title}.\n`;
  const folder = await writeContent({
    "pages/terms.md": page("Terms"),
    "pages/privacy.md": page("Privacy"),
    "pages/imprint.md": page("Imprint", "order: 101\n"),
    "pages/contact.md": page("Contact", "order: 1\n"),
  });
  const { pages } = await loadSite(folder, { today: "2026-11-20" });
  expect(pages.map(({ id, title, body }) => [id, title, body.text.trim()])).toEqual([
    ["contact", "Contact", "Words of Contact."],
    ["privacy", "Privacy", "Words of Privacy."],
    ["terms", "Terms", "Words of Terms."],
    ["imprint", "Imprint", "Words of Imprint."],
  ]);
});

for (const [name, files] of Object.entries(cases)) {
  test(`an issue is named with its place and its fix: ${name}`, async () => {
    expect(await issuesOf(files)).toMatchSnapshot();
  });
}

const normal = (value: unknown) => JSON.stringify(value).replaceAll(/"file":"[^"]*"/g, "");

test("a byte order mark and Windows line ends change nothing", async () => {
  const plain = await load();
  const windows = Object.fromEntries(
    ["business.yaml", "technicians.yaml", "summary.md", "faq/price.md", "reviews/2026.yaml"].map((name) => [
      name,
      Buffer.from(`\uFEFF${soundFile(name).replaceAll("\n", "\r\n")}`),
    ]),
  );
  expect(normal(await load(windows))).toBe(normal(plain));
});

test("lines are counted as an editor counts them, Windows line ends or not", async () => {
  const text = `${review({})}\n${review({ id: "r4", rating: "7" })}`;
  const [unix, windows] = await Promise.all([
    issuesOf({ "reviews/more.yaml": text }),
    issuesOf({ "reviews/more.yaml": `\uFEFF${text.replaceAll("\n", "\r\n")}` }),
  ]);
  expect(windows).toBe(unix);
  expect(unix).toContain("content/reviews/more.yaml:11: rating of r4");
});

test("links and folders in place of files are issues, and nothing is read through them", async () => {
  const folder = await writeContent({ "faq/price.md": undefined, "services.yaml": undefined });
  const secret = join(await writeContent(), "summary.md");
  await mkdir(join(folder, "faq/what.md"), { recursive: true });
  await mkdir(join(folder, "services.yaml"));
  await mkdir(join(folder, "public/.well-known"), { recursive: true });
  await symlink(secret, join(folder, "faq/price.md"));
  await symlink(secret, join(folder, "public/key.txt"));
  await symlink(secret, join(folder, "public/.well-known/key"));
  await symlink(dirname(secret), join(folder, "public/more"));
  await symlink(join(dirname(secret), "reviews"), join(folder, "verdicts"));
  // An editor's backup of an open file is not content.
  await symlink("ann@desk.1234", join(folder, "public/.#key.txt"));
  const error = await loadSite(folder, { today: "2026-11-20" }).catch((thrown: Error) => thrown);
  const link = "is a link: content holds files and folders only, so put a file in its place, or delete it";
  expect((error as Error).message.replaceAll(folder, "content").split("\n").slice(2, -1)).toEqual([
    `content/faq/price.md:1: ${link}`,
    "content/faq/what.md:1: is a folder in place of a file: rename it, or delete it",
    `content/public/.well-known/key:1: ${link}`,
    `content/public/key.txt:1: ${link}`,
    `content/public/more:1: ${link}`,
    "content/services.yaml:1: is a folder in place of a file: rename it, or delete it",
    `content/verdicts:1: ${link}`,
  ]);
});
