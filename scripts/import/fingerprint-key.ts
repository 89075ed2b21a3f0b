import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { EntryPlace } from "../review-files.ts";
import type { Imported } from "./confirmed-exports.ts";
import { toKeyMark } from "./identity.ts";
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
  if (text !== undefined) await keepPrivate();
  return text === undefined ? undefined : checkKey(text.trim(), keyFile);
}

/** Throws where content holds fingerprints of another key: without theirs, withdrawn reviews would come back unnoticed. */
export function assertKnownKey(
  places: readonly Pick<EntryPlace, "entry">[],
  imported: Imported,
  key: string | undefined,
): void {
  const prints = places.flatMap(({ entry }) => FingerprintsOf.parse(entry).fingerprints);
  const keyed = prints.filter((print) => print.includes("-"));
  // An import that knows less than it did asks more; one that begins anew with another key would not say so.
  const isMissing = key === undefined && keyed.length + imported.size > 0;
  const mark = key === undefined ? "" : toKeyMark(key);
  if (!isMissing && keyed.every((print) => print.startsWith(`${mark}-`))) return;
  throw new UsageError(
    `content holds fingerprints of another key than this computer's, so an import could bring withdrawn reviews back: put the key with which they were made into ${keyPlaces}, or, if it is lost, add --lost-key and look through the new reviews of the next import yourself`,
  );
}

const FingerprintsOf = z.object({ fingerprints: z.array(z.string()).catch([]) });

/** The key, made and kept if there is none yet. */
export async function ensureFingerprintKey(env: NodeJS.ProcessEnv): Promise<string> {
  const known = await loadFingerprintKey(env);
  if (known !== undefined) return known;
  const key = randomBytes(24).toString("base64url");
  await mkdir(dirname(keyFile), { recursive: true, mode: 0o700 });
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

/** An earlier version let others of this computer look into the folder. */
async function keepPrivate(): Promise<void> {
  for (const [path, mode] of [
    [dirname(keyFile), 0o700],
    [keyFile, 0o600],
  ] as const) {
    // A disk that is not ours to write to keeps its modes.
    await chmod(path, mode).catch(() => {});
  }
}

function checkKey(key: string, place: string): string {
  if (key.length >= 16) return key;
  throw new UsageError(`${place} must hold at least 16 characters; delete it to have a new one made`);
}
