import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ask, toQuestions } from "../../scripts/init/questions.ts";
import { guessTimeZone } from "../../scripts/init/time-zone.ts";
import { findTrade, loadTrades } from "../../scripts/init/trades.ts";
import { parseReviewFile } from "../../scripts/review-files.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { createReviewReader } from "../../src/insights/reader.ts";
import { analyse } from "../../src/insights/analyse.ts";
import { spellings } from "../../src/insights/mentions/forms.ts";
import { subjectsOf } from "../../src/insights/subjects.ts";
import { BusinessEntry } from "../../src/schema/business.ts";
import { expectLinear } from "../growth.ts";
import { review } from "../insights/lawn-site.ts";
import { run, snapshotOf, write } from "./owner.ts";
import { readTables } from "../tables.ts";
import { temporaryFolder } from "../temporary-folder.ts";

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
    const { name, "time-zone": time_zone } = practice;
    expect(site.business).toMatchObject({ name, time_zone, fictional: false });
    expect(site.reviews).toEqual([]);
    expect(site.aspects.length).toBeGreaterThan(5);
    const { insights } = analyse(site);
    expect(insights.faq).toHaveLength(site.faq.length);
    expect(insights.faq.length).toBeGreaterThan(2);
    expect(JSON.stringify([insights.faq, insights.summary])).not.toMatch(/\d+ reviews|\d of 0|\{\{|NaN/);
  },
);

test("an answer names what its figure is of, and the figure is that of the aspect", async () => {
  const out = join(await temporaryFolder(), "content");
  await init({ ...practice, trade: "restaurant", out });
  const site = await loadSite(out, { today });
  const said = (text: string, rating: number, at: number) =>
    review(text, { id: `r${at}`, rating, author: `Author${at} Z.` });
  const good = [0, 1, 2, 3].map((at) => said("We were seated immediately.", 5, at));
  const reviews = [...good, said("The wait was far too long.", 1, 4)];
  const { faq } = analyse({ ...site, reviews }).insights;
  const answers = faq.map(({ answer }) => answer).join("\n");
  expect(answers).toContain("On waiting: 80% of the opinions in 5 reviews are good.");
  expect(answers).not.toMatch(/speak of it/);
});

/** A phrase as the reader sees it: "rip-off" and "rip off" are one. */
const toKey = (phrase: string) => spellings(phrase)[0]?.join(" ") ?? phrase;

/** Whether two phrases can stand on the same words: "worth the drive" and "well worth" can. */
function touch(one: string, other: string): boolean {
  if (` ${one} `.includes(` ${other} `)) return true;
  const [a, b] = [one.split(" "), other.split(" ")];
  const meets = (first: string[], second: string[]) =>
    first.some((_, at) => first.slice(at).join(" ") === second.slice(0, first.length - at).join(" "));
  return meets(a, b) || meets(b, a);
}

describe.each(trades)("the starter set $id", ({ aspects, faq }) => {
  test("promises nothing in the owner's name", () => {
    for (const { answer } of faq) expect(answer).not.toMatch(/(?:^|[.!?] )(?:yes|we)\b|no charge|insured/i);
  });
  test("offers six to ten aspects", () => {
    expect(aspects.length).toBeGreaterThanOrEqual(6);
    expect(aspects.length).toBeLessThanOrEqual(10);
  });
  test("raises no two aspects by one trigger, and lists none twice", () => {
    const triggers = aspects.flatMap((aspect) => aspect.triggers.map(toKey));
    expect(triggers.filter((trigger, at) => triggers.indexOf(trigger) !== at)).toEqual([]);
  });
  test("judges no phrase in two ways", () => {
    const judged = (list: "positive" | "negative") =>
      new Map(aspects.flatMap((aspect) => aspect[list].map((phrase) => [toKey(phrase), aspect.id] as const)));
    const [good, bad] = [judged("positive"), judged("negative")];
    expect([...good.keys()].filter((phrase) => bad.has(phrase))).toEqual([]);
    for (const { triggers, positive, negative, ignore } of aspects) {
      const used = new Set([...triggers, ...positive, ...negative].map(toKey));
      expect(ignore.filter((phrase) => used.has(toKey(phrase)))).toEqual([]);
    }
  });
  test("asks about aspects that it has", () => {
    const known = aspects.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(faq.map(({ aspect }) => aspect)));
  });
});

