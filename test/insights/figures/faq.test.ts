import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { ClaimError } from "../../../src/insights/figures/slots.ts";
import { outcomesOf } from "../../tables.ts";
import { review, withReviews } from "../lawn-site.ts";

const reviews = [
  ...Array.from({ length: 4 }, (_, index) =>
    review("Great price, and Will was polite.", { id: `good${index}`, rating: 5 }),
  ),
  review("Terrible price.", { id: "bad", rating: 2 }),
  review("They aerated in Fernwick.", { id: "plain", rating: 4 }),
];
const answerOf = (text: string, list = reviews) => {
  const { insights, notes } = analyse(
    withReviews(list, { faq: [{ id: "q", question: "Why?", answer: { text, file: "faq/q.md", line: 5 } }] }),
  );
  return { ...insights.faq[0], notes };
};
const issuesOf = (text: string) => {
  try {
    answerOf(text);
  } catch (error) {
    if (error instanceof ClaimError) return error.issues;
    throw error;
  }
  throw new Error("the answer was accepted");
};

test.each([
  ["{{aspect.price.review_count}}", "5"],
  ["{{aspect.price.positive_share}}", "80%"],
  ["{{aspect.price.negative_share}}", "20%"],
  ["{{aspect.price.score}}", "0.8"],
  ["{{technician.will.review_count}}", "4"],
  ["{{technician.will.average_rating}}", "5"],
  ["{{count technician=will}}", "4"],
  ['{{count technician="Will Tanner"}}', "4"],
  ["{{count service=aeration area=fernwick}}", "1"],
  ["{{count rating=2}} and {{count min_rating=4}}", "1 and 5"],
  ["{{count aspect=price since=2026-05-15}}", "0"],
  ["{{count since=2026-05-14}} and {{count since=2026-05-15}}", "6 and 0"],
  ["{{count until=2026-05-14}} and {{count until=2026-05-13}}", "6 and 0"],
  ["{{count min_rating=1}}, {{count min_rating=5}}, {{count rating=5}}, {{count rating=1}}", "6, 4, 4, 0"],
  ["{{count aspect=price rating=5}} of {{count aspect=Price}}", "4 of 5"],
  ["{{assert aspect.price.negative_share == 20%}}{{assert aspect.price.positive_share = 0.8}}Yes.", "Yes."],
  ["{{technician.will.mention_count}}, {{technician.grant.average_rating}}", "4, not known yet"],
  ["{{area.fernwick.review_count}} {{service.aeration.review_count}}", "1 1"],
  ["a  \n\n\n{{assert aspect.price.score > 0.79}}\n\nb\t", "a\n\nb"],
  ["{{aggregate.review_count}} at {{ aggregate.rating_value }}", "6 at 4.33"],
  ["A claim.\n{{assert aspect.price.score >= 0.7}}", "A claim."],
  ["{{assert aspect.price.positive_share >= 80%}}{{assert count technician=will > 3}}Yes.", "Yes."],
])("%s becomes %s", (text, filled) => expect(answerOf(text).answer).toBe(filled));

test.each([
  [">=", [3, 4]],
  [">", [3]],
  ["<=", [4, 5]],
  ["<", [5]],
  ["=", [4]],
  ["==", [4]],
  ["!=", [3, 5]],
])("of 3, 4 and 5, a count of 4 is %s %j", (operator, held) => {
  for (const number of [3, 4, 5]) {
    const slot = `{{assert count technician=will ${operator} ${number}}}Yes.`;
    if (held.includes(number)) expect(answerOf(slot).answer).toBe("Yes.");
    else expect(issuesOf(slot)[0]?.message).toContain("no longer true: count technician=will is 4");
  }
});

test("an answer lists the reviews behind its figures", () => {
  expect(answerOf("{{count technician=will}}").review_ids).toEqual(["good0", "good1", "good2", "good3"]);
  expect(answerOf("{{aspect.price.negative}}").review_ids).toEqual(["bad"]);
  expect(answerOf("{{assert aspect.price.score >= 0.1}}x").review_ids).toHaveLength(5);
  expect(answerOf("No figure.").review_ids).toEqual([]);
});

