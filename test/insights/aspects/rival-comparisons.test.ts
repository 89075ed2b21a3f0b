import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { compareWithRivals } from "../../../src/insights/aspects/rival-comparisons.ts";
import { readSentence } from "../../../src/insights/language/clauses.ts";
import { tokenize } from "../../../src/insights/language/tokens.ts";
import { expectLinear } from "../../growth.ts";
import { aspect, review, withReviews } from "../lawn-site.ts";

const aspects = [
  aspect("price", ["price", "cost", "expensive", "cheaper"]),
  aspect("speed", ["quick", "slow", "faster"]),
  aspect("work", ["work", "quality", "repair"]),
  aspect("staff", ["friendly", "rude", "service", "hurt"]),
];
const verdictOf = (id: string, text: string, rating = 3) => {
  const found = analyse(withReviews([review(text, { rating })], { aspects })).insights.aspects.find(
    (one) => one.id === id,
  )!;
  return (["positive", "negative", "mixed", "neutral", "unsure"] as const).find(
    (verdict) => found[verdict] > 0,
  );
};

describe("who else is better blames this business", () => {
  test.each([
    ["price", "Any other garage would be cheaper."],
    ["price", "I had the same tires put on elsewhere for a third of the price."],
    ["price", "A different plumber did it for two hundred dollars less."],
    ["price", "Other salons charge half what these people do."],
    ["price", "We could have hired somebody else for less."],
    ["price", "I could have bought a second mower for less."],
    ["price", "You can find the same filter cheaper across the street."],
    ["price", "Cheaper at the bakery around the corner."],
    ["price", "The competition only wanted $90."],
    ["price", "Another vet does that for free."],
    ["price", "Take it to Brubaker's instead, a better repair at half the cost."],
    ["work", "Take it to Brubaker's instead, better work at half the cost."],
    ["work", "My last painter did better work."],
    ["speed", "Somewhere else it goes twice as fast."],
    ["speed", "Other shops are much quicker."],
    ["staff", "The staff at the other branch is friendlier."],
    ["staff", "I've had better service from a vending machine."],
    ["staff", "My old dentist never hurt me like that."],
    ["price", "I took it to another shop and they did it for half the price."],
    ["price", "The dealer is cheaper than here."],
    ["price", "Rates are lower at the other store."],
    ["work", "I could have done better work myself."],
    ["price", "Twice the price of the other places."],
  ])("%s: %s", (id, text) => expect(verdictOf(id, text)).toBe("negative"));
});

describe("who else is worse praises it", () => {
  test.each([
    ["price", "Cheaper than the bakery around the corner."],
    ["price", "The dealer wanted three times as much."],
    ["price", "They asked a third of what the other roofers quoted."],
    ["price", "Everyone else tried to sell me a new boiler."],
    ["speed", "Other garages were slower."],
    ["speed", "They are faster than my last mechanic."],
    ["work", "Better quality than the last place."],
    ["staff", "I would not go anywhere else, better service than at the big chains."],
    ["price", "A better deal than I found elsewhere."],
  ])("%s: %s", (id, text) => expect(verdictOf(id, text)).toBe("positive"));
});

describe("what compares nothing, or not with rivals, is read as ever", () => {
  test.each([
    ["a story from before", "The last company never came and was slow."],
    ["a denial", "No other shop could do it cheaper."],
    ["a condition", "If you find it cheaper elsewhere they match it."],
    ["a find of this business", "They found me a cheaper pump elsewhere."],
    ["this one after others", "I tried three other shops and this one was cheaper."],
    ["a third one after others", "I asked two other shops and Brubaker was cheaper."],
    ["others that came before it", "After trying other shops, better work at half the price."],
    ["a good place", "There is cheaper parking next door."],
    ["another promise", "It was cheaper than they said."],
    ["no sum", "Other places have more parking."],
    ["an expectation", "I found them next door to the bank, faster than I thought."],
    ["a way to this business", "I switched from another company and pay less."],
    ["advice of this business", "He told me I could get it cheaper."],
    ["a rebate here", "You can get it cheaper with a coupon."],
  ])("%s: %s", (_, text) => {
    const tokens = tokenize(text);
    expect(compareWithRivals(readSentence(tokens, []))).toEqual([]);
  });

  test("words for sums raise nothing by themselves", () => {
    expect(verdictOf("price", "Half of the lawn took less than an hour, the rest twice as much.")).toBe(
      undefined,
    );
  });
});

test("the stars may hold against a comparison", () => {
  expect(verdictOf("price", "Another company did it for half the price.", 1)).toBe("negative");
  expect(verdictOf("price", "Another company did it for half the price.", 5)).toBe("unsure");
});

test("it is quoted with the rival", () => {
  const { evidence } = analyse(
    withReviews([review("They smiled. You can get this cheaper at another shop.", { rating: 2 })], {
      aspects,
    }),
  ).insights.aspects.find(({ id }) => id === "price")!;
  expect(evidence).toMatchObject([{ quote: "You can get this cheaper at another shop." }]);
});

test("its cost grows with the length of the sentence", async () => {
  await expectLinear((size) => {
    const tokens = tokenize("better at another shop than half the price elsewhere ".repeat(size));
    const reading = readSentence(tokens, []);
    return () => compareWithRivals(reading);
  }, 100);
});
