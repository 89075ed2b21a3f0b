import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { openCheckpoint } from "./reference.ts";

/**
 * A witness, written from C2SP tlog-witness and tlog-cosignature: it shares no code with the product. It remembers
 * the size and root that it signed last for each origin, and signs only what is consistent with them.
 */
export interface WitnessServer {
  url: string;
  key: string;
  seen: Map<string, { size: number; root: Buffer }>;
}

const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** RFC 6962 2.1.2, the checking side, by folding the proof from both ends of the tree. */
function isConsistent(m: number, oldRoot: Buffer, n: number, newRoot: Buffer, proof: Buffer[]): boolean {
  const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right);
  const hashes = [...proof];
  // Mirrors SUBPROOF: returns the hashes of the old and of the new part of this subtree.
  const fold = (old: number, size: number, isComplete: boolean): [Buffer, Buffer] => {
    if (old === size) {
      if (isComplete) return [oldRoot, oldRoot];
      const hash = hashes.shift() ?? Buffer.alloc(0);
      return [hash, hash];
    }
    let k = 1;
    while (k * 2 < size) k *= 2;
    if (old <= k) {
      const [before, after] = fold(old, k, isComplete);
      return [before, node(after, hashes.shift() ?? Buffer.alloc(0))];
    }
    const [before, after] = fold(old - k, size - k, false);
    const left = hashes.shift() ?? Buffer.alloc(0);
    return [node(left, before), node(left, after)];
  };
  const [before, after] = fold(m, n, true);
  return hashes.length === 0 && before.equals(oldRoot) && after.equals(newRoot);
}

export async function startWitness(name: string, logKeys: Record<string, string>): Promise<WitnessServer> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: "jwk" }).x ?? "", "base64url");
  const typed = Buffer.concat([Buffer.of(4), raw]);
  const id = sha256(Buffer.from(`${name}\n`), typed).subarray(0, 4);
  const seen: WitnessServer["seen"] = new Map();

  const answer = (body: string): { status: number; text: string; type?: string } => {
    const split = body.indexOf("\n\n");
    const [first = "", ...proofLines] = body.slice(0, split).split("\n");
    const note = body.slice(split + 2);
    const old = /^old (\d+)$/.exec(first)?.[1];
    if (old === undefined) return { status: 400, text: "no old size" };
    const origin = note.split("\n")[0] ?? "";
    const logKey = logKeys[origin];
    if (logKey === undefined) return { status: 404, text: "unknown log" };
    const opened = openCheckpoint(note, [logKey]);
    if (opened.signedBy.length === 0) return { status: 403, text: "no signature of the log" };
    if (Number(old) > opened.size) return { status: 400, text: "old size beyond the tree" };
    const last = seen.get(origin);
    if ((last?.size ?? 0) !== Number(old))
      return { status: 409, text: `${last?.size ?? 0}\n`, type: "text/x.tlog.size" };
    const proof = proofLines.map((line) => Buffer.from(line, "base64"));
    if (last !== undefined) {
      if (last.size === opened.size && !last.root.equals(opened.root))
        return { status: 409, text: `${last.size}\n`, type: "text/x.tlog.size" };
      if (last.size < opened.size && !isConsistent(last.size, last.root, opened.size, opened.root, proof))
        return { status: 422, text: "the trees are not consistent" };
    }
    seen.set(origin, { size: opened.size, root: opened.root });
    const seconds = BigInt(Math.floor(Date.now() / 1000));
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(seconds);
    const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${opened.text}`);
    const key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
    const signature = Buffer.concat([id, time, sign(null, message, key)]);
    return { status: 200, text: `— ${name} ${signature.toString("base64")}\n` };
  };

  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => reply(request, response, body));
  });
  const reply = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const isRight = request.method === "POST" && request.url === "/add-checkpoint";
    const {
      status,
      text,
      type = "text/plain",
    } = isRight ? answer(body) : { status: 404, text: "nothing here" };
    response.writeHead(status, { "Content-Type": type }).end(text);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: `${name}+${id.toString("hex")}+${typed.toString("base64")}`,
    seen,
  };
}
