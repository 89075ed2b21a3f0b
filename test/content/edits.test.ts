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

test.each(["withdrawn: { on: 2026-06-03, reason: fraud }", "withheld: duplicate"])(
  "the tombstone of a former id stays when an edit says %s",
  async (said) => {
    const { removed } = await load({
      "reviews/more.yaml": review({ formerly: "[{ id: r0 }, { id: karen-1, until: 2026-06-01 }]" }),
      "edits/a.yaml": `review: r3\n${said}\n`,
    });
    expect(removed.filter(({ id }) => id !== "r3")).toEqual([{ id: "karen-1", removed_at: "2026-06-01" }]);
  },
);

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

const wrong: Record<string, Record<string, string>> = {
  "of no review": { "edits/a.yaml": "# x\nreview: r11\n" },
  "of a review that is spelled alike": { ...third, "edits/a.yaml": "review: old-r4\n" },
  "beside issues of the review's own": beside,
  "that says what another says": {
    "edits/a.yaml": `review: r1\n${reply}`,
    "edits/b.yaml": `review: r1\n${reply}`,
  },
  "with an unknown field": { "edits/a.yaml": "review: r1\nrating: 5\n" },
  "that is a list": { "edits/a.yaml": "- review: r1\n" },
  "of another kind of file": { "edits/a.txt": "x" },
  "in the future": { "edits/a.yaml": "review: r1\n\nreply: { date: 2027-01-01, text: Hi }\n" },
  "withdrawn in the future": {
    "edits/a.yaml": "review: r1\nwithdrawn:\n  reason: fraud\n  on: 2027-01-01\n",
  },
  "with words that are not there": {
    ...third,
    "edits/a.yaml":
      "review: r3\nmentions:\n  - { is: rosa-delgado, words: Bill }\n  - { is: rosa-delgado, words: Jill }\n",
  },
  "with personal data": {
    "edits/a.yaml": "review: r1\nreply: { date: 2026-05-10, text: Call 614 555 0187 }\n",
  },
  "with a picture that is not there": {
    "edits/a.yaml": "review: r1\nphotos:\n  - { file: a.png, alt: A }\n",
  },
};

test.each(Object.entries(wrong))("an edit %s is named with its own file and line", async (_, files) => {
  expect(await issuesOf(files)).toMatchSnapshot();
});
