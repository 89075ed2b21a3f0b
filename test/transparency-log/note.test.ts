import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  cosignedAt,
  createSigner,
  formatCheckpoint,
  formatSigner,
  formatVerifier,
  hasSignature,
  parseCheckpoint,
  parseNote,
  parseSigner,
  parseVerifier,
  signBytes,
  signNote,
} from "../../src/transparency-log/note.ts";
import { openCheckpoint } from "./reference.ts";

const signer = createSigner("reviews.example/log", Buffer.alloc(32, 7));
const root = Buffer.alloc(32, 1);
const checkpoint = signNote(formatCheckpoint("reviews.example/log", 42, root), signer);

// The example key of Go's sumdb/note documentation.
const peterNeumann = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const peterNote = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

test("a note that another implementation signed is known to be good, and with one letter changed is not", () => {
  expect(hasSignature(parseNote(peterNote), parseVerifier(peterNeumann))).toBe(true);
  expect(hasSignature(parseNote(peterNote.replace("answer", "Answer")), parseVerifier(peterNeumann))).toBe(
    false,
  );
});

test("what we sign, a second implementation reads and accepts", () => {
  const opened = openCheckpoint(checkpoint, [formatVerifier(signer.verifier)]);
  expect(opened).toMatchObject({
    origin: "reviews.example/log",
    size: 42,
    root,
    signedBy: ["reviews.example/log"],
  });
  expect(parseCheckpoint(parseNote(checkpoint).text)).toEqual({
    origin: "reviews.example/log",
    size: 42,
    root,
  });
});

test("keys are written and read back, and a misspelt one is refused", () => {
  expect(parseSigner(formatSigner(signer)).seed).toEqual(signer.seed);
  const key = formatVerifier(signer.verifier);
  expect(formatVerifier(parseVerifier(key))).toBe(key);
  expect(() => parseVerifier(key.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).toThrow("misspelt");
  expect(() => parseVerifier("reviews.example/log")).toThrow("not a public key");
  expect(() => parseSigner("PRIVATE+KEY+x")).toThrow("not a private key");
  expect(() => createSigner("two words", Buffer.alloc(32))).toThrow("no name for a key");
});

test("a cosignature counts with the time that it signs, and with no other", () => {
  const witness = createSigner("witness.example", Buffer.alloc(32, 9));
  const verifier = parseVerifier(
    formatVerifier({ ...witness.verifier, algorithm: "cosignature", id: witness.verifier.id }).replace(
      /\+.*/,
      "",
    ) + cosignatureTail(witness.verifier.key),
  );
  const text = parseNote(checkpoint).text;
  const line = (seconds: bigint, said = seconds) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(said);
    const signature = signBytes(witness, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`));
    return `— witness.example ${Buffer.concat([verifier.id, time, signature]).toString("base64")}\n`;
  };
  expect(cosignedAt(parseNote(checkpoint + line(1_700_000_000n)), verifier)).toBe(1_700_000_000);
  expect(cosignedAt(parseNote(checkpoint + line(1_700_000_000n, 1_800_000_000n)), verifier)).toBeUndefined();
  expect(openCheckpoint(checkpoint + line(1_700_000_000n), [formatVerifier(verifier)]).times).toEqual({
    "witness.example": 1_700_000_000,
  });
});

/** The rest of a witness's key, as a witness would print it. */
function cosignatureTail(key: Buffer): string {
  const bytes = Buffer.concat([Buffer.of(4), key]);
  const id = createHash("sha256").update("witness.example\n").update(bytes).digest("hex").slice(0, 8);
  return `+${id}+${bytes.toString("base64")}`;
}

test("what is no note is refused, however long", () => {
  for (const bad of [
    "",
    "text",
    "text\n\nno signature\n",
    "text\n\n— a b\n",
    `${"x".repeat(2_000_000)}\n\n— a AAAAAAA=\n`,
  ])
    expect(() => parseNote(bad)).toThrow(/note/);
  expect(() => parseCheckpoint("origin\n-1\nAAAA\n")).toThrow("not a checkpoint");
});
