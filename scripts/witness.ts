import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMap, isSeq, parseDocument } from "yaml";
import { z } from "zod";
import { createSigner, formatVerifier, parseVerifier } from "../src/transparency-log/note.ts";
import { BusinessLog, type Witness } from "../src/schema/transparency-log.ts";
import { writeAtomically, writeOwnersFile } from "./build/files.ts";
import { readFolderLog } from "./transparency-log/folder-log.ts";
import { defaultKeyFile, saveSigner } from "./transparency-log/key-file.ts";
import {
  type Cosigned,
  cosign,
  findCosignature,
  withoutWitnesses,
} from "./transparency-log/witness-client.ts";
import { readGivenFile } from "./given-file.ts";
import { runCommand } from "./run-command.ts";
import { showControls } from "./terminal-text.ts";
import { UsageError } from "./usage-error.ts";
import { messageOf } from "../src/schema/errors.ts";
import { givenContent } from "../src/content/given-path.ts";

const usage = `Usage: npm run witness -- add [URL] KEY [[URL] KEY …]
       npm run witness -- sign [--dist FOLDER] [--lines FILE]
       npm run witness -- init NAME [--out FILE]

Manages those who sign your history too, so that you cannot show different people different ones. A witness is a
program of somebody else (a chamber of commerce, a consumer group, a neighbour) that speaks C2SP tlog-witness, or their scheduled
job that runs npm run verify -- URL --cosign FILE.

add    names witnesses in content/business.yaml, by their public key and, where they run a server, its address
sign   after a build, before it is uploaded: asks each witness to sign the checkpoint, and adds what they signed
init   for witnesses: makes the key of a scheduled job that signs, and prints the public one

Options:
  --dist FOLDER   the build (default: dist)
  --lines FILE    adds the signatures that scheduled jobs printed, instead of asking servers
  --out FILE      where the private key of a witness goes (default: ~/.config/open-reviews/NAME.key)
  --quiet         says only what failed
  --help          this text

Exit codes: 0 done, 1 a witness did not sign (the build is still good), 2 wrong usage.`;

const options = {
  dist: { type: "string", default: "dist" },
  lines: { type: "string" },
  out: { type: "string" },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

const fileOfBusiness = (): string => join(givenContent(), "business.yaml");

async function loadBusiness(): Promise<{ file: string; text: string; log: BusinessLog }> {
  const file = fileOfBusiness();
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
  const { file, text, log } = await loadBusiness();
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
  const file = out ?? defaultKeyFile(name);
  await saveSigner(file, signer);
  console.error(
    `The private key is in ${file}. Sign with npm run verify -- URL --cosign ${file}. Give this key to the business:\n`,
  );
  console.log(formatVerifier(signer.verifier));
}

async function sign(dist: string, lines: string | undefined, quiet: boolean): Promise<number> {
  const { log } = await loadBusiness();
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

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, ...more] = positionals;
  if (values.help) console.log(usage);
  else if (command === "add") for (const line of await add(more)) console.log(showControls(line));
  else if (command === "sign" && more.length === 0) return sign(values.dist, values.lines, values.quiet);
  else if (command === "init" && more[0] !== undefined && more.length === 1) await init(more[0], values.out);
  else throw new UsageError(usage);
  return 0;
}

if (import.meta.main) await runCommand(main, { usage: 2, failed: 2 });