test("every ignored phrase stands on words that would raise its aspect in some trade", () => {
  const ignored = new Map<string, { phrases: Set<string>; raising: Set<string> }>();
  for (const { aspects } of trades) {
    const subjects = subjectsOf(aspects);
    for (const [at, { id, ignore, triggers, positive, negative }] of aspects.entries()) {
      // Of a subject that the network knows, any words may speak.
      if (subjects[at]!.indexes.length > 0) continue;
      // An aspect that several trades share has one list, whatever the trade.
      const entry = ignored.get(`${id} ${ignore.join()}`) ?? { phrases: new Set(), raising: new Set() };
      for (const phrase of ignore) entry.phrases.add(toKey(phrase));
      for (const phrase of [...triggers, ...positive, ...negative]) entry.raising.add(toKey(phrase));
      ignored.set(`${id} ${ignore.join()}`, entry);
    }
  }
  const idle = [...ignored.values()].flatMap(({ phrases, raising }) =>
    [...phrases].filter((phrase) => ![...raising].some((word) => touch(phrase, word))),
  );
  expect(idle).toEqual([]);
});

test("a trade is known by its id, its name or the stem of a word", () => {
  expect(findTrade(trades, "Hair Salon")?.id).toBe("hair-salon");
  expect(findTrade(trades, "lawn")?.id).toBe("lawn-care");
  expect(findTrade(trades, "heating")?.id).toBe("heating-cooling");
  expect(findTrade(trades, "plumber")?.id).toBe("plumbing");
  expect(findTrade(trades, "Plumbing firm")?.id).toBe("plumbing");
  expect(findTrade(trades, "dental")).toBeUndefined();
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

test("a name begins a repository, which keeps what is there and hides what is private", async () => {
  const folder = await temporaryFolder();
  const mine = { name: "mine", scripts: { check: "true" } };
  const packed = await write("packed.tgz", "The program");
  const dependencies = { "open-reviews": `file:${packed}` };
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...mine, dependencies }));
  await writeFile(join(folder, "README.md"), "Mine.");
  const { code, out } = await run("init.ts", [".", ...toArgs(practice)], { INIT_CWD: folder });
  expect([code, out]).toEqual([0, expect.stringMatching(/commit packed\.tgz[^]*npm install && npm start/)]);
  const files = await snapshotOf(folder);
  const made = "/.github/workflows/pages.yaml /.github/workflows/deploy.yaml /content/business.yaml";
  expect(Object.keys(files)).toEqual(expect.arrayContaining(made.split(" ")));
  expect(files["/README.md"]).toBe("Mine.");
  expect(JSON.parse(files["/package.json"] ?? "")).toMatchObject({
    ...mine,
    scripts: { check: "true", start: "open-reviews start", doctor: "open-reviews doctor" },
    // A CI has what is in the repository.
    dependencies: { "open-reviews": "file:packed.tgz" },
  });
  expect(files["/packed.tgz"]).toBe("The program");
  const hidden = "a/jobs.csv takeout.zip reviews.json .data/fingerprint.key dist/index.html";
  for (const name of hidden.split(" ")) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), "");
  }
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const listing = ["ls-files", "--others", "--exclude-standard"];
  const seen = execFileSync("git", listing, { cwd: folder, encoding: "utf8" }).trim().split("\n");
  const own = seen.filter((path) => !/^(?:content|\.github)\//.test(path));
  expect(own).toEqual([".gitignore", "README.md", "package.json", "packed.tgz"]);
});

test.each([
  ["the only one of a country", { country: "FR", city: "Lyon" }, "Europe/Paris"],
  ["the usual one of a country", { country: "DE", city: "Köln" }, "Europe/Berlin"],
  ["a state's", { country: "US", region: "oh", city: "Fernwick" }, "America/New_York"],
  ["a city's own, before its state's", { country: "US", region: "NY", city: "Denver" }, "America/Denver"],
  ["a city's with accent and space", { country: "BR", region: "SP", city: "São Paulo" }, "America/Sao_Paulo"],
  ["this machine's, where it is there", { country: "US", region: "Ohio", city: "X" }, "America/Boise"],
  ["none, where this machine is elsewhere", { country: "BR", city: "X" }, undefined],
  ["none of a country that is none", { country: "usa" }, undefined],
])("the time zone of an address: %s", (_, address, zone) =>
  expect(guessTimeZone(address, "America/Boise")).toBe(zone),
);

test("everything that is missing or wrong is named at once", async () => {
  const out = join(await temporaryFolder(), "content");
  const wrong = { trade: "dental", country: "usa", email: "no", language: "e_n" };
  const { code, err } = await init({ out, name: "X", city: "Y", ...wrong });
  expect(code).toBe(2);
  expect(err).toMatch(/--trade is "dental"; it must[^]*--street is missing[^]*--postal-code is missing/);
  expect(err).toContain('--country is "usa"; it must be a country code of two letters');
  expect(err).toContain('--language is "e_n"; it must be a language tag');
  expect(err).toContain('--email is "no"; it must be an e-mail address');
});

