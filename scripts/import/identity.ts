import { createHmac, hash } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

const hashWords = (words: readonly string[]): Buffer => hash("sha256", JSON.stringify(words), "buffer");

/** Text without what differs between two copies of the same words. */
export const toComparable = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

interface Source {
  comparable: string;
  name: string;
}

const sources = new Map<string, Source>();

/** A platform as ids know it; an export has few, and many reviews of each. */
function toSource(given: string): Source {
  const known = sources.get(given);
  if (known !== undefined) return known;
  const comparable = toComparable(given);
  const name = comparable
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const source = { comparable, name: name || "import" };
  sources.set(given, source);
  return source;
}

/**
 * The public id of an imported review. It is made of the platform's own id alone, so that the same review has the
 * same id for ever, also after it was removed here, and so that it says nothing of who wrote it.
 */
export function toReviewId(source: string, key: string): string {
  const { comparable, name } = toSource(source);
  const bytes = hashWords([comparable, key]);
  const code = Array.from(bytes.subarray(0, 16), (byte) => alphabet[byte & 31]).join("");
  return `${name}-${code}`;
}

interface Recognisable {
  source: string;
  date: string;
  author: string;
  text: string;
}

const keyMarks = new Map<string, string>();

/** Which key a fingerprint was made with, so that a lost one is noticed. */
export function toKeyMark(key: string): string {
  const known = keyMarks.get(key);
  if (known !== undefined) return known;
  const mark = createHmac("sha256", key).update("mark").digest("hex").slice(0, 8);
  keyMarks.set(key, mark);
  return mark;
}

const toPrint = (words: readonly string[], key: string | undefined): string => {
  // Fingerprints of earlier versions had no key.
  if (key === undefined) return hashWords(words).toString("hex").slice(0, 24);
  const digest = createHmac("sha256", key).update(JSON.stringify(words)).digest("hex");
  return `${toKeyMark(key)}-${digest.slice(0, 24)}`;
};

/**
 * What a withdrawn review leaves behind, never published, so that an import knows it again and does not bring it
 * back: who wrote it when and where, and its words when there are enough of them to be its own.
 */
export function toFingerprints({ source, date, author, text }: Recognisable, key?: string): string[] {
  const words = toComparable(text);
  const prints = [toPrint(["who", toComparable(source), date, toComparable(author)], key)];
  if (words.length >= 20) prints.push(toPrint(["words", words], key));
  return prints;
}

/** By which an id is known again that is published no longer, because it held a name. */
export const toIdFingerprint = (id: string, key: string): string => toPrint(["id", id], key);

/** By which a platform's later edit is told from the owner's correction. */
export const toUpstreamPrint = (words: readonly (string | number)[], key: string): string =>
  toPrint(["upstream", ...words.map(String)], key);
