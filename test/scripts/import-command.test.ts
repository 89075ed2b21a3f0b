import { randomBytes } from "node:crypto";
import { mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { importReviews } from "../../scripts/import.ts";
import { UsageError, messageOf } from "../../src/schema/errors.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { review, writeContent } from "../content/content-folder.ts";
import { google, googlePage } from "./exports.ts";
import { killAtEveryChange } from "./killed-commands.ts";
import { createZip, importing, run, snapshotOf, write } from "./owner.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const load = (content: string) => loadSite(content, { today: "2026-11-20" });
const page = googlePage(google({ id: "A", comment: "Neat." }));

/** A tar archive as the usual programs write it. */
function toTar(files: [name: string, text: string, type?: string][]): Buffer {
  const parts = files.flatMap(([name, text, type = "0"]) => {
    const bytes = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write("0000644\0", 100);
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write(type, 156);
    header.write("ustar\x0000", 257, "latin1");
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

test("every kind of export becomes content that the build takes, and a second run changes nothing", async () => {
  const shapes = parse(await readFile(join(import.meta.dirname, "import/exports.yaml"), "utf8")) as {
    file: string;
    export: unknown;
    reviews: object[];
  }[];
  const content = await writeContent();
  let added = 0;
  for (const { file, export: value } of shapes) {
    const path = await write(file, typeof value === "string" ? value : JSON.stringify(value));
    const args = ["--verified-by", "platform", "--write"];
    added += (await importing(content, path, ...args)).new.length;
    const before = await snapshotOf(content);
    expect(await importing(content, path, ...args)).toMatchObject({ new: [], edited: [], written: [] });
    expect(await snapshotOf(content)).toEqual(before);
  }
  const { reviews, withheld } = await load(content);
  expect(added).toBeGreaterThan(shapes.length / 2);
  expect(reviews.length + withheld.length).toBe(2 + added);
});

test("a Takeout zip of several pages goes to the files of its years; without --write nothing is written", async () => {
  const content = await writeContent();
  const pages = [
    googlePage(
      google({ id: "A", comment: "Neat edges.", updated: "2026-03-05T00:00:00Z", reply: "Thank you!" }),
      google({ id: "B", name: "Bob", stars: "ONE", created: "2021-01-31T23:59:59Z" }),
    ),
    googlePage(google({ id: "C", name: "Mary Ann Kowalski", stars: "THREE", comment: "Fine, and on time." })),
  ];
  const folder = "Takeout/Google Business Profile/account-111/location-222";
  const zip = createZip(pages.map((bytes, index) => ({ name: `${folder}/reviews-${index}.json`, bytes })));
  const file = await write("takeout.zip", zip);
  const jobs = await write(
    "jobs.csv",
    "customer,date\nKaren McDonald,2026-02-20\nMary Ann Kowalski,2026-02-21\n",
  );
  const before = await snapshotOf(content);
  const shown = await importReviews([file, "--content", content, "--jobs", jobs]);
  expect(shown).toMatch(/^Google Business Profile: 3 reviews in 2 files\n/);
  expect(shown).toMatch(/3 new, 0 edited, 0 unchanged, 2 missing\n[^]*Nothing is written yet: add --write/);
  expect(shown).toMatch(/1 new review waits as "withheld: unverified"/);
  expect(await snapshotOf(content)).toEqual(before);
  await importReviews([file, "--content", content, "--jobs", jobs, "--write"]);
  const site = await load(content);
  expect(site.reviews).toHaveLength(4);
  expect((await readFile(join(content, "reviews/2021.yaml"), "utf8")).replace(/[a-z2-7]{16}/, "…")).toBe(
    "- id: google-…\n  date: 2021-01-31\n  rating: 1\n  author: Bob\n  source:\n    name: Google\n  withheld: unverified\n",
  );
  expect(site.reviews.find(({ text }) => text === "Neat edges.")).toMatchObject({
    author: "Karen M.",
    updated: "2026-03-05",
    reply: { date: "2026-03-05", text: "Thank you!" },
  });
});

test("the platform's edit reaches the entry where it stands; the owner's fields and comments stay", async () => {
  const entry = review({
    id: "r3",
    date: "2026-03-01",
    author: "Karen M.",
    text: "Will was here, neat edges.",
    verdicts: "{ price: none }",
    mentions: "\n    - is: will-tanner\n      words: Will",
  }).replace("mentions: \n", "mentions:\n");
  const mine = `# Kept by hand\n${entry}  # she is the neighbor\n\n# the next one\n${review({ id: "r4" })}`;
  const content = await writeContent({ "reviews/hand.yaml": mine });
  const words = "Will was here, neat edges. And the gate was shut.";
  const file = await write(
    "x.json",
    googlePage(google({ id: "A", comment: words, updated: "2026-04-01T08:00:00Z" })),
  );
  expect(await importing(content, file, "--write")).toMatchObject({ new: [], edited: [{ id: "r3" }] });
  expect(await readFile(join(content, "reviews/hand.yaml"), "utf8")).toBe(
    mine
      .replace("text: Will was here, neat edges.", `text: ${words}`)
      .replace("  # she is the neighbor\n", "  updated: 2026-04-01\n  # she is the neighbor\n"),
  );
  expect((await load(content)).reviews.find(({ id }) => id === "r3")?.verdicts).toEqual({ price: "none" });
  expect((await importing(content, file)).unchanged).toEqual(["r3"]);
});

test("a review that was erased never comes back, imported or typed by hand before", async () => {
  const words = "Neat edges and a shut gate.";
  const hand = review({
    id: "r3",
    date: "2026-03-01",
    author: "Bo E.",
    text: "Many words, and a green fence.",
  });
  const content = await writeContent({ "reviews/hand.yaml": hand });
  const file = await write("x.json", googlePage(google({ id: "A", comment: words })));
  const id = String((await importing(content, file, "--write")).new[0]?.["id"]);
  for (const one of [id, "r3"])
    expect((await run("redact.ts", [one, "--reason", "erasure", "--content", content])).code).toBe(0);
  const again = await importing(content, file, "--verified-by", "platform", "--write");
  expect(again).toMatchObject({ new: [], edited: [], removed: [{ id }], written: [] });
  const created = "2026-03-02T00:00:00Z";
  const alike = googlePage(
    google({ id: "B", name: "Bo Ek", comment: "Other words now." }),
    google({ id: "C", name: "Bo Ek", comment: "Many words, and a green fence!", created }),
  );
  const report = await importing(content, await write("x.json", alike), "--write");
  expect(report).toMatchObject({ new: [], removed: [{ id: "r3" }, { id: "r3" }] });
});

test("two exports of one run that are confirmed are both kept, and known again", async () => {
  const content = await writeContent();
  const table = (day: number, head = "Review") =>
    `Id,Name,Rating,${head},Date\n1,Ann Lee,5,Text ${day}.,${day}\n`;
  const zip = await write(
    "x.zip",
    createZip([
      { name: "a.csv", bytes: table(46082) },
      { name: "b.csv", bytes: table(46083, "Comment") },
    ]),
  );
  await importing(content, zip, "--source", "Yelp", "--confirm", "--write");
  const kept = await readFile(join(content, "imports.yaml"), "utf8");
  expect(kept.match(/dates: excel/g)).toHaveLength(2);
  expect(await importing(content, zip)).toMatchObject({ new: [], edited: [], refused: [] });
});

describe("archives and folders", () => {
  const name = "Takeout/Google Business Profile/account-1/location-222/reviews-0.json";
  const tar = toTar([
    ["Takeout/a.jpg", "x".repeat(3000)],
    [name, page],
  ]);
  const deep = `${"long-name/".repeat(20)}reviews.json`;
  const picture: [string, string] = ["Takeout/b.jpg", "x".repeat(1024)];
  const cut: [string, string] = ["cut.bin", page];
  const longName: [string, string, string] = ["PaxHeader", `${deep.length + 10} path=${deep}\n`, "x"];
  const pictures = [1, 2, 3, 4, 5].map((at) => ({ name: `p${at}.jpg`, bytes: randomBytes(15_000_000) }));
  test.each<[string, string, () => Buffer]>([
    ["a tgz", "takeout.tgz", () => gzipSync(tar)],
    ["a tar", "takeout.tar", () => tar],
    ["a file that was gzipped", "x.json.gz", () => gzipSync(page)],
    ["a tar with a long name in it", "takeout.tar", () => toTar([picture, longName, cut])],
    ["a tar with GNU's long name in it", "takeout.tar", () => toTar([["L", `${deep}\0`, "L"], cut])],
    ["a zip with far more than reviews", "x.zip", () => createZip([...pictures, { name, bytes: page }])],
  ])("%s is read", async (_, file, toBytes) => {
    expect((await importing(await writeContent(), await write(file, toBytes()))).new).toHaveLength(1);
  });

  test("a folder is read, what is broken in it is said, and nobody's links are followed", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "Takeout/x"), { recursive: true });
    await writeFile(join(folder, "Takeout/x/reviews.json"), page);
    await writeFile(join(folder, "Takeout/x/broken.json"), "{");
    const report = await importing(await writeContent(), folder);
    expect(report.new).toHaveLength(1);
    expect(report.notes.join()).toContain("left out");
  });

  const flip = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 0xff;
    return copy;
  };
  const good = createZip([{ name, bytes: page }]);
  const openDocument = createZip(["mimetype", "content.xml"].map((one) => ({ name: one, bytes: "x" })));
  const tgz = gzipSync(tar);
  const tarBomb = toTar([[name, ""]]);
  tarBomb.write("2000000000", 124, "latin1");
  const zip = (entry: string, bytes: Buffer | string = "x", claimedSize?: number) =>
    createZip([{ name: entry, bytes, ...(claimedSize !== undefined && { claimedSize }) }]);
  test.each<[string, string, Buffer | string, RegExp]>([
    ["a cut zip", "x.zip", good.subarray(0, good.length - 30), /broken zip/],
    ["a zip with a flipped byte", "x.zip", flip(good, 110), /broken zip/],
    ["a zip with another checksum", "x.zip", flip(good, good.lastIndexOf("PK\x01\x02") + 16), /checksum/],
    ["a zip bomb", "x.zip", zip("reviews.json", page, 300_000_000), /unpacks to far more/],
    ["a zip that hides its size", "x.zip", zip("reviews.json", Buffer.alloc(5_000_000), 10), /broken zip/],
    ["a path that leaves the folder", "x.zip", zip("../../reviews.json", page), /leads out of its folder/],
    ["an empty zip", "x.zip", createZip([]), /holds no reviews/],
    ["xlsx", "x.xlsx", zip("xl/workbook.xml"), /workbook.*CSV UTF-8/],
    ["docx", "x.docx", zip("word/document.xml"), /workbook.*CSV UTF-8/],
    ["numbers", "x.numbers", zip("Index/Document.iwa"), /workbook.*CSV/],
    ["ods", "x.ods", openDocument, /workbook.*CSV/],
    ["a tar bomb", "x.tar", tarBomb, /unpacks to far more/],
    ["a cut tar", "x.tar", tar.subarray(0, 512 + 3072 + 512 + 20), /broken tar archive/],
    ["a cut tgz", "x.tgz", tgz.subarray(0, tgz.length - 20), /broken gzip/],
    ["JSON that is truncated", "x.json", page.slice(0, -5), /not whole JSON/],
    ["an open quote", "x.csv", 'Name,Rating\nAnn,"open\n', /line 2: a quote is opened/],
    ["something else", "x.csv", "a,b\n1,2\n", /holds no reviews/],
    ["an empty file", "x.json", "", /holds no reviews/],
  ])("%s is one clear line, and nothing is written", async (_, file, bytes, message) => {
    const content = await writeContent();
    const before = await snapshotOf(content);
    const args = [await write(file, bytes), "--content", content, "--write"];
    const error: unknown = await importReviews(args).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(UsageError);
    expect(messageOf(error)).toMatch(message);
    expect(messageOf(error).split("\n")).toHaveLength(1);
    expect(await snapshotOf(content)).toEqual(before);
  });

  test("far more than a list of reviews", async () => {
    const path = join(await temporaryFolder(), "big.json");
    await writeFile(path, "[");
    await truncate(path, 300_000_000);
    await expect(importing(await writeContent(), path)).rejects.toThrow(
      /big\.json is larger than 256 MB \(286 MB\)/,
    );
  });
});