test("an answer rounds as the published score does, and its two shares make a hundred", () => {
  // 116 of 139 are 0.83453: 83 % at once, 84 % of the score 0.835 that pages show.
  const list = Array.from({ length: 139 }, (_, index) =>
    review(index < 116 ? "Great price." : "Terrible price.", { id: `n${index}`, rating: 3 }),
  );
  const shares = "{{aspect.price.score}} {{aspect.price.positive_share}} {{aspect.price.negative_share}}";
  const { answer } = answerOf(shares, list);
  expect(answer).toBe("0.835 84% 16%");
});

test("good means the same in answers and in scores: a mixed opinion counts half", () => {
  const mixed = review("Great price. Later the price was an outrageous rip off.", { id: "mixed", rating: 3 });
  const shares = "{{aspect.price.positive_share}} {{aspect.price.negative_share}} {{aspect.price.score}}";
  expect(answerOf(shares, [...reviews, mixed]).answer).toBe("75% 25% 0.75");
  const { review_ids } = answerOf("{{aspect.price.negative_share}}", [...reviews, mixed]);
  expect(review_ids).toEqual([...reviews.slice(0, 5), mixed].map(({ id }) => id));
});

test("a share of fewer than five opinions is said as it is, not in percent", () => {
  expect(answerOf("{{aspect.price.positive_share}}", reviews.slice(0, 3)).answer).toBe("3 of 3");
});

test("an answer whose claim nobody can check yet waits, and the build log says so", () => {
  const { id, notes } = answerOf("Cheap.\n{{assert aspect.price.score >= 0.7}}", reviews.slice(0, 3));
  expect(id).toBeUndefined();
  const note = "faq/q.md is not shown: too few opinions to tell whether aspect.price.score >= 0.7";
  expect(notes).toEqual([note]);
});

test("a paragraph that needs a figure waits for it, and the rest of the answer is shown", () => {
  const needing = "{{when aspect.price.score}}{{aspect.price.review_count}} reviews say so.";
  const text = `Cheap.\n\n${needing}\n\nAsk us.`;
  const early = answerOf(text, reviews.slice(0, 3));
  expect(early).toMatchObject({ answer: "Cheap.\n\nAsk us.", review_ids: [], notes: [] });
  expect(answerOf(text).answer).toBe("Cheap.\n\n5 reviews say so.\n\nAsk us.");
  expect(answerOf("{{when aspect.price.score}}x", []).id).toBeUndefined();
});

const unreadable = {
  "an aspect nobody knows": "{{aspect.prize.score}}",
  "a figure nobody knows": "{{aspect.price.stars}}",
  "a slot nobody knows": "{{weather.today}}",
  "a technician nobody knows": "{{count technician=wil}}",
  "a name two people share": "{{count technician=Mike}}",
  "a condition nobody knows": "{{count color=red}}",
  "a count of nothing": "{{count}}",
  "six stars": "{{count rating=6}}",
  "no stars": "{{count min_rating=0}}",
  "stars in words": "{{count rating=five}}",
  "no day": "{{count until=2026-5-14}}",
  "a day and more": "{{count since=2026-05-14T00}}",
  "a figure of a figure": "{{aspect.price.score.value}}",
  "a figure of all that nobody knows": "{{aggregate.rating_valu}}",
  "a condition cut short": "{{count technician}}",
  "an assertion that is not one": "{{assert aspect.price.score}}",
  "a claim that is no longer true": "{{assert aspect.price.score >= 0.81}}",
  "a condition on a figure nobody knows": "{{when aspect.prize.score}}",
  "a slot that is never closed": "{{aspect.price.score",
  "a property of objects": "{{aspect.constructor.score}}",
};

