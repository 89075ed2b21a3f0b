import type { Review } from "../schema/review.ts";
import { commit, deriveSalt } from "./commitments.ts";
import type { Signer } from "./note.ts";

/** What the deploy before says of its reviews, by id. */
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
  const last = before.salts.get(review.id);
  if (logged === undefined || last === undefined || logged === commit(derived, review)) return derived;
  const kept = Buffer.from(last, "hex");
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
