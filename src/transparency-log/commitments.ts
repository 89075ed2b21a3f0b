import { createHmac, hash } from "node:crypto";
import type { Review } from "../schema/review.ts";
import { toCanonicalJson } from "./canonical-json.ts";

/** What a customer said and how we know it, without what may change by itself: address, mentions, proof. */
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
export const deriveSalt = (seed: Buffer, review: Review): Buffer =>
  createHmac("sha256", seed)
    .update("review salt\n")
    .update(toCanonicalJson(toCommitted(review)))
    .digest()
    .subarray(0, 16);
