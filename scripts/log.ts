import { randomBytes } from "node:crypto";
import { stringify } from "yaml";
import { rotationBytes } from "../src/transparency-log/history.ts";
import {
  createSigner,
  formatVerifier,
  signBytes,
  formatSigner,
  type Signer,
} from "../src/transparency-log/note.ts";
import { UsageError, messageOf } from "../src/schema/errors.ts";
import { basePathOf, parseBaseUrl } from "../src/schema/endpoints.ts";
import { loadSigner } from "../src/transparency-log/site-history.ts";
import { type Given, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { toGivenPath } from "../src/content/given-path.ts";

const help = readHelp("log");

function toOrigin(given: string | undefined): string {
  if (given !== undefined) return given;
  const baseUrl = parseBaseUrl(process.env["BASE_URL"]);
  const { hostname } = new URL(baseUrl);
  if (hostname === "localhost" || hostname === "127.0.0.1")
    throw new UsageError(
      "name the log with --origin reviews.example.com/log, or set BASE_URL to the public address",
    );
  return `${hostname}${basePathOf(baseUrl)}/log`;
}

async function init({ text }: Given): Promise<void> {
  const origin = toOrigin(text("origin"));
  const signer = createSigner(origin, randomBytes(32));
  const file = await saveSigner(text("out"), origin, signer);
  console.error(
    `The private key is in ${file}. Keep a copy, and never commit it.\nBuild with LOG_KEY=${file}. Put this into content/business.yaml:\n`,
  );
  console.log(
    stringify({ log: { origin, key: formatVerifier(signer.verifier) } }, { lineWidth: 0 }).trimEnd(),
  );
}

async function rotate({ text }: Given): Promise<void> {
  const old = await loadSigner(text("key") ?? process.env["LOG_KEY"]);
  if (old === undefined) throw new UsageError("name the current key: npm run log -- rotate --key FILE");
  const next = createSigner(old.verifier.name, randomBytes(32));
  const day = new Date().toISOString().slice(0, 10);
  const change = { day, previous: formatVerifier(old.verifier), key: formatVerifier(next.verifier) };
  const bytes = rotationBytes(change);
  const signatures = {
    previous: signBytes(old, bytes).toString("base64"),
    next: signBytes(next, bytes).toString("base64"),
  };
  const file = await saveSigner(text("out"), `${old.verifier.name}-${day}`, next);
  console.error(
    `The next private key is in ${file}. Build with LOG_KEY=${file} from now on.\nIn content/business.yaml, set log.key and add to log.rotations:\n`,
  );
  console.log(
    stringify({ key: change.key, rotations: [{ ...change, signatures }] }, { lineWidth: 0 }).trimEnd(),
  );
}

async function main(args: string[]): Promise<void> {
  const given = parseCommand(help, args, true);
  const [command, ...more] = given.positionals;
  if (command === "init" && more.length === 0) await init(given);
  else if (command === "rotate" && more.length === 0) await rotate(given);
  else throw new UsageError(help);
}

/** Whatever stops it is about a key or an address that was given. */
const stop = (error: unknown): never => {
  throw new UsageError(messageOf(error), { cause: error });
};

/** Where a new key goes unless its owner says otherwise: outside the project, so that nobody commits it. */
const defaultKeyFile = (name: string): string =>
  join(homedir(), ".config", "open-reviews", `${name.replaceAll(/[^a-z0-9.-]+/gi, "-")}.key`);

/** Keeps the key where only its owner can read it, never over another one; answers where. */
export async function saveSigner(given: string | undefined, name: string, signer: Signer): Promise<string> {
  const file = given === undefined ? defaultKeyFile(name) : toGivenPath(given);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${formatSigner(signer)}\n`, { flag: "wx", mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(
        error.code === "EEXIST"
          ? `${file} holds a key already, and a log cannot be continued without its key: name another file with --out`
          : `${file} cannot be written: ${error.code ?? error.message}`,
      );
    },
  );
  return file;
}

if (import.meta.main) await runCommand((args) => main(args).catch(stop), { usage: 2, failed: 2, help });
