import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { formatSigner, parseSigner, type Signer } from "../../src/log/note.ts";
import { UsageError } from "../usage-error.ts";

/** Where a new key goes unless its owner says otherwise: outside the project, so that nobody commits it. */
export const defaultKeyFile = (origin: string): string =>
  join(homedir(), ".config", "open-reviews", `${origin.replaceAll(/[^a-z0-9.-]+/gi, "-")}.key`);

/** LOG_KEY, the key itself or the file that holds it; undefined when it is not set. */
export async function loadSigner(given: string | undefined): Promise<Signer | undefined> {
  if (given === undefined || given.trim() === "") return undefined;
  const isKey = given.startsWith("PRIVATE+KEY+");
  const text = isKey
    ? given
    : await readFile(given, "utf8").catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(
          `LOG_KEY: ${given} cannot be read (${error.code ?? error.message}): it names the file that npm run log -- init wrote, or holds the key itself`,
        );
      });
  try {
    return parseSigner(text);
  } catch (error) {
    throw new UsageError(`LOG_KEY: ${isKey ? "it is" : `${given} is`} ${(error as Error).message}`);
  }
}

/** Keeps the key where only its owner can read it; never over another one. */
export async function saveSigner(file: string, signer: Signer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${formatSigner(signer)}\n`, { flag: "wx", mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(
        error.code === "EEXIST"
          ? `${file} holds a key already, and who loses a key loses the log: name another file with --out`
          : `${file} cannot be written: ${error.code ?? error.message}`,
      );
    },
  );
}
