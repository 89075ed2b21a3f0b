import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";

/**
 * C2SP signed-note, with Ed25519 keys, and tlog-cosignature, with which witnesses sign a note and the time.
 * A text, an empty line, and a line for each signature: "— <key name> <base64 of key id and signature>".
 */
const algorithms = { ed25519: 1, cosignature: 4 } as const;
type Algorithm = keyof typeof algorithms;

/** Whose signature counts: the name, the algorithm and the key, as one line says them. */
export interface Verifier {
  name: string;
  algorithm: Algorithm;
  id: Buffer;
  key: Buffer;
}

export interface Signer {
  verifier: Verifier;
  /** 32 bytes from which everything secret is derived. */
  seed: Buffer;
}

/** DER of an Ed25519 key up to its 32 bytes (RFC 8410). */
const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHead = Buffer.from("302a300506032b6570032100", "hex");

const toPrivateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: "der", type: "pkcs8" });
const toPublicKey = (key: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, key]), format: "der", type: "spki" });

const isName = (name: string): boolean => /^[^\s+]{1,255}$/u.test(name);

const typed = (algorithm: Algorithm, key: Buffer): Buffer =>
  Buffer.concat([Buffer.of(algorithms[algorithm]), key]);

const keyId = (name: string, algorithm: Algorithm, key: Buffer): Buffer =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), typed(algorithm, key)]), "buffer").subarray(0, 4);

const toVerifier = (name: string, algorithm: Algorithm, key: Buffer): Verifier => ({
  name,
  algorithm,
  id: keyId(name, algorithm, key),
  key,
});

/** "<name>+<key id in hex>+<base64 of algorithm and key>" */
export const formatVerifier = ({ name, algorithm, id, key }: Verifier): string =>
  `${name}+${id.toString("hex")}+${typed(algorithm, key).toString("base64")}`;

/** The content of such a line, also behind the mark of a private key; undefined for any other line. */
function splitKey(text: string) {
  const [, name, id, base64 = ""] = /^([^+\s]{1,255})\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text) ?? [];
  const bytes = Buffer.from(base64, "base64");
  const algorithm = (["ed25519", "cosignature"] as const).find((one) => algorithms[one] === bytes[0]);
  if (name === undefined || algorithm === undefined || bytes.length !== 33) return undefined;
  return { name, id, algorithm, bytes: bytes.subarray(1) };
}

export function parseVerifier(text: string): Verifier {
  const parts = splitKey(text);
  if (parts === undefined)
    throw new Error(
      `not a public key: ${JSON.stringify(text.slice(0, 200))}; it looks like name+1a2b3c4d+AbCd…`,
    );
  const verifier = toVerifier(parts.name, parts.algorithm, parts.bytes);
  if (verifier.id.toString("hex") !== parts.id)
    throw new Error(`the public key of ${parts.name} is misspelt: its id does not match it`);
  return verifier;
}

export function createSigner(name: string, seed: Buffer, algorithm: Algorithm = "ed25519"): Signer {
  if (!isName(name)) throw new Error(`${JSON.stringify(name)} is no name for a key: no spaces and no +`);
  const key = createPublicKey(toPrivateKey(seed)).export({ format: "der", type: "spki" }).subarray(-32);
  return { verifier: toVerifier(name, algorithm, key), seed };
}

const privateMark = "PRIVATE+KEY+";

/** The form in which other programs keep such keys too. */
export const formatSigner = ({ verifier, seed }: Signer): string =>
  `${privateMark}${verifier.name}+${verifier.id.toString("hex")}+${typed(verifier.algorithm, seed).toString("base64")}`;

export function parseSigner(text: string, algorithm: Algorithm = "ed25519"): Signer {
  const [before, line = ""] = text.trim().split(privateMark);
  const parts = before === "" ? splitKey(line) : undefined;
  if (parts?.algorithm !== algorithm) {
    const command = algorithm === "ed25519" ? "log" : "witness";
    throw new Error(
      `not a private key: it starts with PRIVATE+KEY+, as npm run ${command} -- init writes it`,
    );
  }
  const signer = createSigner(parts.name, parts.bytes, algorithm);
  if (signer.verifier.id.toString("hex") !== parts.id)
    throw new Error("the private key is misspelt: its id does not match it");
  return signer;
}

