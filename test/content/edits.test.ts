import { expect, test } from "vitest";
import { buildUnerasedWarnings } from "../../src/publish/reviews.ts";
import { issuesOf, load, review } from "./content-folder.ts";

const reply = "reply: { date: 2026-05-10, text: Thank you. }\n";
const third = { "reviews/more.yaml": review({ formerly: "[{ id: old-r3 }]", text: "Will and Bill came." }) };

test("an edit says of a review what its own file does not, under its present id or an earlier one", async () => {
  const site = await load({
    ...third,
    "edits/a.yaml": `# Ours\nreview: r1\n${reply}`,
    "edits/deeper/b.yml": "review: old-r3\nmentions:\n  - { is: rosa-delgado, words: Bill }\n",
    "edits/c.yaml": "review: r3\nmentions: [{ is_not: will-tanner, words: Will }]\n",
    "edits/d.yaml": "review: r2\nwithheld: duplicate\n",
  });
  expect(site.reviews.map(({ id }) => id)).toEqual(["r3", "r1"]);
  expect(site.withheld.map(({ id, withheld }) => [id, withheld])).toEqual([["r2", "duplicate"]]);
  expect(site.reviews[1]?.reply).toEqual({ date: "2026-05-10", text: "Thank you." });
  expect(site.reviews[0]?.mentions).toEqual([
    { is_not: "will-tanner", words: "Will" },
    { is: "rosa-delgado", words: "Bill" },
  ]);
});

test("a review that an edit withdraws is a tombstone at once, and the build says where its words still stand", async () => {
  const site = await load({
    "reviews/more.yaml": `\n\n${third["reviews/more.yaml"]}`,
    "edits/a.yaml":
      "review: r3\nwithdrawn: { on: 2026-06-01, reason: erasure }\nreply: { date: 2026-05-10, text: Hi }\n",
  });
  expect(site.reviews.map(({ id }) => id)).toEqual(["r2", "r1"]);
  expect(site.removed).toEqual([{ id: "r3", removed_at: "2026-06-01", reason: "erasure" }]);
  expect(buildUnerasedWarnings(site)).toEqual([
    expect.stringMatching(
      /^warning: r3 is withdrawn .*reviews\/more\.yaml:3: npm run redact -- r3 --reason erasure/,
    ),
  ]);
});

test("an edit of a review that is withdrawn for good does no harm", async () => {
  const site = await load({
    "reviews/more.yaml": "- { id: r9, removed_at: 2026-05-01 }\n",
    "edits/a.yaml": `review: r9\n${reply}`,
  });
  expect(site.unerased).toEqual([]);
});

/** A review with two issues of each kind: its own first, then that of an edit. */
const beside = {
  "reviews/more.yaml": `# More\n${review({
    date: "2027-05-03",
    text: "Bill came.",
    mentions: "[{ is: rosa-delgado, words: Jack }]",
    photos: "[{ file: a.png, alt: A }]",
    reply: "{ date: 2026-05-02, text: Hi }",
  })}`,
  "edits/a.yaml":
    "review: r3\nmentions:\n  - { is: rosa-delgado, words: Jill }\nphotos: [{ file: b.png, alt: B }]\n",
};

test.each<[what: string, files: Record<string, string>, said: string]>([
  [
    "of no review",
    { "edits/a.yaml": "# x\nreview: r11\n" },
    "content/edits/a.yaml:2: review is r11, which no review has as its id",
  ],
  [
    "of a review that is spelled alike",
    { ...third, "edits/a.yaml": "review: old-r4\n" },
    "content/edits/a.yaml:1: review is old-r4, which no review has as its id; did you mean old-r3?",
  ],
  [
    "beside words of the review's own that are wrong",
    beside,
    'content/reviews/more.yaml:9: mentions[0].words of r3 is "Jack"',
  ],
  ["behind words of the review's own", beside, 'content/edits/a.yaml:3: mentions[0].words of r3 is "Jill"'],
  [
    "beside a picture of the review's own",
    beside,
    'content/reviews/more.yaml:10: photos[0].file of r3 is "a.png"',
  ],
  ["behind a picture of the review's own", beside, 'content/edits/a.yaml:4: photos[0].file of r3 is "b.png"'],
  ["of a review with another issue", beside, "content/reviews/more.yaml:3: date of r3 is 2027-05-03"],
  ["of a review that has a reply", beside, "content/reviews/more.yaml:11: reply.date of r3 is 2026-05-02"],
  [
    "that says what another says",
    { "edits/a.yaml": `review: r1\n${reply}`, "edits/b.yaml": `review: r1\n${reply}` },
    "content/edits/a.yaml:2: reply is also in content/edits/b.yaml",
  ],
  [
    "with an unknown field",
    { "edits/a.yaml": "review: r1\nrating: 5\n" },
    "content/edits/a.yaml:2: rating is an unknown field",
  ],
  ["that is a list", { "edits/a.yaml": "- review: r1\n" }, "content/edits/a.yaml:1"],
  ["of another kind of file", { "edits/a.txt": "x" }, "content/edits/a.txt:1: is not read: name it .yaml"],
  [
    "in the future",
    { "edits/a.yaml": "review: r1\n\nreply: { date: 2027-01-01, text: Hi }\n" },
    "content/edits/a.yaml:3: reply.date of r1 is 2027-01-01, which is in the future",
  ],
  [
    "withdrawn in the future",
    { "edits/a.yaml": "review: r1\nwithdrawn:\n  reason: fraud\n  on: 2027-01-01\n" },
    "content/edits/a.yaml:4: removed_at of r1 is 2027-01-01",
  ],
  [
    "with words that are not there",
    {
      ...third,
      "edits/a.yaml":
        "review: r3\nmentions:\n  - { is: rosa-delgado, words: Bill }\n  - { is: rosa-delgado, words: Jill }\n",
    },
    'content/edits/a.yaml:4: mentions[1].words of r3 is "Jill"',
  ],
  [
    "with personal data",
    { "edits/a.yaml": "review: r1\nreply: { date: 2026-05-10, text: Call 614 555 0187 }\n" },
    "content/edits/a.yaml:2: reply.text of r1 holds what looks like a telephone number",
  ],
  [
    "with a picture that is not there",
    { "edits/a.yaml": "review: r1\nphotos:\n  - { file: a.png, alt: A }\n" },
    'content/edits/a.yaml:3: photos[0].file of r1 is "a.png", which is not in content/photos',
  ],
])("an edit %s is named with its own file and line", async (_, files, said) => {
  expect(await issuesOf(files)).toContain(said);
});
