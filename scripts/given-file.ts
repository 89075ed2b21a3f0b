import { readFile } from "node:fs/promises";
import { codeOf, messageOf } from "../src/schema/errors.ts";
import { UsageError } from "./usage-error.ts";

/** The text of a file that was named on the command line or in the settings. */
export const readGivenFile = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${codeOf(error) ?? messageOf(error)}`);
  });
