import { expect, test } from "vitest";
import { showControls, showControlsInLines } from "../../scripts/run-command.ts";

test.each([
  ["an escape sequence", "\u001B[2J\u009B1A", String.raw`\u{1b}[2J\u{9b}1A`],
  [
    "a forged line",
    "a\r\nAll holds.\t\u2028b\u2029",
    String.raw`a\u{d}\u{a}All holds.\u{9}\u{2028}b\u{2029}`,
  ],
  [
    "the ends of the control ranges",
    "\0\u001F \u007F\u0080\u009F\u00A0",
    "\\u{0}\\u{1f} \\u{7f}\\u{80}\\u{9f}\u00A0",
  ],
  ["another direction", "a\u202Eb\u2066c\u200Fd", String.raw`a\u{202e}b\u{2066}c\u{200f}d`],
  [
    "what nobody sees",
    "re\u200Bviews\uFEFF\u00AD\u{E0041}",
    String.raw`re\u{200b}views\u{feff}\u{ad}\u{e0041}`,
  ],
  ["half a character", "a\uD83Db", String.raw`a\u{d83d}b`],
  ["a joiner between ASCII letters", "exam\u200Dple", String.raw`exam\u{200d}ple`],
])("%s is shown", (_, text, shown) => expect(showControls(text)).toBe(shown));

test.each(["Müller & Söhne, 5 × “good”", "👩‍🔧 and 🏳️‍🌈", "می‌خواهم", String.raw`C:\new`])("%s stays", (text) =>
  expect(showControls(text)).toBe(text),
);

test("a message keeps the line breaks that are ours", () =>
  expect(showControlsInLines("one\ntwo\u001B[A\r\n")).toBe("one\ntwo\\u{1b}[A\\u{d}\n"));
