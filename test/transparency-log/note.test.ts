import { expect, test } from "vitest";
import {
  cosignedAt,
  cosignNote,
  createSigner,
  formatCheckpoint,
  formatSigner,
  formatVerifier,
  hasSignature,
  isForged,
  parseCheckpoint,
  parseNote,
  parseSigner,
  parseVerifier,
  signBytes,
  signNote,
} from "../../src/transparency-log/note.ts";
import { openCheckpoint } from "./reference.ts";

const signer = createSigner("reviews.example/log", Buffer.alloc(32, 7));
const witness = createSigner("witness.example", Buffer.alloc(32, 9), "cosignature");
const root = Buffer.alloc(32, 1);
const checkpoint = signNote(formatCheckpoint("reviews.example/log", 42, root), signer);

// The example key of Go's sumdb/note documentation.
const peterNeumann = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const peterNote = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

test("a note that another implementation signed is known to be good, and with one letter changed is not", () => {
  const isGood = (note: string) => hasSignature(parseNote(note), parseVerifier(peterNeumann));
  expect([isGood(peterNote), isGood(peterNote.replace("answer", "Answer"))]).toEqual([true, false]);
});

test("what we sign, a second implementation reads and accepts", () => {
  const opened = openCheckpoint(checkpoint, [formatVerifier(signer.verifier)]);
  const said = { origin: "reviews.example/log", size: 42, root };
  expect(opened).toMatchObject({ ...said, signedBy: ["reviews.example/log"] });
  expect(parseCheckpoint(parseNote(checkpoint).text)).toEqual(said);
});

const publicKey = formatVerifier(signer.verifier);
const privateKey = formatSigner(signer);
const flip = (key: string) => key.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
/** The key with other bytes behind its name and id. */
const withBytes = (key: string, ...bytes: number[]) =>
  key.replace(/[^+]+$/, Buffer.from([...bytes]).toString("base64"));

test.each<[what: string, text: string, refusal: string | undefined]>([
  ["a key", publicKey, undefined],
  ["a key of a witness", formatVerifier(witness.verifier), undefined],
  [
    "another last letter",
    flip(publicKey),
    "the public key of reviews.example/log is misspelt: its id does not",
  ],
  ["a name alone", "reviews.example/log", 'not a public key: "reviews.example/log"; it looks like name+1a2b'],
  ["a space before it", ` ${publicKey}`, "not a public key"],
  ["a line behind it", `${publicKey}\n`, "not a public key"],
  ["two names", `a+${publicKey}`, "not a public key"],
  ["a long text", "x".repeat(300), `not a public key: "${"x".repeat(200)}"; it`],
  ["an unknown algorithm", withBytes(publicKey, 2, ...Buffer.alloc(32)), "not a public key"],
  ["31 bytes", withBytes(publicKey, 1, ...Buffer.alloc(31)), "not a public key"],
  ["33 bytes", withBytes(publicKey, 1, ...Buffer.alloc(33)), "not a public key"],
  ["a long name", publicKey.replace("reviews", "x".repeat(250)), "not a public key"],
])("as a public key, %s is read or refused", (_, text, refusal) => {
  if (refusal === undefined) expect(formatVerifier(parseVerifier(text))).toBe(text);
  else expect(() => parseVerifier(text)).toThrow(refusal);
});

test.each<[what: string, text: string, refusal: string | undefined]>([
  ["a key", privateKey, undefined],
  ["a key on a line of a file", `\n${privateKey} \n`, undefined],
  ["another last letter", flip(privateKey), "the private key is misspelt: its id does not match it"],
  ["a start", "PRIVATE+KEY+x", "npm run log -- init"],
  ["a public key", publicKey, "npm run log -- init"],
  ["a word before it", `x${privateKey}`, "npm run log -- init"],
  ["a word behind it", `${privateKey} x`, "npm run log -- init"],
  ["31 bytes", withBytes(privateKey, 1, ...Buffer.alloc(31)), "npm run log -- init"],
  ["a key of a witness", formatSigner(witness), "npm run log -- init"],
])("as a private key, %s is read or refused", (_, text, refusal) => {
  if (refusal === undefined) expect(parseSigner(text)).toEqual(signer);
  else expect(() => parseSigner(text)).toThrow(refusal);
});

test("names of keys have no spaces, no + and at most 255 characters, and a witness has its own kind", () => {
  expect(parseSigner(formatSigner(witness), "cosignature")).toEqual(witness);
  expect(() => parseSigner(privateKey, "cosignature")).toThrow("npm run witness -- init");
  for (const name of ["", "two words", "a+b", "x".repeat(256)])
    expect(() => createSigner(name, Buffer.alloc(32))).toThrow(
      `${JSON.stringify(name)} is no name for a key`,
    );
  expect(createSigner("x".repeat(255), Buffer.alloc(32)).verifier.name).toHaveLength(255);
});