export const signBytes = (signer: Signer, bytes: Buffer): Buffer =>
  sign(null, bytes, toPrivateKey(signer.seed));

export const isSignedBy = ({ key }: Verifier, bytes: Buffer, signature: Buffer): boolean =>
  verify(null, bytes, toPublicKey(key), signature);

const signatureLine = (name: string, bytes: Buffer): string => `— ${name} ${bytes.toString("base64")}\n`;

/** The text with its signature; the text ends with a newline. */
export const signNote = (text: string, signer: Signer): string =>
  `${text}\n${signatureLine(signer.verifier.name, Buffer.concat([signer.verifier.id, signBytes(signer, Buffer.from(text))]))}`;

interface NoteSignature {
  name: string;
  id: Buffer;
  signature: Buffer;
}

export interface Note {
  text: string;
  signatures: NoteSignature[];
}

const maxNoteBytes = 1_000_000;
const maxSignatures = 100;

/** Parses a note without checking its signatures; throws when it is none. */
export function parseNote(note: string): Note {
  const end = note.lastIndexOf("\n\n");
  if (note.length > maxNoteBytes || end < 0 || !note.endsWith("\n"))
    throw new Error("not a signed note: a text, an empty line, and a line for each signature");
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > maxSignatures) throw new Error(`a note has at most ${maxSignatures} signatures`);
  const signatures = lines.map((line): NoteSignature => {
    const [, name, base64 = ""] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u.exec(line) ?? [];
    const bytes = Buffer.from(base64, "base64");
    if (name === undefined || bytes.length < 5) throw new Error("a signature of the note is malformed");
    return { name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

const isOf = ({ name, id }: Verifier, signature: NoteSignature): boolean =>
  signature.name === name && signature.id.equals(id);

/** Whether this key has signed the note; a bad signature in its name spoils the note, as others see it too. */
export const hasSignature = ({ text, signatures }: Note, verifier: Verifier): boolean => {
  const own = signatures.filter((one) => isOf(verifier, one));
  const bytes = Buffer.from(text);
  return own.length > 0 && own.every(({ signature }) => isSignedBy(verifier, bytes, signature));
};

const cosigned = (text: string, seconds: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);

/** The line by which a witness says that it saw this note at this time. */
export function cosignNote({ text }: Note, signer: Signer, seconds: number): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = signBytes(signer, cosigned(text, BigInt(seconds)));
  return signatureLine(signer.verifier.name, Buffer.concat([signer.verifier.id, time, signature]));
}

/** When the witness saw the note, in seconds; undefined without a good cosignature of it. */
export const cosignedAt = (note: Note, witness: Verifier): number | undefined =>
  cosignatures(note, witness).find((seconds) => seconds !== undefined);

/** Whether a line speaks for the witness that it has not signed. */
export const isForged = (note: Note, witness: Verifier): boolean =>
  cosignatures(note, witness).includes(undefined);

/** The times of the lines in this witness's name; undefined for those that are not its own. */
const cosignatures = ({ text, signatures }: Note, witness: Verifier): (number | undefined)[] =>
  signatures
    .filter((one) => isOf(witness, one))
    .map(({ signature }) => {
      if (signature.length !== 72) return undefined;
      const seconds = signature.readBigUInt64BE(0);
      return isSignedBy(witness, cosigned(text, seconds), signature.subarray(8))
        ? Number(seconds)
        : undefined;
    });

/** A checkpoint's text (C2SP tlog-checkpoint). */
export const formatCheckpoint = (origin: string, size: number, root: Buffer): string =>
  `${origin}\n${size}\n${root.toString("base64")}\n`;

export function parseCheckpoint(text: string): { origin: string; size: number; root: Buffer } {
  const [origin = "", size = "", root = ""] = text.split("\n");
  const bytes = Buffer.from(root, "base64");
  if (origin === "" || !/^(0|[1-9]\d{0,14})$/.test(size) || bytes.length !== 32)
    throw new Error("not a checkpoint: a line each for origin, size and root hash");
  return { origin, size: Number(size), root: bytes };
}
