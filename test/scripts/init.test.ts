import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { ask } from "../../scripts/init/ask.ts";
import { findTrade, loadTrades } from "../../scripts/init/trades.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { analyse } from "../../src/insights/analyse.ts";
import { run, snapshotOf, temporaryFolder } from "./owner.ts";

const trades = await loadTrades();
const practice = {
  name: "Bright Smile Dental",
  trade: "dentist",
  street: "12 High Street",
  city: "Springfield",
  region: "IL",
  "postal-code": "62701",
  "time-zone": "America/Chicago",
};
const toArgs = (answers: Record<string, string>) =>
  Object.entries(answers).flatMap(([option, value]) => [`--${option}`, value]);
const init = (answers: Record<string, string>) => run("init.ts", toArgs(answers), { CONTENT: "" });
const today = "2099-01-01";

test.each(trades.map(({ id }) => id))(
  "a %s begins with content that has no issue and no false claim",
  async (trade) => {
    const out = join(await temporaryFolder(), "content");
    const { code, err } = await init({ ...practice, trade, out });
    expect(err).toBe("");
    expect(code).toBe(0);
    const site = await loadSite(out, { today });
    expect(site.business).toMatchObject({
      name: practice.name,
      time_zone: "America/Chicago",
      fictional: false,
    });
    expect(site.reviews).toEqual([]);
    expect(site.aspects.length).toBeGreaterThan(5);
    const { insights } = analyse(site);
    expect(insights.faq).toHaveLength(site.faq.length);
    expect(insights.faq.length).toBeGreaterThan(2);
    expect(JSON.stringify([insights.faq, insights.summary])).not.toMatch(/\d+ reviews|\d of 0|\{\{|NaN/);
  },
);

describe.each(trades)("the starter set $id", ({ aspects, faq }) => {
  test("judges no phrase in two ways", () => {
    const judged = (list: "positive" | "negative") =>
      new Map(
        aspects.flatMap((aspect) => aspect[list].map((phrase) => [phrase.toLowerCase(), aspect.id] as const)),
      );
    const [good, bad] = [judged("positive"), judged("negative")];
    expect([...good.keys()].filter((phrase) => bad.has(phrase))).toEqual([]);
    for (const { triggers, positive, negative, ignore } of aspects) {
      const used = new Set([...triggers, ...positive, ...negative].map((phrase) => phrase.toLowerCase()));
      expect(ignore.filter((phrase) => used.has(phrase.toLowerCase()))).toEqual([]);
    }
  });
  test("asks about aspects that it has", () => {
    const known = aspects.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(faq.map(({ aspect }) => aspect)));
  });
});

test("a trade is known by its id, its name or a word of it; for another one the nearest is named", () => {
  expect(findTrade(trades, "Hair Salon").id).toBe("hair-salon");
  expect(findTrade(trades, "lawn").id).toBe("lawn-care");
  expect(findTrade(trades, "heating").id).toBe("heating-cooling");
  expect(() => findTrade(trades, "dental")).toThrow(/no starter set for "dental"; nearest is dentist/);
});

test("files that are there are never touched", async () => {
  const out = await temporaryFolder();
  await writeFile(join(out, "business.yaml"), "mine");
  const before = await snapshotOf(out);
  const { code, err } = await init({ ...practice, out });
  expect(code).toBe(2);
  expect(err).toContain("holds business.yaml, and init never writes over files");
  expect(await snapshotOf(out)).toEqual(before);
});

test("everything that is missing or wrong is named at once", async () => {
  const out = join(await temporaryFolder(), "content");
  const { code, err } = await init({
    out,
    name: "X",
    trade: "dentist",
    city: "Y",
    country: "usa",
    email: "no",
    language: "e_n",
  });
  expect(code).toBe(2);
  expect(err).toMatch(/--street is missing[^]*--postal-code is missing/);
  expect(err).toContain('--country is "usa"; it must be a country code of two letters');
  expect(err).toContain('--language is "e_n"; it must be a language tag');
  expect(err).toContain('--email is "no"; it must be an e-mail address');
});

test("in a terminal it asks for what is missing, and again after a wrong answer", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers = ask({ ...practice, description: "Teeth." }, { input, output });
  let shown = "";
  const replies = ["usa", "", "", "", ""];
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (shown.endsWith(": ")) input.write(`${replies.shift()}\n`);
  });
  expect(await answers).toMatchObject({
    country: "US",
    telephone: "+1 555 010 0100",
    email: "office@example.com",
  });
  expect(shown).toContain("must be a country code of two letters");
});

test("what stays to be filled in is said, and marked in the file", async () => {
  const out = join(await temporaryFolder(), "content");
  const { out: said } = await init({ ...practice, out });
  expect(said).toContain("telephone and email (placeholders now)");
  expect(await readFile(join(out, "business.yaml"), "utf8")).toMatch(/telephone: .* # TODO/);
});