test("in a terminal it asks for what is missing, and again after a wrong answer", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { trade: _, ...rest } = practice;
  const answers = ask({ ...rest, description: "Teeth." }, toQuestions(trades), { input, output });
  let shown = "";
  const replies = ["toilets", "dentist", "usa", "", "(217) 555-0134", "no", "", ""];
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (shown.endsWith(": ")) input.write(`${replies.shift()}\n`);
  });
  expect(await answers).toMatchObject({
    trade: "dentist",
    country: "US",
    telephone: "+1 217 555 0134",
    email: "office@example.com",
  });
  expect(shown).toMatch(/Trade, one of .*hotel/);
  expect(shown).toContain('That is "toilets"; it must be one that has a starter set');
  expect(shown).toContain('That is "usa"; it must be a country code of two letters');
  expect(shown).not.toContain("--");
});

test("the reviews that init begins with can be read at once, with its comments kept for what comes", async () => {
  const out = join(await temporaryFolder(), "content");
  await init({ ...practice, trade: "dentist", out });
  const path = join(out, "reviews/reviews.yaml");
  const { parts } = parseReviewFile(path, path, await readFile(path, "utf8"));
  expect(parts.flatMap(({ entries }) => entries)).toEqual([]);
  await expectLinear((size) => {
    const comments = "# A line for those who write reviews by hand.\n\n".repeat(size);
    return () => parseReviewFile(path, path, comments);
  }, 50);
});

test("what stays to be filled in is said, and marked in the file", async () => {
  const out = join(await temporaryFolder(), "content");
  const { out: said } = await init({ ...practice, out });
  expect(said).toContain("telephone and email (placeholders now)");
  const business = await readFile(join(out, "business.yaml"), "utf8");
  expect(business).toMatch(/telephone: .* # TODO/);
  expect(business).toMatch(/url: mailto:office@example\.com\S* # TODO/);
  const { out: checked } = await run("check-content.ts", ["--content", out]);
  expect(checked).toMatch(/^note: business\.yaml has a TODO in line \d+, \d+/m);
  expect(checked).toMatch(/^note: summary\.md has a TODO in line 2$/m);
});

test("the button beside the telephone number speaks the language of the trade", async () => {
  const labels = Object.fromEntries(trades.map(({ id, action }) => [id, action]));
  const [hotel, restaurant] = ["Book a room", "Book a table"];
  expect(labels).toMatchObject({ hotel, restaurant, plumbing: "Ask for an estimate" });
  const out = join(await temporaryFolder(), "content");
  await init({ ...practice, email: "hello@practice.example", out });
  const { action } = BusinessEntry.parse(parse(await readFile(join(out, "business.yaml"), "utf8")));
  const url = "mailto:hello@practice.example?subject=Book%20an%20appointment";
  expect(action).toEqual({ label: "Book an appointment", url });
});

test("a business to which customers come works in no area, and a hotel is always open", async () => {
  const out = join(await temporaryFolder(), "content");
  await init({ ...practice, trade: "hotel", out });
  const { areas, business } = await loadSite(out, { today });
  expect([areas, business.kind]).toEqual([[], "Hotel"]);
  const days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
  expect(business.opening_hours).toEqual([{ days, opens: "00:00", closes: "23:59" }]);
});

/** A trade's verdicts on a sentence, by the aspects it raises. */
function judge(trade: string, text: string, rating = 5): Record<string, string> {
  const read = createReviewReader({
    business: { name: "The business" } as Parameters<typeof createReviewReader>[0]["business"],
    technicians: [],
    services: [],
    areas: [],
    verdicts: [],
    aspects: findTrade(trades, trade)!.aspects,
  });
  const { aspects } = read(review(text, { rating }));
  return Object.fromEntries(aspects.map(({ id, verdict }) => [id, verdict]));
}

type Trigger = [trade: string, aspect: string, text: string, verdict?: string];
test.each(readTables(import.meta.filename)<Trigger>("triggers"))(
  "a starter trigger means one thing in its trade: %s, %s in “%s”",
  (...[trade, aspect, text, verdict]) => {
    const judged = judge(trade, text, verdict === "negative" ? 1 : 5);
    if (verdict === undefined) expect(judged).not.toHaveProperty(aspect);
    else expect(judged).toHaveProperty(aspect, verdict);
  },
);