test("the build stops at a slot that it cannot fill, and says where and why", () => {
  const said = outcomesOf(unreadable, (slot) => {
    const issues = issuesOf(`One.\n\nThree: ${slot}`);
    return issues.map(({ file, line, message }) => `${file}:${line}: ${message}`).join(", ");
  });
  expect(said).toMatchInlineSnapshot(`
    "an aspect nobody knows: faq/q.md:7: {{aspect.prize.score}}: there is no aspect "prize"; did you mean price? Known are punctuality, price
    a figure nobody knows: faq/q.md:7: {{aspect.price.stars}}: aspect.price has no figure "stars"; known are review_count, positive, negative, mixed, neutral, unsure, positive_share, negative_share, score
    a slot nobody knows: faq/q.md:7: {{weather.today}}: there is no figure "weather.today"; a figure starts with aspect, technician, service, area or aggregate
    a technician nobody knows: faq/q.md:7: {{count technician=wil}}: there is no technician "wil"; did you mean will? Known are will, grant, mike-a, mike-d, teo
    a name two people share: faq/q.md:7: {{count technician=Mike}}: there is no technician "Mike"; did you mean mike-a? Known are will, grant, mike-a, mike-d, teo
    a condition nobody knows: faq/q.md:7: {{count color=red}}: count does not know "color"; it knows technician, service, area, aspect, rating, min_rating, since and until
    a count of nothing: faq/q.md:7: {{count}}: count needs a condition, such as count technician=will
    six stars: faq/q.md:7: {{count rating=6}}: rating must be a number from 1 to 5, got "6"
    no stars: faq/q.md:7: {{count min_rating=0}}: min_rating must be a number from 1 to 5, got "0"
    stars in words: faq/q.md:7: {{count rating=five}}: rating must be a number from 1 to 5, got "five"
    no day: faq/q.md:7: {{count until=2026-5-14}}: until must be a day, written YYYY-MM-DD, got "2026-5-14"
    a day and more: faq/q.md:7: {{count since=2026-05-14T00}}: since must be a day, written YYYY-MM-DD, got "2026-05-14T00"
    a figure of a figure: faq/q.md:7: {{aspect.price.score.value}}: aspect.price has no figure "score.value"; did you mean score? Known are review_count, positive, negative, mixed, neutral, unsure, positive_share, negative_share, score
    a figure of all that nobody knows: faq/q.md:7: {{aggregate.rating_valu}}: there is no figure "aggregate.rating_valu"; did you mean rating_value? Known are review_count, rating_value
    a condition cut short: faq/q.md:7: {{count technician}}: count does not understand "technician"; write conditions as count technician=will
    an assertion that is not one: faq/q.md:7: cannot read {{assert aspect.price.score}}; write an assertion as {{assert aspect.price.score >= 0.7}}
    a claim that is no longer true: faq/q.md:7: aspect.price.score >= 0.81 is no longer true: aspect.price.score is 0.8; change the claim or the condition
    a condition on a figure nobody knows: faq/q.md:7: {{when aspect.prize.score}}: there is no aspect "prize"; did you mean price? Known are punctuality, price
    a slot that is never closed: faq/q.md:7: this {{ is never closed; a slot ends with }}
    a property of objects: faq/q.md:7: {{aspect.constructor.score}}: there is no aspect "constructor"; known are punctuality, price"
  `);
  expect(issuesOf("{{a.b}}\n{{c.d}}").map(({ line }) => line)).toEqual([5, 6]);
  const body = { text: "{{nothing}}", file: "summary.md", line: 4 };
  const summary = { updated: "2026-01-01", body };
  expect(() => analyse(withReviews(reviews, { summary }))).toThrow("summary.md:4:");
});

test("answers become HTML in which nothing of the owner's can run", () => {
  const links = "<script>x</script> [a](javascript:x) [b](https://b.example)";
  const { answer_html } = answerOf(`**Yes**, {{aspect.price.positive_share}}. ${links}\n\n- one`);
  expect(answer_html).toContain("<strong>Yes</strong>, 80%.");
  expect(answer_html).toContain("<li>one</li>");
  expect(answer_html).toContain('<a href="https://b.example">b</a>');
  expect(answer_html).not.toMatch(/<script|javascript:/);
});