const line = (time: bigint, signed = time, by = witness, of = parseNote(checkpoint).text) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(time);
  const signature = signBytes(by, Buffer.from(`cosignature/v1\ntime ${signed}\n${of}`));
  return `— ${by.verifier.name} ${Buffer.concat([by.verifier.id, bytes, signature]).toString("base64")}\n`;
};
const at = 1_700_000_000;
const good = line(BigInt(at));
const other = createSigner("other.example", Buffer.alloc(32, 9), "cosignature");
const shorter = `— witness.example ${Buffer.from(good.split(" ")[2] ?? "", "base64")
  .subarray(0, -1)
  .toString("base64")}\n`;

test.each([
  ["its own", good, at, false],
  ["none", "", undefined, false],
  ["its own under another name", good.replace("witness.example", "other.example"), undefined, false],
  ["another witness's of the same key", line(BigInt(at), BigInt(at), other), undefined, false],
  ["one of another time than it signs", line(BigInt(at + 1), BigInt(at)), undefined, true],
  ["one of another note", line(BigInt(at), BigInt(at), witness, "another\n"), undefined, true],
  ["one that is cut off", shorter, undefined, true],
  [
    "one without a time",
    `— witness.example ${witness.verifier.id.toString("base64").replace("==", "")}AA=\n`,
    undefined,
    true,
  ],
  ["a forged one before its own", shorter + good, at, true],
])("a cosignature: %s", (_, lines, seconds, isBad) => {
  const note = parseNote(checkpoint + lines);
  expect([cosignedAt(note, witness.verifier), isForged(note, witness.verifier)]).toEqual([seconds, isBad]);
});

test("a second implementation reads our cosignature and its time", () => {
  const ours = cosignNote(parseNote(checkpoint), witness, at);
  expect(ours).toBe(good);
  const opened = openCheckpoint(checkpoint + ours, [formatVerifier(witness.verifier)]);
  expect(opened).toMatchObject({ signedBy: ["witness.example"], times: { "witness.example": at } });
});

test("one bad signature in the name of a key spoils the note, one of a stranger does not", () => {
  const [own = ""] = checkpoint.split("\n\n").slice(1);
  const bad = signNote("other\n", signer).split("\n\n")[1] ?? "";
  const stranger = signNote("other\n", createSigner("stranger", Buffer.alloc(32, 8))).split("\n\n")[1] ?? "";
  const isSigned = (lines: string) =>
    hasSignature(parseNote(`${parseNote(checkpoint).text}\n${lines}`), signer.verifier);
  expect([own, own + stranger].map(isSigned)).toEqual([true, true]);
  expect([stranger, own + bad, bad + own].map(isSigned)).toEqual([false, false, false]);
});

const signatures = (count: number) => "— a AAAAAAA=\n".repeat(count);

test.each([
  ["", false],
  ["text", false],
  ["text\n\nno signature\n", false],
  ["text\n\n— a b\n", false],
  ["text\n\n— a AAAAAA==\n", false],
  ["text\n\n— a AAAAAAA=", false],
  ["text\n\nx— a AAAAAAA=\n", false],
  ["text\n\n— a AAAAAAA=x\n", false],
  ["text\n— a AAAAAAA=\n", false],
  ["\n\n— a AAAAAAA=\n", true],
  ["text\n\n— a AAAAAAA=\n", true],
  [`text\n\n${signatures(100)}`, true],
  [`text\n\n${signatures(101)}`, false],
  [`${"x".repeat(1_000_000 - 15)}\n\n${signatures(1)}`, true],
  [`${"x".repeat(1_000_000 - 14)}\n\n${signatures(1)}`, false],
])("what is no note, or too long a one, is refused (case %#)", (text, isNote) => {
  if (isNote) expect(parseNote(text).signatures[0]).toMatchObject({ name: "a" });
  else expect(() => parseNote(text)).toThrow(/note/);
});

test.each([
  ["0", true],
  ["01", false],
  ["-1", false],
  ["1e3", false],
  ["999999999999999", true],
  ["1000000000000000", false],
])("a checkpoint of the size %s", (size, isOne) => {
  const text = `origin\n${size}\n${root.toString("base64")}\n`;
  if (isOne) expect(parseCheckpoint(text)).toEqual({ origin: "origin", size: Number(size), root });
  else expect(() => parseCheckpoint(text)).toThrow("not a checkpoint");
});

test("a checkpoint has an origin and a root of 32 bytes", () => {
  const short = Buffer.alloc(31).toString("base64");
  for (const text of [`\n1\n${root.toString("base64")}\n`, `origin\n1\n${short}\n`, "origin\n1\n"])
    expect(() => parseCheckpoint(text)).toThrow("not a checkpoint");
});
