import { randomBytes } from "node:crypto";
import { stringify } from "yaml";
import { rotationBytes } from "../src/transparency-log/history.ts";
import { createSigner, formatVerifier, signBytes } from "../src/transparency-log/note.ts";
import { messageOf } from "../src/schema/errors.ts";
import { basePathOf, parseBaseUrl } from "../src/schema/endpoints.ts";
import { loadSigner } from "../src/transparency-log/site-history.ts";
import { saveSigner } from "./transparency-log/key-file.ts";
import { type Given, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";

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

if (import.meta.main) await runCommand((args) => main(args).catch(stop), { usage: 2, failed: 2, help });
