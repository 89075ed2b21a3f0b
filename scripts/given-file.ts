import { readFile } from "node:fs/promises";
import { toGivenPath } from "../src/content/given-path.ts";
import { codeOf, messageOf } from "../src/schema/errors.ts";
import { UsageError } from "./usage-error.ts";

/** The text of a file that was named on the command line or in the settings. */
export const readGivenFile = (file: string): Promise<string> =>
  readFile(toGivenPath(file), "utf8").catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${codeOf(error) ?? messageOf(error)}`);
  });
