import type { Tables } from "./tables.ts";

/** A subscriber's request as it waits for its verification; `denied` notifies a subscriber that it was removed. */
export type PendingRequest = Pick<
  Tables["requests"],
  "topic" | "callback" | "mode" | "origin" | "host" | "client" | "secret" | "lease_seconds" | "reason"
>;
export interface VerificationJob extends PendingRequest {
  token: string;
  asked: number;
}

/** What became of a verification; `again` asks once more at a later time. */
export type VerificationOutcome =
  | { kind: "confirmed"; at: number }
  | { kind: "dropped" }
  | { kind: "aborted" }
  | { kind: "again"; at: number };

/** A request that was asked for, and what came of it. */
export interface Verified {
  job: VerificationJob;
  result: VerificationOutcome;
}
