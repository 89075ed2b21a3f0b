import { createHmac, hash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { UsageError, codeOf } from "../../src/schema/errors.ts";
import type { EntryPlace } from "../review-files.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Text without what differs between two copies of the same words. */
export const toComparable = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The public id of an imported review. It is made of the platform's own id alone, so that the same review has the
 * same id for ever, also after it was removed here, and so that it says nothing of who wrote it.
 */
export function toReviewId(source: string, key: string): string {
  const comparable = toComparable(source);
  const name = comparable
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const bytes = hash("sha256", JSON.stringify([comparable, key]), "buffer");
  const code = Array.from(bytes.subarray(0, 16), (byte) => alphabet[byte & 31]).join("");
  return `${name || "import"}-${code}`;
}

interface Recognizable {
  source: string;
  date: string;
  author: string;
  text: string;
}

/** Which key a fingerprint was made with, so that a lost one is noticed. */
export const toKeyMark = (key: string): string =>
  createHmac("sha256", key).update("mark").digest("hex").slice(0, 8);

const toPrint = (words: readonly string[], key: string): string => {
  const digest = createHmac("sha256", key).update(JSON.stringify(words)).digest("hex");
  return `${toKeyMark(key)}-${digest.slice(0, 24)}`;
};

/** Words to compare, where there are enough of them to be one review's own. */
export function toOwnWords(text: string): string | undefined {
  const words = toComparable(text);
  return words.length >= 20 ? words : undefined;
}

/**
 * What a withdrawn review leaves behind, never published, so that an import knows it again and does not bring it
 * back: who wrote it when and where, and its words when there are enough of them to be its own.
 */
export function toFingerprints({ source, date, author, text }: Recognizable, key: string): string[] {
  const words = toOwnWords(text);
  const prints = [toPrint(["who", toComparable(source), date, toComparable(author)], key)];
  if (words !== undefined) prints.push(toPrint(["words", words], key));
  return prints;
}

/** Recognizes an id that is no longer published because it held a name. */
export const toIdFingerprint = (id: string, key: string): string => toPrint(["id", id], key);

/** Tells a platform's later edit from the owner's correction. */
export const toUpstreamPrint = (words: readonly (string | number)[], key: string): string =>
  toPrint(["upstream", ...words.map(String)], key);

/** Beside the hub's store: never in content, which may be public, and never in a build. */
const keyFile = join(".data", "fingerprint.key");

const keyPlaces = `${keyFile} or the variable FINGERPRINT_KEY`;

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

/** Throws where content holds fingerprints of another key: without theirs, withdrawn reviews would come back unnoticed. */
export function assertKnownKey(
  places: readonly Pick<EntryPlace, "entry">[],
  imported: ReadonlyMap<string, unknown>,
  key: string | undefined,
): void {
  const prints = places.flatMap(({ entry }) => FingerprintsOf.parse(entry).fingerprints);
  // An import that knows less than it did asks more; one that begins anew with another key would not say so.
  const isMissing = key === undefined && prints.length + imported.size > 0;
  const mark = key === undefined ? "" : toKeyMark(key);
  if (!isMissing && prints.every((print) => print.startsWith(`${mark}-`))) return;
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

function checkKey(key: string, place: string): string {
  if (key.length >= 16) return key;
  throw new UsageError(`${place} must hold at least 16 characters; delete it to have a new one made`);
}
