import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "../usage-error.ts";
import { codeOf } from "../../src/schema/errors.ts";

/** Beside the hub's store: never in content, which may be public, and never in a build. */
const keyFile = join(".data", "fingerprint.key");

export const keyPlaces = `${keyFile} or the variable FINGERPRINT_KEY`;

/**
 * The owner's secret behind the fingerprints of withdrawn reviews. Names and days are few enough to be guessed, so
 * without a secret a fingerprint would tell who it was.
 */
export async function loadFingerprintKey(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const given = env["FINGERPRINT_KEY"];
  if (given) return checkKey(given, "FINGERPRINT_KEY");
  const text = await readFile(keyFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new UsageError(`${keyFile} cannot be read: ${error.message}`);
  });
  return text === undefined ? undefined : checkKey(text.trim(), keyFile);
}

/** The key, made and kept if there is none yet. */
export async function ensureFingerprintKey(env: NodeJS.ProcessEnv): Promise<string> {
  const known = await loadFingerprintKey(env);
  if (known !== undefined) return known;
  const key = randomBytes(24).toString("base64url");
  await mkdir(dirname(keyFile), { recursive: true });
  // Whole before it has its name, and never in place of the key of another run.
  const draft = `${keyFile}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(draft, `${key}\n`, { mode: 0o600 });
    await link(draft, keyFile);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return ensureFingerprintKey(env);
  } finally {
    await rm(draft, { force: true });
  }
  return key;
}

function checkKey(key: string, place: string): string {
  if (key.length >= 16) return key;
  throw new UsageError(`${place} must hold at least 16 characters; delete it to have a new one made`);
}
