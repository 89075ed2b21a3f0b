import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { catalogues, createBusinessWords } from "../../src/messages/catalogues.ts";
import de from "../../src/messages/de.json" with { type: "json" };
import es from "../../src/messages/es.json" with { type: "json" };
import fr from "../../src/messages/fr.json" with { type: "json" };
import trades from "../../src/messages/trades.json" with { type: "json" };
import { createWords, type Message } from "../../src/messages/words.ts";

const wordsFor = (place: { language?: string; country: string }) =>
  createBusinessWords({ language: place.language, address: place });

test.each([
  [{ country: "US" }, "en", "May 4, 2026", "7:30 AM–6 PM"],
  [{ language: "en", country: "US" }, "en", "May 4, 2026", "7:30 AM–6 PM"],
  [{ language: "en-GB", country: "GB" }, "en-GB", "4 May 2026", "07:30–18:00"],
  [{ language: "en", country: "GB" }, "en", "4 May 2026", "07:30–18:00"],
  [{ language: "en-GB", country: "ES" }, "en-GB", "4 May 2026", "07:30–18:00"],
  [{ language: "en-US", country: "ES" }, "en-US", "May 4, 2026", "7:30 AM–6 PM"],
  [{ language: "en-AU", country: "AU" }, "en-AU", "4 May 2026", "7:30 AM–6 PM"],
  [{ language: "en-ZA", country: "ZA" }, "en-ZA", "4 May 2026", "07:30–18:00"],
  [{ language: "he", country: "IL" }, "en", "4 May 2026", "07:30–18:00"],
  // No table says how English is written there.
  [{ language: "en", country: "XK" }, "en", "4 May 2026", "07:30–18:00"],
  [{ language: "es-419", country: "MX" }, "es-419", "4 de mayo de 2026", "07:30–18:00"],
  [{ language: "de-AT", country: "AT" }, "de-AT", "4. Mai 2026", "07:30–18:00"],
  [{ language: "fr", country: "FR" }, "fr", "4 mai 2026", "07:30–18:00"],
])("of %o the page is in %s, with dates and hours as %s and %s", (place, page, day, hours) => {
  const words = wordsFor(place);
  expect(words.page).toBe(page);
  expect(words.day("2026-05-04")).toBe(day);
  expect(words.hours({ opens: "07:30", closes: "18:00" })).toBe(hours);
});

test("a trade has its own words for customers and jobs, in every language, by its kind or by its name", () => {
  const hotel = { address: { country: "DE" }, language: "de", kind: "Hotel" };
  expect(createBusinessWords(hotel).t("frame.promise")).toContain("von einem geprüften Gast.");
  expect(createBusinessWords(hotel).t("home.said")).toBe("Was Gäste sagen");
  const american = (more: object) => createBusinessWords({ address: { country: "US" }, ...more });
  expect(american({ kind: "Dentist" }).t("home.said")).toBe("What patients say");
  expect(american({ trade: "Hotel" }).t("home.why1Text")).toContain("our stays, invoices or bookings");
  const about = american({ trade: "Hotel" }).t("home.about", { value: "4.1", name: "Harbor", count: 2 });
  expect(about).toContain("from 2 verified guests of Harbor");
  expect(american({ kind: "Plumber", trade: "Hotel" }).t("home.said")).toBe("What customers say");
});

test("every phrase that a trade replaces is said somewhere, so that a reworded message keeps its words", () => {
  for (const { kinds: _, ...languages } of trades) {
    for (const [language, phrases] of Object.entries(languages)) {
      const said = JSON.stringify(catalogues[language === "en" ? "en-US" : (language as "de")]);
      for (const phrase of Object.keys(phrases)) expect(said, language).toContain(phrase);
    }
  }
});

test("an owner's language without a catalogue is known, so that the owner's words can name it", () => {
  expect(wordsFor({ language: "ko", country: "KR" })).toMatchObject({ page: "en", local: "ko" });
  expect(wordsFor({ language: "fr-CA", country: "CA" }).local).toBeUndefined();
});

