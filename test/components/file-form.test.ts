import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readForm, writeForm } from "../../src/components/editor/file-form.ts";
import { buildEditorConfig, buildEditorFields, editedFiles } from "../../src/publish/editor.ts";
import { ReviewEntry } from "../../src/schema/review.ts";
import { buildEntry, buildSite } from "../publish/fixture.ts";
import { soundFile } from "../content/content-folder.ts";

const site = buildSite([
  buildEntry(),
  buildEntry({ id: "r2", date: "2026-06-01", rating: 1, text: "", title: "No" }),
]);
type Name = keyof typeof editedFiles;
const formOf = (name: Name) => ({
  file: editedFiles[name],
  fields: buildEditorFields(editedFiles[name], site),
});
type Values = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- what an editor holds
const edit = (name: Name, text: string, change: (values: Values) => void): string => {
  const values: Values = structuredClone(readForm(formOf(name), text));
  change(values);
  return writeForm(formOf(name), values);
};

const people = `# Who works here. Two are called Bo.
- id: bo-a   # the older
  name: "Bo Ash"
  aliases: [Bo, 'Bo A.']

# New this year
- { id: bo-b, name: Bo Beech, portrait: { file: staff/bo.png, alt: "Bo: with a hat" } }
- name: Cy Elm
  id: cy
# until here
`;

test("what is not changed keeps every byte, whatever the form", () => {
  const texts: [Name, string][] = [
    ["technicians", people],
    ["technicians", "[]\n"],
    ["technicians", "[{ id: a, name: A }, { id: b, name: B }]\n"],
    ["business", soundFile("business.yaml")],
    ["business", `# one\n---\n${soundFile("business.yaml")}\n# last\n`],
    ["summary", soundFile("summary.md")],
    [
      "faq",
      "---\n# why\nquestion: 'What: now?'   # asked often\norder: 3\n---\n\nIt **is** {{a.b_c}}.\n\n- one\n",
    ],
    [
      "added",
      "# asked by mail\n- id: x\n  date: 2026-05-01\n  rating: 4\n  author: Ann\n  source: { name: Mail }\n  withheld: unverified\n",
    ],
    ["edits", "review: r1\nreply:\n  date: 2026-05-20\n  text: >-\n    Thanks\n    a lot\n"],
  ];
  for (const [name, text] of texts)
    expect(
      edit(name, text, () => {}),
      text,
    ).toBe(text);
});

test("on the first day, with nothing to choose from, no list of choices is empty", () => {
  const nothing = { ...buildSite([]), technicians: [], services: [], areas: [] };
  expect(JSON.stringify(buildEditorConfig(nothing, "local"))).not.toContain('"options":[]');
});

test("a changed entry keeps its other lines, also where their brackets have no spaces", () => {
  const before =
    "- id: bo-a\n  name: Bo\n  role: Boss\n  aliases: [Bo, Bob]\n  portrait: { file: bo.png, alt: Bo }\n";
  const after = edit("technicians", before, ({ entries }) => (entries[0].role = "Head"));
  expect(after).toBe(before.replace("Boss", "Head"));
});

test("a list keeps comments, order and the form of entries that are not changed", () => {
  const changed = edit("technicians", people, ({ entries }) => {
    entries[1].portrait.alt = "Bo, with a cap";
    entries.push({ id: "di", name: "Di: Fir", aliases: [], portrait: null, role: "" });
  });
  expect(changed).toBe(
    people
      .replace('"Bo: with a hat"', '"Bo, with a cap"')
      .replace("# until here\n", '\n- id: di\n  name: "Di: Fir"\n# until here\n'),
  );
  const fewer = edit("technicians", people, (values) => values["entries"].splice(1, 1));
  expect(fewer).toContain("- id: bo-a   # the older\n");
  expect((parse(fewer) as { id: string }[]).map(({ id }) => id)).toEqual(["bo-a", "cy"]);
  const turned = edit("technicians", people, ({ entries }) => entries.reverse());
  expect((parse(turned) as { id: string }[]).map(({ id }) => id)).toEqual(["cy", "bo-b", "bo-a"]);
  expect(edit("technicians", "[]\n", ({ entries }) => entries.push({ id: "a", name: "A" }))).toBe(
    "- id: a\n  name: A\n",
  );
  expect(parse(edit("technicians", people, (values) => (values["entries"] = [])))).toEqual([]);
  expect(edit("technicians", "# none yet\n[]\n", ({ entries }) => entries.push({ id: "a", name: "A" }))).toBe(
    "# none yet\n- id: a\n  name: A\n",
  );
  const flow = "[{ id: a, name: A }, # first\n { id: b, name: B }]\n";
  expect(() => edit("technicians", flow, ({ entries }) => entries.pop())).toThrow(/change it by hand/);
});

