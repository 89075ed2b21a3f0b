import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { formatSigner, type Signer } from "../../src/transparency-log/note.ts";
import { UsageError } from "../usage-error.ts";

/** Where a new key goes unless its owner says otherwise: outside the project, so that nobody commits it. */
export const defaultKeyFile = (origin: string): string =>
  join(homedir(), ".config", "open-reviews", `${origin.replaceAll(/[^a-z0-9.-]+/gi, "-")}.key`);

/** Keeps the key where only its owner can read it; never over another one. */
export async function saveSigner(file: string, signer: Signer): Promise<void> {
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
}
