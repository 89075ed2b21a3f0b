import { expect, test } from "vitest";
import { findPersonalData, personalTexts } from "../../src/content/personal-data.ts";
import { issuesOf, load, review } from "./content-folder.ts";

const own = { telephone: "+1 555 010 0199", email: "office@example.com" };

test("contacts of the business are no personal data, those of others beside them are", () => {
  const text = "Call 555 010 0199 or (555) 010-0199, write to Office@example.com; I am at 555 010 0198.";
  expect(findPersonalData(text, own)).toEqual([{ kind: "phone", words: "555 010 0198" }]);
});

/** Expected findings stand between « and ». */
const personal = {
  phone: [
    "call me at «614 555 0142»",
    "Call «(614) 555-0142»!",
    "«+1 (614) 555-0142»",
    "«614.555.0142»",
    "my cell «6145550142»",
    "text «555-0142» after five",
    "Reach me on +49 «171 1234567»",
    "Ruf «0171 1234567» an",
    "mon numéro: «01 23 45 67 89»",
    "«+44 20 7946 0958»",
    "appelez le «01.23.45.67.89» ou le «01-12-45-67-89»",
    "dial «020 7946 0958»",
    "«+1 614-555-0142»",
    "«1-614-555-0142»",
    "«16145550142»",
    "«(614)555-0142»",
    "call «614 555 0142». Or not",
    "«+491711234567»",
    "+49 «(171) 1234567»",
    "«0171-1234567»",
    "«01/2345678»",
    "am 31.01 war ich da, «0171 123»",
    "«03/02/2012 1234»",
    "«555-0142», please",
  ],
  email: [
    "write to «ann.miller@example.com»",
    "«ann_m+lawn@mail.example.co.uk»",
    "«ann.miller [at] example [dot] com»",
    "«ANN@EXAMPLE.COM»",
    "«ann(at)example.com»",
    "«zoë1@mail.büro-2.de»",
    "«ANN [AT] MAIL [DOT] DE»",
  ],
  "street-address": [
    "We live at «12 Mill Road»",
    "our place, «4021 Old Creek Ln», is hilly",
    "at «7 N Main St» in Fernwick",
    "«1500 West 5th Avenue»",
    "«12 mill race road», the blue house",
    "«17B Oak Street»",
    "wir wohnen «Lindenweg 5a»",
    "in der «Hauptstraße 12»",
    "vivo en «Calle Mayor 12»",
    "au «12 rue de la Paix»",
    "«Avenida del Sol 4»",
    "«avenida de la Luz 12»",
    "«Via Roma 3»",
    "«rua do Porto Novo, n. 12»",
    "en la «calle Mayor 12»",
    "«12 bis rue du Bac»",
    "«12 ter, avenue des Champs»",
    "«3, chemin de l'Église»",
    "«1 boulevard d’Italie»",
    "«12 MILL ROAD»",
    "«4 mill ave»",
  ],
  "gate-code": [
    "the «gate code is 4821»",
    "«Gate code 4821#» works",
    "«code for the gate is 4471»",
    "my «garage door code was 0912»",
    "use «4471 for the gate code»",
    "punch in the «code: 90210»",
    "«keypad 1234#» on the left",
    "the «lockbox combo's 5511»",
    "«alarm password 77821»",
    "«GATE CODE IS 4821»",
    "«CODE FOR THE GATE 4471»",
    "«4471 IS FOR THE GATE CODE»",
    "«KEYPAD 1234#»",
    "THE «CODE: 90210»",
    "«pin of the lock: 123»",
    "«gate's code (side) #123456»",
  ],
};

