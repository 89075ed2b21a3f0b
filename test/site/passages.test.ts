import fc from "fast-check";
import { expect, test } from "vitest";
import {
  buildExcerpt,
  buildExcerptHtml,
  buildHighlightedHtml,
  buildMarkedHtml,
  buildOpening,
  foldPoint,
  mergeVerdicts,
} from "../../src/components/review/passages.ts";
import { toScriptJson } from "../../src/components/json-ld.ts";
import { escapeMarkup } from "../../src/publish/markup.ts";
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

/** What the anchors of a text hold, without what stands around them. */
function readAnchors(html: string): Map<string, string> {
  const open: string[] = [];
  const held = new Map<string, string>();
  for (const [tag, id = "", words = tag] of html.matchAll(
    /<span(?: id="r\.(\d+-\d+)")?[^>]*>|<\/span>|([^<]+)/g,
  )) {
    if (tag === "</span>") open.pop();
    else if (tag.startsWith("<span")) held.set(open.at(open.push(id) - 1) ?? "", "");
    else for (const one of open) held.set(one, (held.get(one) ?? "") + words);
  }
  return held;
}

test("marked text holds no markup but its own spans, and every anchor once, with its words as far as no other ends it", () => {
  fc.assert(
    fc.property(passages, ({ text, spans }) => {
      const unique = [...new Map(spans.map((span) => [`${span.start}-${span.end}`, span])).values()];
      const html = buildMarkedHtml(text, unique, ({ start, end }) => `r.${start}-${end}`);
      expect(html.replace(/<span id="r\.\d+-\d+">|<\/span>/g, "")).toBe(escapeMarkup(text));
      const held = readAnchors(html);
      for (const { start, end } of unique) {
        expect(html.split(`id="r.${start}-${end}"`)).toHaveLength(2);
        const isWhole = unique.every(
          (other) => !(other.start < start && other.end > start && other.end < end),
        );
        if (isWhole) expect(held.get(`${start}-${end}`)).toBe(escapeMarkup(text.slice(start, end)));
      }
    }),
  );
});

test("highlighted text marks each character of a span, and no other, however spans overlap", () => {
  fc.assert(
    fc.property(passages, ({ text, spans }) => {
      const html = buildHighlightedHtml(text, spans);
      expect(html.replace(/<\/?mark>/g, "")).toBe(escapeMarkup(text));
      const isMarked = (at: number) => spans.some(({ start, end }) => start <= at && at < end);
      const marked = text.split("").filter((_, at) => isMarked(at));
      const found = [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, words = ""]) => words);
      expect(found.join("")).toBe(escapeMarkup(marked.join("")));
    }),
  );
});

test("words within others are mixed where the two say different things, and only those have a class of their own", () => {
  const spans = [
    { start: 0, end: 15, polarity: "positive" as const },
    { start: 6, end: 10, polarity: "negative" as const },
    { start: 12, end: 15, polarity: "neutral" as const },
  ];
  expect(buildMarkedHtml("Good, dear, far", spans, ({ start, end }) => `r.${start}-${end}`)).toBe(
    '<span id="r.0-15" class="said-positive">Good, <span id="r.6-10" class="said-mixed">dear</span>, <span id="r.12-15">far</span></span>',
  );
  expect(mergeVerdicts(["neutral", undefined, "unsure"])).toBeUndefined();
});

test("an excerpt shows the quoted words with their neighbors, and says where it was cut", () => {
  const text =
    "They came early. The gate was left open again, and the dog got out through the hedge behind the shed. We wrote twice about it.";
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
  const asked = text.indexOf("Ask");
  expect(buildExcerpt(text, { start: asked, end: asked + 3 }, 5).after).toBe(" first!");
});

test("an excerpt finishes a sentence that ends soon, and the whole text where nothing more comes", () => {
  const end = "they will take the check that you owe them";
  for (const closing of [". And the rest.", ""])
    expect(buildExcerpt(`Late again, ${end}${closing}`, { start: 0, end: 4 }, 30).after).toBe(
      ` again, ${end}${closing === "" ? "" : "."}`,
    );
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
