import { expect, test } from "vitest";
import { findPersonalData, personalTexts } from "../../src/content/personal-data.ts";
import { readTables } from "../tables.ts";
import { issuesOf, load, review } from "./content-folder.ts";

const own = { telephone: "+1 555 010 0199", email: "office@example.com" };

test("contacts of the business are no personal data, those of others beside them are", () => {
  const text = "Call 555 010 0199 or (555) 010-0199, write to Office@example.com; I am at 555 010 0198.";
  expect(findPersonalData(text, own)).toEqual([{ kind: "phone", words: "555 010 0198" }]);
});

const table = readTables(import.meta.filename);
const kinds = ["phone", "email", "street-address", "gate-code"];

// What is to be found stands between « and ».
test.each(kinds.flatMap((kind) => table<string>(kind).map((text) => [kind, text])))(
  "%s is found in: %s",
  (kind, text = "") => {
    const expected = Array.from(text.matchAll(/«(.*?)»/g), ([, words]) => ({ kind, words }));
    expect(findPersonalData(text.replaceAll(/[«»]/g, ""), own)).toEqual(expected);
  },
);

test.each(table<string>("harmless"))("nothing personal is found in: %s", (text) => {
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