test("a map keeps what the editor does not offer, and the lines of all that is not changed", () => {
  const text = `# ours\n${soundFile("business.yaml")}# in the ids\nfeed_authority: old.example\ntrade: Lawns # short\n`;
  const changed = edit("business", text, (values) => {
    values["opening_hours"][0].closes = "18:30";
    values["trade"] = "";
    values["logo"] = "/photos/logo.png";
  });
  const lines = (one: string) => one.split("\n");
  expect(lines(text).filter((line) => !changed.includes(line))).toEqual([
    expect.stringContaining('closes: "17:00"'),
    "trade: Lawns # short",
  ]);
  expect(parse(changed)).toEqual({
    ...parse(text),
    opening_hours: [{ days: ["Mo"], opens: "08:00", closes: "18:30" }],
    trade: undefined,
    logo: "logo.png",
  });
});

test("Markdown keeps its words and the comments above them", () => {
  const text = "---\n# why\nquestion: What?\norder: 3 # third\n---\n\nOld.\n";
  expect(edit("faq", text, (values) => (values["body"] = "New, {{a_b}} *and* _all_.\n\n---\n\nMore."))).toBe(
    "---\n# why\nquestion: What?\norder: 3 # third\n---\n\nNew, {{a_b}} *and* _all_.\n\n---\n\nMore.\n",
  );
  expect(writeForm(formOf("faq"), { question: "Is it: new?", body: "Yes." })).toBe(
    '---\nquestion: "Is it: new?"\n---\n\nYes.\n',
  );
});

test("corrections of two kinds are shown apart and written as content has them", () => {
  const text = "review: r1\nmentions:\n  - is_not: will\n    words: Will\n";
  expect(readForm(formOf("edits"), text)["mentions"]).toEqual([
    { type: "is_not", is_not: "will", words: "Will" },
  ]);
  const changed = edit("edits", text, ({ mentions }) =>
    mentions.push({ type: "is", is: "mowing", words: "cut" }),
  );
  expect(parse(changed)).toEqual({
    review: "r1",
    mentions: [
      { is_not: "will", words: "Will" },
      { is: "mowing", words: "cut" },
    ],
  });
});

test("what the loader would refuse is not written, and the owner is told where", () => {
  const refused: [Name, Values, RegExp][] = [
    ["edits", { review: "r1", reply: { date: "2026-02-30", text: "Hi" } }, /reply, date: must be a real day/],
    ["edits", { reply: { date: "2026-02-20", text: "Hi" } }, /review: is missing/],
    [
      "added",
      { id: "A b", date: "2026-05-01", rating: 7, author: "Ann Lee", source: { name: "Mail" } },
      /id: must be.*rating: must be.*author: must be/,
    ],
    [
      "technicians",
      {
        entries: [
          { id: "a", name: "A" },
          { id: "a", name: "B" },
        ],
      },
      /stands there twice/,
    ],
    ["business", { name: "Fern" }, /opening_hours/],
  ];
  for (const [name, values, said] of refused) expect(() => writeForm(formOf(name), values)).toThrow(said);
});

test("any words survive, in a form that reads as they were meant", () => {
  const words = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 300 })
    .filter((text) => text.trim() !== "");
  fc.assert(
    fc.property(words, words, (text, title) => {
      const review = {
        id: "x",
        date: "2026-05-01",
        rating: 5,
        title,
        text,
        author: "Ann",
        source: { name: "Mail" },
        withheld: "unverified",
      };
      const written = writeForm(formOf("added"), review);
      expect(written.startsWith("- id: x\n")).toBe(true);
      expect(parse(written)).toEqual([review]);
      const again = edit("added", written, (values) => (values["rating"] = 1));
      expect(parse(again)).toEqual([{ ...review, rating: 1 }]);
    }),
  );
});

test("every field of the schemas is offered or named as hidden, and reviews can be chosen by what they say", () => {
  for (const [name, file] of Object.entries(editedFiles)) {
    const { fields } = formOf(name as Name);
    const shown = file.form === "list" ? (fields[0]?.fields ?? []) : fields;
    const hidden = "hidden" in file ? file.hidden : [];
    expect(
      [...shown.map((field) => field.name), ...hidden].filter((one) => one !== "_source").sort(),
    ).toEqual(Object.keys(file.schema.shape).sort());
  }
  const [review] = formOf("edits").fields;
  expect(review?.["options"]).toEqual([
    { value: "r2", label: "2026-06-01 ★ Karen M.: No" },
    { value: "r1", label: "2026-05-14 ★★★★★ Karen M.: Will came on time." },
  ]);
  const config = buildEditorConfig(site, { repository: "a/b", branch: "live", folder: "site/content" });
  expect(config["backend"]).toEqual({ name: "github", repo: "a/b", branch: "live", auth_methods: ["token"] });
  expect(JSON.stringify(config)).toContain('"site/content/reviews/added"');
  expect(JSON.stringify(ReviewEntry.shape.withheld)).toBeDefined();
});
