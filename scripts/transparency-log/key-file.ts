import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { toGivenPath } from "../../src/content/given-path.ts";
import { formatSigner, type Signer } from "../../src/transparency-log/note.ts";
import { UsageError } from "../usage-error.ts";

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
