import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { cleanText } from "../../src/schema/text.ts";
import { toYaml } from "../../scripts/review-files.ts";

const pieces = [
  ...Array.from(" .,:;!?'\"#-&*|>%@`{}[]()\\/\n\t\u00A0"),
  ..."a b zé ñ 中 🙂 0 42 1e3 null yes ~ --- 2026-01-01 https://example.com/?a=b#c".split(" "),
  "- ",
  ": ",
  " #",
];
// Texts are cleaned before they are written.
const text = fc
  .oneof(
    fc.string(),
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join("")),
    fc
      .array(fc.constantFrom("work", "they", "were", "on", "time."), { maxLength: 80 })
      .map((parts) => parts.join(" ")),
  )
  .map((given) => cleanText(given).trim());
const entry = fc.record(
  {
    id: text,
    rating: fc.integer({ min: 1, max: 5 }),
    title: text,
    text,
    source: fc.record({ name: text, url: text }, { requiredKeys: ["name"] }),
    reply: fc.record({ date: text, text }),
    allow: fc.record({ phone: text }),
    formerly: fc.array(fc.record({ id: text })),
  },
  { requiredKeys: ["id", "text"] },
);

test("whatever a review says, it reads back as it was written", () => {
  fc.assert(
    fc.property(entry, (one) => {
      expect(parse(toYaml(one))).toEqual([one]);
    }),
    { numRuns: 2000 },
  );
});

test("plain reviews are written as an owner would write them", () => {
  const one = {
    id: "google-abcdefghijklmnop",
    date: "2026-03-01",
    rating: 5,
    text: "They were on time, and the price was what they had said before. ".repeat(4).trim(),
    author: "Ann L.",
    source: { name: "Google", url: "https://maps.example.com/r/1" },
    verification: { method: "job_record", date: "2026-02-20" },
    reply: { date: "2026-03-02", text: "Thanks, Ann!" },
  };
  const sentence = "They were on time, and the price was what they had said before.";
  expect(toYaml(one)).toBe(`- id: google-abcdefghijklmnop
  date: 2026-03-01
  rating: 5
  text: >-
    ${sentence} They were on time, and the price
    was what they had said before. ${sentence}
    ${sentence}
  author: Ann L.
  source:
    name: Google
    url: https://maps.example.com/r/1
  verification:
    method: job_record
    date: 2026-02-20
  reply:
    date: 2026-03-02
    text: Thanks, Ann!
`);
});
