import { createHash } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

const hash = (words: readonly string[]) => createHash("sha256").update(JSON.stringify(words)).digest();

/** Text without what differs between two copies of the same words. */
export const fold = (text: string): string =>
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
  const name =
    fold(source)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 40) || "import";
  const bytes = hash([fold(source), key]);
  const code = Array.from(bytes.subarray(0, 16), (byte) => alphabet[byte & 31]).join("");
  return `${name}-${code}`;
}

interface Recognisable {
  source: string;
  date: string;
  author: string;
  text: string;
}

/**
 * What a removed review leaves behind, never published, so that an import knows it again and does not bring it back:
 * hashes of who wrote it when and where, and of its words when there are enough of them to be its own.
 */
export function toFingerprints({ source, date, author, text }: Recognisable): string[] {
  const words = fold(text);
  const prints = [hash(["who", fold(source), date, fold(author)])];
  if (words.length >= 20) prints.push(hash(["words", words]));
  return prints.map((print) => print.toString("hex").slice(0, 24));
}
