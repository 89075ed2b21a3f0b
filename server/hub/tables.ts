import type { Generated } from "kysely";

/** The rows of the store. Times are milliseconds since 1970. */
export interface Tables {
  nodes: { id: string; host: string; pid: number; alive_until: number };
  notifications: {
    id: string;
    topic: string;
    sha256: string;
    type: string;
    body: Uint8Array;
    created_at: number;
  };
  topics: {
    topic: string;
    notification: string;
    sha256: string;
    version: string;
    notified: number;
    changed_at: number;
  };
  superseded: { topic: string; sha256: string; at: number };
  subscriptions: {
    id: string;
    topic: string;
    callback: string;
    origin: string;
    secret: string | null;
    lease_seconds: number;
    expires_at: number;
    failures: number;
    verified_at: number;
  };
  requests: {
    topic: string;
    callback: string;
    token: string;
    mode: "subscribe" | "unsubscribe" | "denied";
    origin: string;
    secret: string | null;
    lease_seconds: number;
    reason: string | null;
    asked: number;
    due_at: number;
    claimed_by: Generated<string | null>;
  };
  deliveries: {
    subscription: string;
    notification: string;
    topic: string;
    origin: string;
    attempts: number;
    due_at: number;
    not_before: number;
    claimed_by: Generated<string | null>;
  };
}
