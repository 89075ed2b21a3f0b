import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build, readTree } from "../../build/builds.ts";
import { run } from "../../scripts/owner.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const texts = [
  "Gentle hygienist, no pain at all.",
  "We waited forty minutes in the waiting room.",
  "My crown fits and the price was fair.",
  "The dentist explained everything.",
  "Clean rooms, friendly staff.",
];

const toReviews = (count: number) =>
  texts
    .slice(0, count)
    .map(
      (text, index) =>
        `- { id: d${index}, date: 2026-0${index + 1}-02, rating: ${index % 2 ? 2 : 5}, text: "${text}", author: Ann B., source: { name: Google }, verification: { method: appointment } }\n`,
    )
    .join("") || "[]\n";

/** The dental practice that init writes, with so many reviews; bare has neither people nor services, areas, aspects, FAQ. */
async function writePractice(count: number, isBare: boolean): Promise<string> {
  const content = join(await temporaryFolder(), "content");
  const practice = ["--name", "Bright Smile Dental", "--trade", "dentist", "--time-zone", "America/Chicago"];
  const address = ["--street", "12 High Street", "--city", "Springfield", "--postal-code", "62701"];
  expect((await run("init.ts", ["--out", content, ...practice, ...address])).code).toBe(0);
  await writeFile(join(content, "reviews/reviews.yaml"), toReviews(count));
  if (!isBare) return content;
  for (const name of ["services", "technicians", "areas", "aspects"])
    await writeFile(join(content, `${name}.yaml`), "[]\n");
  await rm(join(content, "faq"), { recursive: true });
  await mkdir(join(content, "faq"));
  await writeFile(join(content, "summary.md"), "---\nupdated: 2026-11-01\n---\n\nEvery review is here.\n");
  return content;
}

/** A page's text, without attributes, scripts and styles. */
const toWords = (html: string) =>
  html
    .replace(/<(script|style)[^]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** Headings, lists and tables over nothing, in what is no more than markup. */
const emptyParts = (html: string) =>
  html
    .replace(/<(script|style)[^]*?<\/\1>/g, "")
    .match(
      /<(ul|ol|tbody|dl|table|p(?![^>]* role="status"))\b[^>]*>\s*<\/\1>|<(h[1-4])\b[^>]*>[^<]*<\/\2>\s*<\/(?:section|main|article)>/g,
    ) ?? [];

test.each([
  { count: 0, isBare: false },
  { count: 0, isBare: true },
  { count: 1, isBare: false },
  { count: 1, isBare: true },
  { count: 5, isBare: false },
])(
  "a site with $count reviews (bare: $isBare) claims nothing and counts right",
  async ({ count, isBare }) => {
    const dist = await temporaryFolder();
    await build({ content: await writePractice(count, isBare), out: dist, env: { PREVIOUS: "none" } });
    const tree = await readTree(dist);
    const wrong: string[] = [];
    for (const [path, bytes] of tree) {
      if (!/\.(html|xml|svg|txt)$|\/(?:reviews|insights|feed|openapi)\.json$/.test(path)) continue;
      const text = bytes.toString("utf8");
      const words = path.endsWith(".json") ? text : toWords(text);
      const [claim] =
        /(?<![.\d])0(?:\.0+)? out of 5|\b0\.00 of 5|(?<![\d-])1 (?:verified )?(?:reviews|opinions|people|services|areas|months)\b|\bNaN\b|\bundefined\b/.exec(
          words,
        ) ?? [];
      if (claim !== undefined) wrong.push(`${path}: ${claim}`);
      if (path.endsWith(".html")) wrong.push(...emptyParts(text).map((part) => `${path}: ${part}`));
    }
    expect(wrong).toEqual([]);
    const home = toWords(tree.get("/index.html")?.toString("utf8") ?? "");
    expect(home).toMatch(
      count === 0
        ? /Nobody has reviewed us yet/
        : new RegExp(`${count} verified review${count > 1 ? "s" : ""}\\b`),
    );
    // Nobody has replied, and so few opinions make no score: nothing speaks of replies, no axis is without a dot.
    for (const path of ["/index.html", "/insights/index.html", "/reviews/index.html"]) {
      const page = tree.get(path)?.toString("utf8") ?? "";
      expect(toWords(page), path).not.toMatch(/with our replies|owner's replies/);
      expect(page.includes("verdicts-scale"), path).toBe(page.includes('class="plot-dot"'));
    }
    if (count === 0) expect(home).not.toMatch(/out of 5|★|5 stars/);
    expect(JSON.parse(await readFile(join(dist, "reviews.json"), "utf8"))).toMatchObject({
      aggregate_rating: { review_count: count },
    });
  },
);
