import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { isMap, isSeq, parseDocument } from "yaml";
import { z } from "zod";
import { givenContent, givenOwnContent, toGivenPath } from "../src/content/given-path.ts";
import { UsageError, messageOf, causeOf } from "../src/schema/errors.ts";
import { BusinessLog, type Witness } from "../src/schema/transparency-log.ts";
import { createMerkleTree, hashLeaf } from "../src/transparency-log/merkle.ts";
import {
  createSigner,
  formatVerifier,
  parseVerifier,
  cosignedAt,
  parseCheckpoint,
  parseNote,
  type Verifier,
} from "../src/transparency-log/note.ts";
import type { DeployedLog } from "../src/transparency-log/history.ts";
import { writeAtomically, writeOwnersFile } from "./site-build/files.ts";
import { readGivenFile, showControls, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { readBounded } from "./read-bounded.ts";
import { readFolderLog } from "./transparency-log/deployed-log.ts";
import { saveSigner } from "./log.ts";

const help = readHelp("witness");

async function loadBusiness(content: string): Promise<{ file: string; text: string; log: BusinessLog }> {
  const file = join(content, "business.yaml");
  const text = await readGivenFile(file);
  const { data } = z.object({ log: z.object(BusinessLog.shape) }).safeParse(parseDocument(text).toJS());
  if (data === undefined)
    throw new UsageError(`${file} has no log yet: npm run log -- init prints what belongs there`);
  return { file, text, log: data.log };
}

/** Each key with the address before it, if there is one. */
function toWitnesses(words: readonly string[]): Witness[] {
  const witnesses: Witness[] = [];
  let url: string | undefined;
  for (const word of words) {
    if (url === undefined && /^https?:\/\//.test(word)) {
      url = word;
      continue;
    }
    witnesses.push(toWitness(url, word));
    url = undefined;
  }
  if (url !== undefined || witnesses.length === 0)
    throw new UsageError(
      "name each witness by its public key, with its address before it if it runs a server: npm run witness -- add URL KEY",
    );
  return witnesses;
}

async function add(words: readonly string[]): Promise<string[]> {
  const witnesses = toWitnesses(words);
  const { file, text, log } = await loadBusiness(givenOwnContent());
  const document = parseDocument(text);
  const added: string[] = [];
  for (const witness of witnesses) {
    if (log.witnesses?.some(({ key }) => key === witness.key)) continue;
    const list = document.getIn(["log", "witnesses"]);
    if (isSeq(list)) list.add(document.createNode(witness));
    else if (isMap(document.get("log"))) document.setIn(["log", "witnesses"], document.createNode([witness]));
    added.push(
      `${parseVerifier(witness.key).name} is a witness now${witness.url ? `, at ${witness.url}` : ""}`,
    );
  }
  if (added.length > 0) await writeOwnersFile(file, document.toString({ lineWidth: 0 }));
  return added.length > 0 ? added : ["these witnesses are named already"];
}

function toWitness(url: string | undefined, key: string): Witness {
  if (url !== undefined && !URL.canParse(url))
    throw new UsageError(`${JSON.stringify(url)} is not the address of a witness`);
  try {
    if (parseVerifier(key).algorithm !== "cosignature")
      throw new Error("it is a key for logs, not for witnesses");
  } catch (error) {
    throw new UsageError(`the key of ${url ?? "the witness"}: ${messageOf(error)}`);
  }
  return { ...(url !== undefined && { url: url.replace(/\/+$/, "") }), key };
}

interface Cosigned {
  name: string;
  /** The cosignatures that belong below the checkpoint. */
  line?: string;
  problem?: string;
}

const maxAnswerBytes = 64 * 1024;

/** The checkpoint with the log's own signature alone. */
function withoutWitnesses(checkpoint: string): string {
  const [body = "", signatures = ""] = checkpoint.split(/(?<=\n)\n/);
  return `${body}\n${signatures.split("\n")[0]}\n`;
}

/**
 * Asks a witness to sign a checkpoint (C2SP tlog-witness, add-checkpoint); its answer says which size it has seen
 * before.
 */
async function cosign(
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
const findCosignature = (signed: string, text: string, witness: Verifier): string | undefined =>
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
  const body = await readBounded(response, maxAnswerBytes, () => new Error("the answer is too long"));
  return { status: response.status, text: body.toString("utf8") };
}

/** Signatures that witnesses without a server made: each line has to be of a witness that is named. */
async function readLines(
  file: string,
  checkpoint: string,
  witnesses: readonly Witness[],
): Promise<Cosigned[]> {
  const text = await readGivenFile(file);
  const signed = withoutWitnesses(checkpoint);
  return witnesses.flatMap(({ key }): Cosigned[] => {
    const witness = parseVerifier(key);
    if (!text.includes(`— ${witness.name} `)) return [];
    const line = findCosignature(signed, text, witness);
    return line === undefined
      ? [{ name: witness.name, problem: "its line is not a signature of this checkpoint" }]
      : [{ name: witness.name, line }];
  });
}

const isServer = (witness: Witness): witness is Required<Witness> => witness.url !== undefined;

async function init(name: string, out: string | undefined): Promise<void> {
  const signer = createSigner(name, randomBytes(32), "cosignature");
  const file = await saveSigner(out, name, signer);
  console.error(
    `The private key is in ${file}. Sign with npm run verify -- URL --cosign ${file}. Give this key to the business:\n`,
  );
  console.log(formatVerifier(signer.verifier));
}

async function sign(dist: string, lines: string | undefined, quiet: boolean): Promise<number> {
  const { log } = await loadBusiness(givenContent());
  const witnesses = log.witnesses ?? [];
  if (witnesses.length === 0) throw new UsageError("no witness is named yet: npm run witness -- add URL KEY");
  const deployed = await readFolderLog(dist);
  if (deployed === undefined) throw new UsageError(`${dist} has no signed log: build it with LOG_KEY first`);
  const results = await (lines === undefined
    ? Promise.all(witnesses.filter(isServer).map((witness) => cosign(deployed, witness)))
    : readLines(lines, deployed.checkpoint, witnesses));
  if (results.length === 0)
    throw new UsageError(
      lines === undefined
        ? "no witness has an address to ask: add what they signed with --lines FILE"
        : `${lines} holds no line of a witness that business.yaml names`,
    );
  const added = results.flatMap(({ line }) => (line === undefined ? [] : [line]));
  const known = new Set(deployed.checkpoint.split("\n"));
  const fresh = added.filter((line) => !known.has(line));
  if (fresh.length > 0)
    await writeAtomically(
      join(dist, "log", "checkpoint"),
      deployed.checkpoint + fresh.map((line) => `${line}\n`).join(""),
    );
  for (const { name, problem } of results) {
    if (problem !== undefined) console.error(showControls(`${name} did not sign: ${problem}`));
    else if (!quiet) console.log(showControls(`${name} signed`));
  }
  return added.length === results.length ? 0 : 1;
}

async function main(args: string[]): Promise<number> {
  const { positionals, text, flag } = parseCommand(help, args, true);
  const [command, ...more] = positionals;
  const dist = text("dist");
  if (command === "add") for (const line of await add(more)) console.log(showControls(line));
  else if (command === "sign" && more.length === 0)
    return sign(dist === undefined ? "dist" : toGivenPath(dist), text("lines"), flag("quiet"));
  else if (command === "init" && more[0] !== undefined && more.length === 1) await init(more[0], text("out"));
  else throw new UsageError(help);
  return 0;
}

if (import.meta.main) await runCommand(main, { usage: 2, failed: 2, help });