test("a place that cannot be written leaves content as it was", async () => {
  const content = await writeContent({ "reviews/2021.yaml/x.yaml": review({}) });
  const before = await snapshotOf(content);
  const pages = googlePage(google({ id: "A" }), google({ id: "B", created: "2021-01-01T00:00:00Z" }));
  const file = await write("x.json", pages);
  await expect(importing(content, file, "--write")).rejects.toThrow("content cannot be written");
  expect(await snapshotOf(content)).toEqual(before);
});

test.each([
  [["--scale=4"], "--scale must be a whole number from 5 to 100"],
  [["--scale=101"], "--scale must be"],
  [["--scale=7.5"], "--scale must be"],
  [["--dates", "ymd"], '--dates must be one of mdy, dmy, excel, got "ymd"'],
  [["--verified-by", "me"], '--verified-by must be one of platform, got "me"'],
  [["y.csv"], "Name one export"],
])("%j is wrong use", async (args, message) => {
  await expect(importReviews(["x.csv", ...args])).rejects.toThrow(message);
});

test("the command says what is wrong with its options, and how it is used", async () => {
  const [misspelt, swallowed, help] = await Promise.all([
    run("import.ts", ["x.zip", "--wirte"]),
    run("import.ts", ["x.zip", "jobs.csv"], { npm_config_write: "true", npm_config_jobs: "true" }),
    run("import.ts", ["--help"]),
  ]);
  expect(swallowed.err).toContain("npm took --write and --jobs for itself: put -- in front");
  expect(misspelt).toMatchObject({ code: 1, out: "" });
  expect(misspelt.err).toContain("--wirte");
  expect(misspelt.err).not.toContain("    at ");
  expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/Examples:[\s\S]*Exit codes:/) });
});

test("an import that is killed at any moment leaves whole files, and the next one finishes", async () => {
  const pages = Array.from({ length: 4 }, (_, index) =>
    google({ id: `R${index}`, name: `Ann ${index}`, created: `${2019 + (index % 2)}-03-01T00:00:00Z` }),
  );
  const file = await write("x.json", googlePage(...pages));
  // Each computer has a key of its own for the words that it remembers.
  const contentOf = async (folder: string) => {
    const { "/imported.jsonl": imported = "", ...files } = await snapshotOf(folder);
    return { ...files, imported: imported.replace(/"words":"[^"]*"/g, "") };
  };
  const undisturbed = await writeContent();
  await importing(undisturbed, file, "--write");
  const finished = await contentOf(undisturbed);
  const left = [".tmp-4194305-imported.jsonl", "reviews/.tmp-4194305-2021.yaml"];
  await killAtEveryChange("import.ts", async () => {
    const content = await writeContent(Object.fromEntries(left.map((name) => [name, "half a file"])));
    return {
      args: [file, "--content", content, "--write"],
      dead: async () => void (await load(content)),
      again: async () => expect(await contentOf(content)).toEqual(finished),
    };
  });
});
