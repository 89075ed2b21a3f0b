import { describe, expect, test } from "vitest";
import { phraseBooks } from "../../../src/insights/language/phrases.ts";
import { judge, judgePrepared } from "../../../src/insights/sentiment/polarity.ts";
import { prepare } from "../../../src/insights/language/prepared-text.ts";
import { loadLabelled } from "../../../scripts/training/train-polarity.ts";

const fixture = (name: string) =>
  loadLabelled(new URL(`../../fixtures/polarity/${name}.jsonl`, import.meta.url).pathname);

/** The verdict on the words in square brackets. */
function verdictOn(marked: string) {
  const from = marked.indexOf("[");
  const to = marked.indexOf("]") - 1;
  return judge(marked.replace("[", "").replace("]", ""), from, to);
}

describe("a verdict", () => {
  test.each([
    ["The [edging] is excellent.", "positive"],
    ["The [edging] is not good.", "negative"],
    ["No complaints about the [mowing].", "positive"],
    ["Great [cut], but late again.", "positive"],
    ["The mowing is excellent, but the [billing] is a nightmare.", "negative"],
    ["I wish the [crew] was more careful.", "negative"],
    ["The [lawn] used to be beautiful.", "negative"],
    ["Is the [aeration] any good?", "neutral"],
    ["They do [aeration] in September.", "neutral"],
    ["Marcus is better than [Dave].", "negative"],
    ["The [weeds] were back in a week.", "negative"],
    ["Their [quote] was less expensive than all others.", "positive"],
    ["The [staff] is less friendly every year.", "negative"],
    ["It wasn't even [expensive]!", "positive"],
    ["They [left] without a mess.", "positive"],
    ["The [porch] was far from clean.", "negative"],
    ["The [painter] was far from sloppy.", "positive"],
    ["I have never met a [dentist] so kind.", "positive"],
    ["I have never seen such a careless [crew].", "negative"],
    ["Friendly and careful with everything but the [fence].", "negative"],
    ["I am happy with everything but the [price].", "negative"],
    ["They were rude to everyone but the [owner].", "positive"],
    ["They fixed everything but the [crew] was slow.", "negative"],
    ["There was nothing the [crew] wouldn't do.", "positive"],
    ["No [job] they couldn't handle.", "positive"],
    ["Nothing wrong with the [room] that a clock wouldn't fix.", "positive"],
  ])("%s is %s", (text, polarity) => {
    expect(verdictOn(text).leaning).toBe(polarity);
  });

  test("rests on words of the text beside the target", () => {
    const text = "The mowing is excellent and the billing comes by mail.";
    const { spans, evidence } = judge(text, 4, 10);
    expect(spans.map(({ from, to }) => text.slice(from, to))).toEqual(["excellent"]);
    expect(text.slice(evidence.from, evidence.to)).toBe("excellent");
  });

  test("quotes the target itself when nothing is said of it", () => {
    expect(verdictOn("They do [aeration] in September.").spans).toEqual([{ from: 8, to: 16 }]);
  });

  test("says which words decided", () => {
    expect(verdictOn("The [billing] is a nightmare.").rule).toContain("nightmare");
  });

  test("has a confidence that is a probability and a score within -1 and 1", () => {
    for (const { text, from, to } of fixture("lawn-tuning")) {
      const { confidence, score } = judge(text, from, to);
      expect(confidence).toBeGreaterThan(1 / 3);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(Math.abs(score)).toBeLessThanOrEqual(1);
    }
  });
});

describe("nothing but the target's sentence counts", () => {
  const lines = fixture("lawn-tuning");
  test.each([
    "We live on Oak Street. ",
    "They came on Tuesday at nine.\n",
    "Does it rain? ",
    "Dr. Hill lives next door! ",
  ])("%j in front changes no verdict", (front) => {
    for (const { text, from, to } of lines) {
      const plain = judge(text, from, to);
      const moved = judge(front + text, from + front.length, to + front.length);
      expect(moved.leaning).toBe(plain.leaning);
      expect(moved.confidence).toBe(plain.confidence);
      expect(moved.spans).toEqual(
        plain.spans.map((span) => ({ from: span.from + front.length, to: span.to + front.length })),
      );
    }
  });

  test("what was judged before does not matter", () => {
    const forwards = lines.map(({ text, from, to }) => judge(text, from, to));
    const backwards = lines.toReversed().map(({ text, from, to }) => judge(text, from, to));
    expect(backwards.toReversed()).toEqual(forwards);
  });

  test("a prepared text gives the same verdicts", () => {
    for (const { text, from, to } of lines)
      expect(judgePrepared(prepare(text), from, to)).toEqual(judge(text, from, to));
  });
});

describe("the owner's phrases", () => {
  const text = "The crew gave us the zebra stripe on the lawn.";
  const at = text.indexOf("crew");
  test("decide where the language alone has no opinion", () => {
    expect(judge(text, at, at + 4).leaning).toBe("neutral");
    const trade = [{ phrase: "zebra stripe", polarity: "negative" as const }];
    expect(judge(text, at, at + 4, trade).leaning).toBe("negative");
    expect(judgePrepared(prepare(text, phraseBooks(trade)), at, at + 4).leaning).toBe("negative");
  });
});

describe("odd texts are judged without failing", () => {
  test.each([
    ["nothing", "", 0, 0],
    ["marks", "!!!", 0, 1],
    ["one letter", "a", 0, 1],
    ["emoji", "👍👍 crew", 5, 9],
    ["a combining accent", "The cre\u0301w’s great", 4, 9],
    ["4,000 words", "lawn ".repeat(4000), 10_000, 10_004],
    ["the target alone", "great", 0, 5],
    ["empty lines", "No punctuation\n\n\nGREAT crew", 24, 28],
  ])("%s", (_, text, from, to) => {
    const { spans } = judge(text, from, to);
    for (const span of spans) {
      expect(span.from).toBeGreaterThanOrEqual(0);
      expect(span.to).toBeLessThanOrEqual(text.length);
    }
  });
});
