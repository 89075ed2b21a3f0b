import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "../../src/schema/text.ts";

const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
/** A character that no output carries, so that text with it cannot pass unseen as clean. */
const unseen = "\u200B";

test("text that is found clean at a glance is what a whole cleaning makes of it", () => {
  for (const one of characters)
    expect(cleanText(`a${one}e`), JSON.stringify(one)).toBe(cleanText(`a${one}e${unseen}`));
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (text) => {
      expect(cleanText(text)).toBe(cleanText(text + unseen));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["two\r\nlines\rand\u2028more", "two\nlines\nand\nmore"],
  ["soft\u00ADhyphen, \u202Eturned, \u0007bell", "softhyphen, turned, bell"],
  ["e\u0301te\u0301", "été"],
  ["a\vb\fc\u0085d\u2029e\r\rf", "a\nb\nc\nd\ne\n\nf"],
  ["half \ud83d, \uFFF9no\uFFFBte\uFFFF", "half \uFFFD, note"],
  ["plain, with tab\tand “quotes” – ünd ß…", "plain, with tab\tand “quotes” – ünd ß…"],
  ["a family 👨‍👩‍👧, a flag 🏳️‍🌈, a joiner\u200Dalone", "a family 👨‍👩‍👧, a flag 🏳️‍🌈, a joineralone"],
])("%j becomes %j, and stays so", (text, clean) => {
  expect(cleanText(text)).toBe(clean);
  expect(cleanText(clean)).toBe(clean);
});

test.each(Array.from("بܒߊᠠकকਕકକகకಕകකកကཀ"))(
  "between letters such as %s joiners stay, and nowhere else",
  (letter) => {
    for (const joiner of ["\u200C", "\u200D"]) {
      expect(cleanText(letter + joiner + letter)).toBe(letter + joiner + letter);
      for (const [before, after] of [
        [letter, "a"],
        ["a", letter],
        [letter, ""],
        ["", letter],
      ] as const)
        expect(cleanText(before + joiner + after)).toBe(before + after);
    }
  },
);
