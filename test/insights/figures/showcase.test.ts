import { expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { judgementsOn, judgementsOnEntity } from "../../../src/insights/figures/evidence.ts";
import { chooseEvidence, isContrary, quotesByVerdict } from "../../../src/insights/figures/showcase.ts";
import { sure } from "../../../src/schema/insights.ts";
import type { PublishedEntry } from "../../../src/schema/site.ts";
import { review, withReviews } from "../lawn-site.ts";

type Judged = ReturnType<typeof judgementsOn>[number];
type Opinion = Judged["judgement"]["opinions"][number];
/** The findings, as if there were no doubt. */
const surely = (
  judged: Judged[],
  change: (opinion: Opinion, text: string) => Partial<Opinion>,
  rest: Partial<Judged["judgement"]>,
): Judged[] =>
  judged.map((one) => {
    const opinions = one.judgement.opinions.map((each) => ({ ...each, ...change(each, one.review.text) }));
    return { ...one, judgement: { ...one.judgement, ...rest, opinions } };
  });
const readingsOf = (reviews: PublishedEntry[]) => analyse(withReviews(reviews)).readings;
const judgedOn = (reviews: PublishedEntry[], confidence = 1) =>
  surely(judgementsOn(readingsOf(reviews), "price"), () => ({ confidence }), { confidence });
const idsOf = (quotes: { review_id: string }[]) => quotes.map(({ review_id }) => review_id);
const chosenFrom = (reviews: PublishedEntry[], limit = 3) => {
  const { praise, criticism } = chooseEvidence(judgedOn(reviews), limit);
  return { praise: idsOf(praise), criticism: idsOf(criticism) };
};
const best = review("Great price, very reasonable and affordable.", { id: "best", rating: 5 });
const both = review("Honestly the price was excellent, the best in town. Later it was an outrageous price.", {
  id: "both",
  rating: 3,
});
const blame = review("The price they charged was simply outrageous.", { id: "blame", rating: 1 });

test("a quote is shown for what it says: whole, sure, outspoken", () => {
  expect(chosenFrom([both, best, blame])).toEqual({ praise: ["best"], criticism: ["blame"] });
});

test("words that another customer has said already come after all others", () => {
  const again = review(best.text ?? "", { id: "again", rating: 5 });
  const other = review("Excellent price, and very fair work.", { id: "other", rating: 5 });
  expect(chosenFrom([best, again, other]).praise).toEqual(["best", "other", "again"]);
});

test("a verdict that is right in fewer than 97 of 100 is shown nowhere first", () => {
  expect(chooseEvidence(judgedOn([best], sure.positive), 3).praise).toHaveLength(1);
  expect(chooseEvidence(judgedOn([best], sure.positive - 0.01), 3).praise).toEqual([]);
});

test("a sentence that does not name what it is praised for is not shown", () => {
  const read = (text: string) =>
    judgementsOn(readingsOf([review(text)]), "price").map(({ judgement }) =>
      judgement.opinions.map(({ confidence }) => confidence),
    );
  expect(read("It was a bargain, the best deal in town.")).toEqual([[0]]);
  const [[named] = []] = read("Great price, very reasonable and affordable.");
  expect(named).toBeGreaterThan(sure.positive);
});

test.each([
  ["Grant was wonderful with our hedge.", 1],
  ["Grant did our hedge and the beds as well.", 0],
])("facts about a person are not shown for praise: %s", (text, shown) => {
  const judged = surely(
    judgementsOnEntity(readingsOf([review(text)]), "technicians", "grant"),
    () => ({ polarity: "positive" }),
    { verdict: "positive", confidence: 1 },
  );
  expect(chooseEvidence(judged, 3).praise).toHaveLength(shown);
});

test("a quote whose stars say the opposite is not shown", () => {
  const low = review("The price was excellent for what they did.", { id: "low", rating: 2 });
  const high = review("The price they charged was simply outrageous.", { id: "high", rating: 5 });
  expect(chosenFrom([low, high])).toEqual({ praise: [], criticism: [] });
});

test("three stars may praise and four may complain, after those whose stars agree", () => {
  const three = review("The price was excellent for what they did.", { id: "three", rating: 3 });
  const four = review("The price was outrageous for what they did.", { id: "four", rating: 4 });
  const chosen = { praise: ["best", "three"], criticism: ["blame", "four"] };
  expect(chosenFrom([three, four, best, blame])).toEqual(chosen);
});

test.each([
  ["too short to convince", "Good price."],
  ["a part without its start", "And because the price was excellent."],
  ["words cut at an abbreviation", "The price was the best in town def."],
  ["a question", "Is that not an excellent price?"],
  ["several lines", "What a fine\nand excellent price that was."],
])("%s is not shown", (_, text) => {
  expect(chosenFrom([review(text, { id: "weak", rating: 5 })]).praise).toEqual([]);
});

test("no review is shown that was shown elsewhere on the page", () => {
  const judged = judgedOn([best, blame]);
  const { praise, criticism } = chooseEvidence(judged, 3, new Set(["best"]));
  expect(praise).toEqual([]);
  expect(idsOf(criticism)).toEqual(["blame"]);
});

test("under each verdict stand as many reviews as it counts, each once, those that say both apart", () => {
  const neutral = review("The price is on the invoice.", { id: "neutral", rating: 3 });
  const reviews = [best, both, blame, neutral];
  const groups = quotesByVerdict(judgedOn(reviews), 24);
  const counts = analyse(withReviews(reviews)).insights.aspects.find(({ id }) => id === "price")!;
  const seen: string[] = [];
  for (const [verdict, { count, shown, quotes }] of Object.entries(groups)) {
    const members = new Set(quotes.map(({ review_id }) => review_id));
    expect({ verdict, count }).toEqual({ verdict, count: counts[verdict as "positive"] });
    expect({ verdict, shown: members.size }).toEqual({ verdict, shown });
    seen.push(...members);
  }
  expect(seen.toSorted()).toEqual(["best", "blame", "both", "neutral"]);
  expect(groups.mixed.quotes.map(({ polarity }) => polarity)).toEqual(["positive", "negative"]);
});

test("a page shows the most convincing of many quotes, and says of how many", () => {
  const weak = Array.from({ length: 5 }, (_, at) => review("Good price.", { id: `weak-${at}`, rating: 5 }));
  const { count, shown, quotes } = quotesByVerdict(judgedOn([...weak, best]), 2).positive;
  expect({ count, shown, first: quotes[0]?.review_id }).toEqual({ count: 6, shown: 2, first: "best" });
});

test("what many say in the same words is quoted once, and counted as often as it is said", () => {
  const same = ["a", "b", "c"].map((id) => review(best.text, { id, rating: 5 }));
  const { count, quotes } = quotesByVerdict(judgedOn(same), 12).positive;
  expect([count, idsOf(quotes)]).toEqual([3, ["a"]]);
});

test("of quotes as good, one of a recent year comes before one that is years older", () => {
  const on = (date: string) =>
    review(`The price was excellent for all of ${date.slice(0, 4)}.`, { id: date, rating: 5, date });
  const dates = quotesByVerdict(judgedOn([on("2025-03-01"), on("2023-03-01")]), 8).positive.quotes;
  expect(dates.map(({ review_id }) => review_id)).toEqual(["2025-03-01", "2023-03-01"]);
  const older = review("The price was excellent, and I mean it.", {
    id: "older",
    rating: 5,
    date: "2019-03-01",
  });
  const plainer = review("the price was excellent for what they did", {
    id: "plainer",
    rating: 5,
    date: "2025-03-01",
  });
  expect(
    quotesByVerdict(judgedOn([plainer, older]), 8).positive.quotes.map(({ review_id }) => review_id),
  ).toEqual(["plainer", "older"]);
});

test.each([
  ["If it were Grant every week, five stars, no question.", 1, "negative"],
  ["One star for Grant.", 5, "positive"],
])("stars that are named make no verdict against them: %s", (text, rating, verdict) => {
  const { readings } = analyse(withReviews([review(text, { id: "one", rating })]));
  expect(
    judgementsOnEntity(readings, "technicians", "grant").map(({ judgement }) => judgement.verdict),
  ).not.toContain(verdict);
});

test("a review is quoted where it names the subject, if it does", () => {
  const text = "The price was excellent. It was a bargain, the best deal in town.";
  const [judged] = judgementsOn(analyse(withReviews([review(text, { rating: 5 })])).readings, "price");
  expect(judged!.judgement.opinions.map(({ from, to }) => text.slice(from, to))).toEqual([
    "The price was excellent.",
  ]);
});

test("words that do not name the subject stand only where no others do", () => {
  const named = review("The price was fair.", { id: "named", rating: 4 });
  const unnamed = review("It was a bargain, the best deal in town.", { id: "unnamed", rating: 5 });
  const shown = (reviews: PublishedEntry[]) =>
    idsOf(quotesByVerdict(judgementsOn(readingsOf(reviews), "price"), 8).positive.quotes);
  expect(shown([unnamed, named])).toEqual(["named"]);
  expect(shown([unnamed])).toEqual(["unnamed"]);
});

test("the quotes on a person are those of the person's verdicts", () => {
  const readings = readingsOf([
    review("Grant was wonderful with our hedge.", { id: "good", rating: 5 }),
    review("Grant was terribly rude to us.", { id: "bad", rating: 1 }),
  ]);
  const { positive, negative } = quotesByVerdict(judgementsOnEntity(readings, "technicians", "grant"), 12);
  expect([idsOf(positive.quotes), idsOf(negative.quotes)]).toEqual([["good"], ["bad"]]);
});

test.each([
  ["negative", "If it were Will every week, five stars, no question.", true],
  ["negative", "He was wonderful.", true],
  ["negative", "He was rude.", false],
  ["positive", "He was wonderful.", false],
  ["positive", "One star for the man who shouted.", true],
] as const)(
  "a %s verdict on words that say the opposite has no example in them: %s",
  (side, text, contrary) => {
    const [reading] = readingsOf([review(text, { rating: 3 })]);
    expect(isContrary(reading!, { start: 0, end: text.length }, side)).toBe(contrary);
  },
);

const praiseOf = (texts: readonly string[]) => {
  const reviews = texts.map((text, at) => review(text, { id: `r${at}` }));
  const judged = surely(
    judgementsOn(readingsOf(reviews), "price"),
    (_, text) => ({ polarity: "positive", confidence: 1, from: 0, to: text.length }),
    { verdict: "positive", confidence: 1 },
  );
  return chooseEvidence(judged, 5).praise.map(({ quote }) => quote);
};

const plainly = "The price was excellent for all that they did.";
test.each([
  ["more than 180 letters", `The price was excellent for all that they did${", and did".repeat(16)}.`],
  ["fewer than 30 letters", "The price was excellent now."],
  ["no full stop", "The price was excellent for all that they did"],
  ["no capital", "the price was excellent for all that they did."],
  ["a story before it", "We called about the price and it was excellent."],
  ["somebody else", "The price was excellent next to my previous firm."],
  ["no word that judges outright", "The price was what it was for all that they did."],
  ["a word of the other side", "The price was excellent though the mess was awful."],
])("a quote with %s comes after one without", (_, worse) => {
  expect(praiseOf([worse, plainly])).toEqual([plainly, worse]);
});

test.each([
  ["a half in brackets", "The price (was excellent for all that they did."],
  ["a half of a quotation", "The “price was excellent for all that they did."],
  ["more than 360 letters", `The price was excellent for all that they did${", and did".repeat(36)}.`],
  ["an opening of another thought", ", and the price was excellent for all that."],
  ["praise of a neighbor", "The best price is at the shop that is next door."],
  ["words that lack their rest", "The price was excellent and cheaper than the"],
  ["a greeting", "Thanks to all of you for the excellent price."],
])("a quote with %s is not shown", (_, text) => expect(praiseOf([text])).toEqual([]));

test("a quote without its subject is shown last", () => {
  const without = "gave us an excellent price for all that work.";
  expect(praiseOf([without, plainly])).toEqual([plainly, without]);
});

const part = "the price was excellent for all that they did.";
test.each([
  ["getting that price was excellent for all of us.", 1],
  ["for that price it was excellent work, all of it.", 1],
  ["about the price they were excellent from day one.", 1],
  ["something in the price was excellent for all of us.", 0],
])("of parts, one that names what it is about comes first: %s", (other, place) => {
  expect(praiseOf([other, part]).indexOf(other)).toBe(place);
});

test("of what lacks as much, the newest stands first", () =>
  expect(praiseOf([plainly, `${plainly.slice(0, -1)} too.`])).toEqual([
    plainly,
    `${plainly.slice(0, -1)} too.`,
  ]));

test("a denied word counts for the other side", () =>
  expect(praiseOf(["The price was never excellent for what they did.", plainly])[0]).toBe(plainly));
