import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { stringify } from "yaml";
import { rotationBytes } from "../src/transparency-log/history.ts";
import { createSigner, formatVerifier, signBytes } from "../src/transparency-log/note.ts";
import { messageOf } from "../src/schema/errors.ts";
import { basePathOf, parseBaseUrl } from "../src/schema/endpoints.ts";
import { loadSigner } from "../src/transparency-log/site-history.ts";
import { defaultKeyFile, saveSigner } from "./transparency-log/key-file.ts";
import { toGivenPath } from "../src/content/given-path.ts";
import { runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";

const usage = `Usage: npm run log -- init [--origin NAME] [--out FILE]
       npm run log -- rotate --key FILE [--out FILE]

Makes the key that signs the history of your reviews, so that anybody can check that none was dropped or changed.

init     makes a key, writes it to a file of your own, and prints what belongs in content/business.yaml
rotate   makes the next key, and prints the change that both keys have signed

Options:
  --origin NAME   the log's name, which stays when the address changes (default: the host of BASE_URL and /log)
  --out FILE      where the private key goes (default: ~/.config/open-reviews/NAME.key)
  --key FILE      the current key, or LOG_KEY
  --help          this text

Then build with LOG_KEY=FILE (or LOG_KEY holding the key itself, as CI keeps secrets). Keep a copy of the file: without
the key you have to start a new log. Without LOG_KEY a build is not signed, so previews cannot fork the log.
Exit codes: 0 done, 2 wrong usage.`;

const options = {
  origin: { type: "string" },
  out: { type: "string" },
  key: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

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

async function init(given: { origin?: string | undefined; out?: string | undefined }): Promise<void> {
  const origin = toOrigin(given.origin);
  const signer = createSigner(origin, randomBytes(32));
  const file = given.out === undefined ? defaultKeyFile(origin) : toGivenPath(given.out);
  await saveSigner(file, signer);
  console.error(
    `The private key is in ${file}. Keep a copy, and never commit it.\nBuild with LOG_KEY=${file}. Put this into content/business.yaml:\n`,
  );
  console.log(
    stringify({ log: { origin, key: formatVerifier(signer.verifier) } }, { lineWidth: 0 }).trimEnd(),
  );
}

async function rotate(given: { key?: string | undefined; out?: string | undefined }): Promise<void> {
  const old = await loadSigner(given.key ?? process.env["LOG_KEY"]);
  if (old === undefined) throw new UsageError("name the current key: npm run log -- rotate --key FILE");
  const next = createSigner(old.verifier.name, randomBytes(32));
  const day = new Date().toISOString().slice(0, 10);
  const change = { day, previous: formatVerifier(old.verifier), key: formatVerifier(next.verifier) };
  const bytes = rotationBytes(change);
  const signatures = {
    previous: signBytes(old, bytes).toString("base64"),
    next: signBytes(next, bytes).toString("base64"),
  };
  const file =
    given.out === undefined ? defaultKeyFile(`${old.verifier.name}-${day}`) : toGivenPath(given.out);
  await saveSigner(file, next);
  console.error(
    `The next private key is in ${file}. Build with LOG_KEY=${file} from now on.\nIn content/business.yaml, set log.key and add to log.rotations:\n`,
  );
  console.log(
    stringify({ key: change.key, rotations: [{ ...change, signatures }] }, { lineWidth: 0 }).trimEnd(),
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, ...more] = positionals;
  if (values.help) console.log(usage);
  else if (command === "init" && more.length === 0) await init(values);
  else if (command === "rotate" && more.length === 0) await rotate(values);
  else throw new UsageError(usage);
}

/** Whatever stops it is about a key or an address that was given. */
const stop = (error: unknown): never => {
  throw new UsageError(messageOf(error), { cause: error });
};

if (import.meta.main) await runCommand(() => main().catch(stop), { usage: 2, failed: 2 });