const harmless = [
  "x614 555 0142, $614 555 0142, 614 555 0142.5, 614 555 01421, 614 555 0142x",
  "155-0142, 555-0142.5, 555-01421, x555-0142, 3-555-0142x",
  "am 01.02.24, am 31/12/2012, 30-11-99 und 01.2.2024",
  "gate 12, code 12; gate code since 4821",
  "B12 rue de la Paix, 12 rue de la paix, Calle mayor 12",
  "ann@example, ann@.com, @example.com",
  "$120 for 3 visits, $1,200 a year, 5 stars, 10/10",
  "They came on 2026-05-14, not 5/14/2026, at 8:30.",
  "We stayed from 03/02/2012 to 03/04/2012, checked in 05.06.24 and wrote on 09-11-2023.",
  "Invoice 48219371 and order 2024-118 were wrong.",
  "2 weeks in a row, 3 guys, 4 trucks on the road",
  "Since 2024 Oak Street looks better",
  "3 houses down the street, 2 blocks from Main Street",
  "They drive 40 miles a day. 5 star drive!",
  "1 way or another, 2 place settings",
  "Since the gate code changed in 2024 nobody came.",
  "They latched the gate and kept the code to themselves.",
  "Zip code 43999, promo code 2024",
  "cut it to 3-3.5 inches, 0.5 acre, 5000-6000 sq ft, 10-10-10 fertilizer",
  "from 2019 to 2023, 2022-2023 season, 24-7 service",
  "Version 1.2.3.4, a 16-4-8 blend and a 20-0-10",
  "@greenhollow are great, 100% @ fair price",
  "Paid 250.0000 in total; ratio 1:10000",
  "Gate was left open for 45 minutes at 1500 sq ft of dogs.",
  "The door was 200 years old, code of conduct followed.",
  "They charged 125 dollars, lane by lane; 4 Grant and Will",
];

test.each(Object.entries(personal).flatMap(([kind, texts]) => texts.map((text) => [kind, text])))(
  "%s is found in: %s",
  (kind, text = "") => {
    const expected = Array.from(text.matchAll(/«(.*?)»/g), ([, words]) => ({ kind, words }));
    expect(findPersonalData(text.replaceAll(/[«»]/g, ""), own)).toEqual(expected);
  },
);

test.each(harmless)("nothing personal is found in: %s", (text) => {
  expect(findPersonalData(text, own)).toEqual([]);
});

test("each occurrence is found once", () => {
  expect(findPersonalData("Call 614 555 0142 or 614-555-0143, never ann@example.com.", own)).toEqual([
    { kind: "phone", words: "614 555 0142" },
    { kind: "phone", words: "614-555-0143" },
    { kind: "email", words: "ann@example.com" },
  ]);
  expect(findPersonalData("555-0142 or 614 555 0143, 12 Mill Road 3 Oak St", own)).toEqual([
    { kind: "phone", words: "555-0142" },
    { kind: "phone", words: "614 555 0143" },
    { kind: "street-address", words: "12 Mill Road" },
    { kind: "street-address", words: "3 Oak St" },
  ]);
});

test("it is looked for in all that customers and owners write", () => {
  const photos = [{ alt: "d" }, { alt: 5 }, { alt: "e" }];
  expect(personalTexts({ author: "a", title: "b", text: "c", reply: { text: "r" }, photos })).toEqual([
    { path: ["author"], text: "a" },
    { path: ["title"], text: "b" },
    { path: ["text"], text: "c" },
    { path: ["reply", "text"], text: "r" },
    { path: ["photos", 0, "alt"], text: "d" },
    { path: ["photos", 2, "alt"], text: "e" },
  ]);
  for (const reply of [undefined, null, "text", { text: 5 }])
    expect(personalTexts({ reply, photos: {} })).toEqual([]);
});

const ourNumber = (text: string) => ({
  "reviews/more.yaml": review({ text, allow: "{ phone: it is our own number }" }),
});

test("personal data may stay where the owner says why, and only the kind that is named", async () => {
  const site = await load(ourNumber("Call 614 555 0142"));
  expect(site.reviews[0]?.text).toBe("Call 614 555 0142");
  expect(await issuesOf(ourNumber("Call 614 555 0142 or ann@example.com"))).toContain("an e-mail address");
});

test("a review that is withheld may hold personal data, since nobody sees it", async () => {
  const site = await load({
    "reviews/more.yaml": review({ text: "Call 614 555 0142", withheld: "personal-data" }),
  });
  expect(site.withheld.map(({ id }) => id)).toEqual(["r3"]);
  expect(site.reviews.map(({ id }) => id)).not.toContain("r3");
});

test("a name is no place for an address either", async () => {
  const issues = await issuesOf({ "reviews/more.yaml": review({ author: "karen@example.com" }) });
  expect(issues).toMatch(/author of r3 holds what looks like an e-mail address, "karen@example.com"/);
});