test("noon, midnight, a whole day, runs of days and those with gaps are said as people say them", () => {
  const american = wordsFor({ country: "US" });
  expect(american.hours({ opens: "12:00", closes: "00:30" })).toBe("12 PM–12:30 AM");
  for (const closes of ["23:59", "00:00"])
    expect(american.hours({ opens: "00:00", closes })).toBe("24 hours");
  expect(american.days(["Mo", "Tu", "We", "Th", "Fr"])).toBe("Mon–Fri");
  expect(american.days(["Mo", "We", "Fr"])).toBe("Mon, Wed, Fri");
  expect(american.days(["Sa", "Su"])).toBe("Sat, Sun");
});

test("a message takes the form of its count, and figures are written as the language writes them", () => {
  const words = wordsFor({ country: "US" });
  expect(words.t("reviews.count", { count: 1 })).toBe("1 review");
  expect(words.t("reviews.count", { count: 12_345 })).toBe("12,345 reviews");
  expect(words.percent(0.854)).toBe("85%");
  expect([4, 4.2, 4.0583, 4.996].map(words.average)).toEqual(["4.00", "4.20", "4.06", "5.00"]);
  const german = wordsFor({ language: "de", country: "DE" });
  expect(german.number(12_345)).toBe("12.345");
  expect(german.average(4.06)).toBe("4,06");
});

test("no line of German or French ends within the word for mail", () => {
  // U+2011 keeps the word whole where "-" would let a button break it.
  expect(`${JSON.stringify(de)}${JSON.stringify(fr)}`).not.toMatch(/\be-mail/i);
});

test("slots and links of a message with markup are escaped, and brackets in a slot stay words", () => {
  const messages = { "review.replied": "**{business}** & [us](us) replied, {day}" };
  const words = createWords({ catalogue: "en-US", page: "en", clock: 12, messages });
  const rich = words.rich as (key: "review.replied", slots: object, links: object) => string;
  expect(
    rich("review.replied", { business: "[<A>](us) **", day: { html: "<i>now</i>" } }, { us: '/?a="&b' }),
  ).toBe('<strong>[&lt;A&gt;](us) **</strong> &amp; <a href="/?a=&quot;&amp;b">us</a> replied, <i>now</i>');
});

test("a script in the browser is given the messages it asks for, and says the same with them", () => {
  const words = wordsFor({ language: "en-GB", country: "GB" });
  const packed = JSON.parse(JSON.stringify(words.pack("review."))) as ReturnType<typeof words.pack>;
  expect(Object.keys(packed.messages).every((key) => key.startsWith("review."))).toBe(true);
  const there = createWords(packed);
  expect(there.t("review.stars", { count: 2 })).toBe(words.t("review.stars", { count: 2 }));
  expect(there.day("2026-05-04")).toBe(words.day("2026-05-04"));
});

/** Slots and links that a message names, each once, in every form of it. */
const namesIn = (message: Message) =>
  [message]
    .flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)))
    .map((form) => [...new Set(form.match(/\{\w+\}|\]\(\w+\)/g) ?? [])].sort().join(" "));

test.each([
  ["German", de],
  ["Spanish", es],
  ["French", fr],
])("everything is said in %s, and nothing that nobody asks for", (_, catalogue) => {
  expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(catalogues["en-US"]).toSorted());
});

test("pages for customers have no English of their own: it would stand on a German page without saying so", async () => {
  const source = join(import.meta.dirname, "../../src");
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.endsWith(".astro") && !/developers|history|problems|admin/.test(file),
  );
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const [, markup = ""] = (await readFile(join(source, file), "utf8")).split("\n---\n");
    const own = markup
      .replaceAll(/<script>[^]*?<\/script>/g, "")
      .match(/>\s*[A-Z][a-z]{2,}[^<{}>`;=]*<\/|(?:aria-label|alt|placeholder)="[A-Z][^"]*"/g);
    expect(own, file).toBeNull();
  }
});

describe.each(["en-GB", "es", "de", "fr"] as const)("the catalogue of %s", (language) => {
  test("has the keys of American English, and the same slots, links and kinds of forms", () => {
    const [american, other] = [catalogues["en-US"], catalogues[language]];
    for (const [key, message] of Object.entries(american)) {
      const said = other[key as keyof typeof other];
      expect(typeof said, key).toBe(typeof message);
      const wanted = namesIn(message).toSorted().at(-1);
      for (const names of namesIn(said)) expect([wanted, ...namesIn(message)], key).toContain(names);
    }
  });
});
