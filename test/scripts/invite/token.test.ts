import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readInvitation, signInvitation, toJobHash } from "../../../scripts/invite/token.ts";
import { readMailBlock, toMailBlock } from "../../../src/schema/invitation.ts";

const inviter = { key: "a key for this test only", business: "Fern & Sons" };
const invitation = { job: "abcdefghijklmnop", day: "2026-05-04", until: "2026-10-31", service: "mowing" };
const token = signInvitation(invitation, inviter);

describe("a token", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  const day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const anInvitation = fc.record({
    job: fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 16, maxLength: 16 }),
    day,
    until: day,
    service: fc.constantFrom("", "mowing", "a", "x".repeat(64), "core-aeration-2"),
  });

  test("says what was signed, whole link or not, and nothing else is one", () => {
    fc.assert(
      fc.property(anInvitation, fc.string({ minLength: 1 }), (one, business) => {
        const own = { key: "some key of sixteen", business };
        const signed = signInvitation(one, own);
        expect(readInvitation(signed, own)).toEqual(one);
        expect(readInvitation(`https://x.example/write/#${signed}\n`, own)).toEqual(one);
      }),
    );
  });

  test("in which any one character was changed, put in or taken away is refused", () => {
    for (let at = 0; at <= token.length; at += 1) {
      for (const other of ["a", "b", "2", "0", ".", "-", "A", ""]) {
        for (const length of [0, 1]) {
          const changed = token.slice(0, at) + other + token.slice(at + length);
          if (changed !== token) expect(readInvitation(changed, inviter), changed).toHaveProperty("refused");
        }
      }
    }
  });

  test.each<[string, string, RegExp]>([
    ["nothing", "", /incomplete/],
    ["a long text", "1.".repeat(100_000), /incomplete/],
    ["two tokens", `${token}${token}`, /incomplete/],
    ["a cut one", token.slice(0, -1), /incomplete/],
    ["other letters", token.toUpperCase(), /incomplete/],
    ["another day", token.replace("20260504", "20260505"), /did not sign/],
    ["a later end", token.replace("20261031", "20991031"), /did not sign/],
    ["another service", token.replace("mowing", "aeration"), /did not sign/],
    ["another job", token.replace("abcdefghijklmnop", "abcdefghijklmnoq"), /did not sign/],
    ["a signature of zeros", token.replace(/[^.]+$/, "a".repeat(26)), /did not sign/],
    ["another key", signInvitation(invitation, { ...inviter, key: "another key of 16" }), /another key/],
    ["another business", signInvitation(invitation, { ...inviter, business: "Moss" }), /another business/],
  ])("is refused: %s", (_, given, why) => {
    expect(readInvitation(given, inviter)).toEqual({ refused: expect.stringMatching(why) });
  });

  test("stays what it is: links that were sent must count after an upgrade", () => {
    expect(token).toBe("1.dbne5ndy.abcdefghijklmnop.20260504.20261031.mowing.i3cpzdkxecwsegv3vv7h4423qz");
    expect(toJobHash(inviter, ["karen", "2026-05-04"])).toBe("kpwbuned5kbqgqm4");
  });

  test("holds no name, and the same job has the same one", () => {
    expect(token).toMatch(/^[a-z0-9.-]+$/);
    expect(signInvitation(invitation, { ...inviter, business: "fern, & SONS" })).toBe(token);
  });
});

describe("the block in a mail", () => {
  const words = fc
    .array(
      fc.oneof(
        fc.string(),
        fc.constantFrom("===", "=== end ===", "\\=== end ===", "> x", "text:", "rating: 1", ""),
      ),
    )
    .map((lines) =>
      lines
        .map((line) => line.replace(/[\r\n]/g, "").trimEnd())
        .join("\n")
        .trim(),
    );
  const fields = fc.record({
    rating: fc.constantFrom("1", "2", "3", "4", "5"),
    title: fc.string().map((text) => text.replace(/\s+/g, " ").trim()),
    name: fc.constantFrom("", "Karen M."),
    invitation: fc.constant(token),
    text: words,
  });

  test("reads back as it was written, also quoted, and with anything around it", () => {
    fc.assert(
      fc.property(fields, fc.constantFrom("", "> ", "> > "), (one, quote) => {
        const mail = `Hello\n\n${toMailBlock(one)}\n-- \nSent from a telephone`;
        const quoted = mail
          .split("\n")
          .map((line) => quote + line)
          .join("\r\n");
        expect(readMailBlock(quoted)).toEqual(one);
      }),
      { numRuns: 500 },
    );
  });
});
