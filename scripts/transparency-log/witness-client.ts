import { causeOf, messageOf } from "../../src/schema/errors.ts";
import type { DeployedLog } from "../../src/transparency-log/build-log.ts";
import { createMerkleTree, hashLeaf } from "../../src/transparency-log/merkle.ts";
import {
  cosignedAt,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  type Verifier,
} from "../../src/transparency-log/note.ts";
import { readBounded } from "../read-bounded.ts";
import type { Witness } from "../../src/schema/transparency-log.ts";

export interface Cosigned {
  name: string;
  /** What belongs below the checkpoint. */
  line?: string;
  problem?: string;
}

const mostAnswerBytes = 64 * 1024;

/** Only what the log itself signed: other witnesses' lines are no witness's business. */
export function withoutWitnesses(checkpoint: string): string {
  const [body = "", signatures = ""] = checkpoint.split(/(?<=\n)\n/);
  return `${body}\n${signatures.split("\n")[0]}\n`;
}

/** Asks a witness to sign a checkpoint (C2SP tlog-witness, add-checkpoint); it says itself what it has seen before. */
export async function cosign(
  { checkpoint, entries }: DeployedLog,
  { url, key }: Required<Witness>,
): Promise<Cosigned> {
  const witness = parseVerifier(key);
  const { name } = witness;
  const tree = createMerkleTree(entries.map(hashLeaf));
  const { size } = parseCheckpoint(parseNote(checkpoint).text);
  const signed = withoutWitnesses(checkpoint);
  let known = 0;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const proof = tree.consistencyProof(known, size).map((hash) => `${hash.toString("base64")}\n`);
    let answer: { status: number; text: string };
    try {
      answer = await post(`${url}/add-checkpoint`, `old ${known}\n${proof.join("")}\n${signed}`);
    } catch (error) {
      return { name, problem: `${url} cannot be reached: ${messageOf(causeOf(error))}` };
    }
    const { status, text } = answer;
    if (status === 200) {
      const line = findCosignature(signed, text, witness);
      return line === undefined
        ? { name, problem: "its answer holds no good signature of its key" }
        : { name, line };
    }
    const theirs = /^\d{1,15}\n?$/.test(text) ? Number(text) : undefined;
    if (status === 422)
      return { name, problem: `what it has seen is no part of this log: ${text.slice(0, 200).trim()}` };
    if (status !== 409 || theirs === undefined)
      return { name, problem: `it answers ${status}: ${text.slice(0, 200).trim()}` };
    if (theirs > size)
      return {
        name,
        problem: `it has seen ${theirs} entries of this log, and this build has ${size}: build on what is deployed (PREVIOUS)`,
      };
    if (theirs === known)
      return { name, problem: `it has seen another history of ${theirs} entries: this log was forked` };
    known = theirs;
  }
  return { name, problem: "it changes its mind about what it has seen" };
}

/** The line of an answer, or of a file, that is this witness's good signature of the checkpoint. */
export const findCosignature = (signed: string, text: string, witness: Verifier): string | undefined =>
  text.split("\n").find((line) => cosignedAt(parseNoteOr(signed, line), witness) !== undefined);

const parseNoteOr = (signed: string, line: string) => {
  try {
    return parseNote(`${signed}${line}\n`);
  } catch {
    return { text: "", signatures: [] };
  }
};

async function post(url: string, message: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    body: message,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    redirect: "error",
    signal: AbortSignal.timeout(20_000),
  });
  const body = await readBounded(response, mostAnswerBytes, () => new Error("the answer is too long"));
  return { status: response.status, text: body.toString("utf8") };
}
