import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMap, isSeq, parseDocument } from "yaml";
import { z } from "zod";
import { parseVerifier } from "../src/log/note.ts";
import { BusinessLog, type Witness } from "../src/schema/log.ts";
import { writeAtomically } from "./build/files.ts";
import { readFolderLog } from "./log/folder-log.ts";
import { cosign } from "./log/witness-client.ts";
import { isForPeople } from "./review-files.ts";
import { UsageError } from "./usage-error.ts";

const usage = `Usage: npm run witness -- add URL KEY [URL KEY …]
       npm run witness -- sign [--dist FOLDER]

Others who sign your history too, so that you cannot show different people different ones. A witness is a program of
somebody else (a chamber of commerce, a consumer group, a neighbour) that speaks C2SP tlog-witness.

add    names witnesses in content/business.yaml, by their address and public key
sign   after a build, before it is uploaded: asks each witness to sign the checkpoint, and adds what they signed

Options:
  --dist FOLDER   the build (default: dist)
  --quiet         says only what failed
  --help          this text

Exit codes: 0 done, 1 a witness did not sign (the build is as good as before), 2 wrong usage.`;

const options = {
  dist: { type: "string", default: "dist" },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

const fileOfBusiness = (): string => join(process.env["CONTENT"] || "content", "business.yaml");

async function loadBusiness(): Promise<{ file: string; text: string; log: BusinessLog }> {
  const file = fileOfBusiness();
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code ?? error.message}`);
  });
  const { data } = z.object({ log: z.object(BusinessLog.shape) }).safeParse(parseDocument(text).toJS());
  if (data === undefined)
    throw new UsageError(`${file} has no log yet: npm run log -- init prints what belongs there`);
  return { file, text, log: data.log };
}

async function add(pairs: readonly string[]): Promise<string[]> {
  if (pairs.length === 0 || pairs.length % 2 === 1)
    throw new UsageError(
      "name each witness by its address and its public key: npm run witness -- add URL KEY",
    );
  const { file, text, log } = await loadBusiness();
  const document = parseDocument(text);
  const added: string[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const witness = toWitness(pairs[at] ?? "", pairs[at + 1] ?? "");
    if (log.witnesses?.some(({ key }) => key === witness.key)) continue;
    const list = document.getIn(["log", "witnesses"]);
    if (isSeq(list)) list.add(document.createNode(witness));
    else if (isMap(document.get("log"))) document.setIn(["log", "witnesses"], document.createNode([witness]));
    added.push(`${witness.url} is a witness now: ${parseVerifier(witness.key).name}`);
  }
  if (added.length > 0) await writeAtomically(file, document.toString({ lineWidth: 0 }));
  return added.length > 0 ? added : ["these witnesses are named already"];
}

function toWitness(url: string, key: string): Witness {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`${JSON.stringify(url)} is no address of a witness`);
  try {
    if (parseVerifier(key).algorithm !== "cosignature")
      throw new Error("it is a key for logs, not for witnesses");
  } catch (error) {
    throw new UsageError(`the key of ${url}: ${(error as Error).message}`);
  }
  return { url: url.replace(/\/+$/, ""), key };
}

async function sign(dist: string, quiet: boolean): Promise<number> {
  const { log } = await loadBusiness();
  const witnesses = log.witnesses ?? [];
  if (witnesses.length === 0) throw new UsageError("no witness is named yet: npm run witness -- add URL KEY");
  const deployed = await readFolderLog(dist);
  if (deployed === undefined) throw new UsageError(`${dist} has no signed log: build it with LOG_KEY first`);
  const results = await Promise.all(witnesses.map((witness) => cosign(deployed, witness)));
  const lines = results.flatMap(({ line }) => (line === undefined ? [] : [line]));
  const known = new Set(deployed.checkpoint.split("\n"));
  const fresh = lines.filter((line) => !known.has(line));
  if (fresh.length > 0)
    await writeAtomically(
      join(dist, "log", "checkpoint"),
      deployed.checkpoint + fresh.map((line) => `${line}\n`).join(""),
    );
  for (const { name, problem } of results) {
    if (problem !== undefined) console.error(`${name} did not sign: ${problem}`);
    else if (!quiet) console.log(`${name} signed`);
  }
  return lines.length === witnesses.length ? 0 : 1;
}

if (import.meta.main) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [command, ...more] = positionals;
    if (values.help) console.log(usage);
    else if (command === "add") for (const line of await add(more)) console.log(line);
    else if (command === "sign" && more.length === 0)
      process.exitCode = await sign(values.dist, values.quiet);
    else throw new UsageError(usage);
  } catch (error) {
    console.error(isForPeople(error) ? error.message : error);
    process.exitCode = 2;
  }
}
