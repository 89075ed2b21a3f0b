import { readFile } from "node:fs/promises";
import { HistoryError } from "./history.ts";
import { parseSigner, type Signer } from "./note.ts";
import { toGivenPath } from "../content/given-path.ts";
import { messageOf } from "../schema/errors.ts";

/** LOG_KEY, the key itself or the file that holds it; undefined when it is not set. */
export async function loadSigner(given: string | undefined): Promise<Signer | undefined> {
  if (given === undefined || given.trim() === "") return undefined;
  const isKey = given.startsWith("PRIVATE+KEY+");
  const text = isKey
    ? given
    : await readFile(toGivenPath(given), "utf8").catch((error: NodeJS.ErrnoException) => {
        throw new HistoryError(
          `LOG_KEY: ${given} cannot be read (${error.code ?? error.message}): it names the file that npm run log -- init wrote, or holds the key itself`,
        );
      });
  try {
    return parseSigner(text);
  } catch (error) {
    throw new HistoryError(`LOG_KEY: ${isKey ? "it is" : `${given} is`} ${messageOf(error)}`);
  }
}
