import { createHmac, hash } from "node:crypto";
import type { Review } from "../schema/review.ts";
import type { Signer } from "./note.ts";

/** RFC 8785: the one way to write a JSON value, so that a hash of it says something. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    // Keys in the order of their UTF-16 code units, which is how sort() compares.
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${toCanonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError(`JSON has no number for ${value}`);
  // ECMAScript writes strings and numbers as the RFC demands, but for halves of surrogate pairs.
  if (typeof value === "string" && !value.isWellFormed())
    throw new RangeError("a text with half a character has no canonical form");
  return JSON.stringify(value);
}

/** A customer's words and their verification, without parts that may change by themselves: address, mentions, proof. */
export const toCommitted = ({
  id,
  date,
  rating,
  title,
  text,
  author,
  source,
  verification,
  reply,
  updated,
}: Review) => ({ id, date, rating, title, text, author, source, verification, reply, updated });

/** Hides the words: without the salt nobody can try which words give the hash. */
export const commit = (salt: Buffer, review: Review): string =>
  hash("sha256", Buffer.concat([salt, Buffer.from(toCanonicalJson(toCommitted(review)))]));

/** Derived, not drawn, so that the same words give the same log; nobody without the key can tell it. */
const deriveSalt = (seed: Buffer, review: Review): Buffer =>
  createHmac("sha256", seed)
    .update("review salt\n")
    .update(toCanonicalJson(toCommitted(review)))
    .digest()
    .subarray(0, 16);

/** The previous deploy's reviews, by id. */
export interface Before {
  /** The salts of all. */
  salts: ReadonlyMap<string, string>;
  /** Those with a reply, which tell a reply that was changed from words that were. */
  replied: ReadonlyMap<string, Review>;
}
export const nothingKnown: Before = { salts: new Map(), replied: new Map() };

/** The salt behind the logged hash while the words are the same, whatever key signs now: nothing happened to the review. */
export function saltOf(
  review: Review,
  logged: string | undefined,
  before: Before,
  { seed }: Pick<Signer, "seed">,
): Buffer {
  const derived = deriveSalt(seed, review);
  const kept = Buffer.from(before.salts.get(review.id) ?? derived.toString("hex"), "hex");
  return logged === commit(kept, review) ? kept : derived;
}

/** Whether the words are as they were, and only the owner's reply came or changed. */
export function isOnlyReply(
  review: Review,
  logged: string | undefined,
  before: Before,
  { seed }: Signer,
): boolean {
  const { reply: _reply, ...words } = review;
  const old = before.replied.get(review.id);
  if (old === undefined) return commit(saltOf(words, logged, before, { seed }), words) === logged;
  const { reply: _oldReply, ...oldWords } = old;
  return commit(deriveSalt(seed, words), words) === commit(deriveSalt(seed, oldWords), oldWords);
}
