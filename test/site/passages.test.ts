import fc from "fast-check";
import { expect, test } from "vitest";
import {
  buildExcerpt,
  buildExcerptHtml,
  buildMarkedHtml,
  buildOpening,
  buildSegments,
  foldPoint,
  mergeVerdicts,
  sentenceAround,
} from "../../src/components/review/passages.ts";
import { toScriptJson } from "../../src/components/json-ld.ts";
import { cleanHostileText } from "../publish/fixture.ts";

const passages = cleanHostileText.chain((text) =>
  fc.record({
    text: fc.constant(text),
    spans: fc
      .array(fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: text.length })), { maxLength: 6 })
      .map((pairs) =>
        pairs
          .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
          .filter(({ start, end }) => start < end),
      ),
  }),
);

test("the pieces of a text make the text, and the pieces of each span make the span, however spans overlap", () => {
  fc.assert(
    fc.property(passages, ({ text, spans }) => {
      const segments = buildSegments(text, spans);
      expect(segments.map((segment) => segment.text).join("")).toBe(text);
      for (const [index, { start, end }] of spans.entries()) {
        const pieces = segments.filter(({ within }) => within.includes(index));
        expect(pieces.map((piece) => piece.text).join("")).toBe(text.slice(start, end));
        expect(segments.filter(({ begins }) => begins.includes(index))).toHaveLength(1);
      }
    }),
  );
});

test("marked text holds no markup but its own spans, and every anchor once", () => {
  fc.assert(
    fc.property(passages, ({ text, spans }) => {
      const unique = [...new Map(spans.map((span) => [`${span.start}-${span.end}`, span])).values()];
      const html = buildMarkedHtml(text, unique, ({ start, end }) => `r.${start}-${end}`);
      const bare = html.replace(/<span(?: id="r\.\d+-\d+")? class="[q\d ]+">|<\/span>/g, "");
      expect(bare).not.toMatch(/[<>]/);
      for (const { start, end } of unique) expect(html.split(`id="r.${start}-${end}"`)).toHaveLength(2);
    }),
  );
});

test("words that praise and criticize are marked as mixed, and only those", () => {
  const spans = [
    { start: 0, end: 9, polarity: "positive" as const },
    { start: 5, end: 12, polarity: "negative" as const },
    { start: 5, end: 14, polarity: "neutral" as const },
  ];
  const html = buildMarkedHtml("Good, dear, far", spans, ({ start, end }) => `r.${start}-${end}`);
  const said = [...html.matchAll(/class="q[^"]*?(?: said-(\w+))?">([^<]+)/g)].map(([, how, text]) => [
    text,
    how,
  ]);
  expect(said).toEqual([
    ["Good,", "positive"],
    [" dea", "mixed"],
    ["r, ", "negative"],
    ["fa", undefined],
  ]);
  expect(mergeVerdicts(["neutral", undefined, "unsure"])).toBeUndefined();
});

test("a sentence is found around its words, or left where it is long or of another line", () => {
  const around = (text: string, words: string) => {
    const start = text.indexOf(words);
    const found = sentenceAround(text, { start, end: start + words.length });
    return text.slice(found.start, found.end);
  };
  const text = "We came late. Lena is, as ever, so gentle! “Back soon.”\nLena again";
  expect(around(text, "Lena is")).toBe("Lena is, as ever, so gentle!");
  expect(around(text, "Back")).toBe("“Back soon.”");
  expect(around(text, "again")).toBe("Lena again");
  expect(around(text, "late.")).toBe("We came late.");
  expect(around(`${"on and ".repeat(40)}Lena is kind.`, "Lena")).toBe("Lena");
});

test("an excerpt shows the quoted words with their neighbors, and says where it was cut", () => {
  const text =
    "They came early. The gate was left open again, and the dog got out. We wrote twice about it to the office.";
  const start = text.indexOf("left open");
  expect(buildExcerpt(text, { start, end: start + 9 }, 20)).toEqual({
    before: "…The gate was ",
    quote: "left open",
    after: " again, and the dog…",
  });
});

test("an excerpt begins and ends with a sentence where one does nearby, and never with a dot too many", () => {
  const text =
    "Ask first! They do not (usually). The gate was left open again. Nobody wrote. The office said that it could not say.";
  const start = text.indexOf("left open");
  expect(buildExcerpt(text, { start, end: start + 9 }, 40)).toEqual({
    before: "…The gate was ",
    quote: "left open",
    after: " again. Nobody wrote.",
  });
  const quote = "Nobody wrote.";
  const whole = text.indexOf(quote);
  expect(buildExcerpt(text, { start: whole, end: whole + quote.length }, 20).after).toBe("");
});

test("a long text folds at the end of a sentence, or between words", () => {
  const sentences = "It went well. ".repeat(20);
  expect(sentences.slice(0, foldPoint(sentences, 100))).toMatch(/well\.$/);
  expect("word ".repeat(100).slice(0, foldPoint("word ".repeat(100), 100))).toMatch(/word$/);
  expect(foldPoint(sentences, 250)).toBeUndefined();
});

test("an excerpt of a text without spaces stays short and cuts no character in two", () => {
  const text = "😀".repeat(900);
  const { before, quote, after } = buildExcerpt(text, { start: 400, end: 1400 });
  for (const part of [before, quote, after]) {
    expect(part.isWellFormed()).toBe(true);
    expect(part.length).toBeLessThan(400);
  }
  expect(buildOpening(text, 101).isWellFormed()).toBe(true);
});

test("an excerpt's HTML is its words, with the quote in a mark", () => {
  expect(buildExcerptHtml({ before: "…a <b>", quote: "c & d", after: ", e" })).toBe(
    "…a &lt;b&gt;<mark>c &amp; d</mark>, e",
  );
});

test("no text ends the script element that its JSON stands in", () => {
  fc.assert(
    fc.property(cleanHostileText, (text) => {
      const json = toScriptJson({ text });
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});
