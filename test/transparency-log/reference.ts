import { createHash, createPublicKey, verify } from "node:crypto";

/**
 * A second implementation, written from the specifications alone and as plainly as they are: RFC 6962 section 2.1,
 * C2SP signed-note, tlog-checkpoint, tlog-tiles, tlog-cosignature. It shares no code with src/transparency-log.
 */
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** MTH(D[n]) of RFC 6962. */
export function treeHash(entries: readonly Buffer[]): Buffer {
  const [only] = entries;
  if (only === undefined) return sha256(Buffer.alloc(0));
  if (entries.length === 1) return sha256(Buffer.concat([Buffer.of(0), only]));
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha256(Buffer.concat([Buffer.of(1), treeHash(entries.slice(0, k)), treeHash(entries.slice(k))]));
}

/** PROOF(m, D[n]) of RFC 6962. */
export function consistency(m: number, entries: readonly Buffer[]): Buffer[] {
  const subproof = (old: number, part: readonly Buffer[], isComplete: boolean): Buffer[] => {
    if (old === part.length) return isComplete ? [] : [treeHash(part)];
    let k = 1;
    while (k * 2 < part.length) k *= 2;
    return old <= k
      ? [...subproof(old, part.slice(0, k), isComplete), treeHash(part.slice(k))]
      : [...subproof(old - k, part.slice(k), false), treeHash(part.slice(0, k))];
  };
  return subproof(m, entries, true);
}

interface OpenedNote {
  text: string;
  origin: string;
  size: number;
  root: Buffer;
  /** Names of the keys whose signatures are good. */
  signedBy: string[];
  times: Record<string, number>;
}

const toKeyObject = (raw: Buffer) =>
  createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") }, format: "jwk" });

/** Reads a checkpoint and checks its signatures against the given keys. */
export function openCheckpoint(note: string, keys: readonly string[]): OpenedNote {
  const [body, tail] = [
    note.slice(0, note.lastIndexOf("\n\n") + 1),
    note.slice(note.lastIndexOf("\n\n") + 2),
  ];
  const lines = body.split("\n");
  const opened: OpenedNote = {
    text: body,
    origin: lines[0] ?? "",
    size: Number(lines[1]),
    root: Buffer.from(lines[2] ?? "", "base64"),
    signedBy: [],
    times: {},
  };
  for (const key of keys) {
    const [name = "", id = "", ...rest] = key.split("+");
    const bytes = Buffer.from(rest.join("+"), "base64");
    const expected = sha256(Buffer.concat([Buffer.from(`${name}\n`), bytes])).subarray(0, 4);
    if (expected.toString("hex") !== id) throw new Error("key id");
    for (const line of tail.split("\n")) {
      const prefix = `— ${name} `;
      if (!line.startsWith(prefix)) continue;
      const signature = Buffer.from(line.slice(prefix.length), "base64");
      if (!signature.subarray(0, 4).equals(expected)) continue;
      const [message, signed] =
        bytes[0] === 4
          ? [`cosignature/v1\ntime ${signature.readBigUInt64BE(4)}\n${body}`, signature.subarray(12)]
          : [body, signature.subarray(4)];
      if (!verify(null, Buffer.from(message), toKeyObject(bytes.subarray(1)), signed)) continue;
      opened.signedBy.push(name);
      if (bytes[0] === 4) opened.times[name] = Number(signature.readBigUInt64BE(4));
    }
  }
  return opened;
}

/** Reads all entries of a log of this size from its files, as a client of tlog-tiles does. */
export function readEntries(read: (path: string) => Buffer, size: number): Buffer[] {
  const entries: Buffer[] = [];
  for (let bundle = 0; bundle * 256 < size; bundle += 1) {
    const width = Math.min(256, size - bundle * 256);
    const digits = String(bundle).padStart(Math.ceil(String(bundle).length / 3) * 3, "0");
    const groups = digits.match(/\d{3}/g) ?? [];
    const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
    const bytes = read(`tile/entries/${path}${width < 256 ? `.p/${width}` : ""}`);
    for (let at = 0; at < bytes.length;) {
      const length = bytes.readUInt16BE(at);
      entries.push(bytes.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return entries;
}
