import { mkdtempSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

const prefix = join(tmpdir(), "reviews-");
// What was ended a moment ago may still write.
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** A folder until the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(prefix);
  onTestFinished(() => remove(folder));
  return folder;
}

/** A folder for all tests of a file or a `describe`. */
export function useTemporaryFolder(): string {
  const folder = mkdtempSync(prefix);
  afterAll(() => remove(folder));
  return folder;
}
