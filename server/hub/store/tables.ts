import type { Generated } from "kysely";

/** The rows of the store. Times are milliseconds since 1970. */
export interface Tables {
  /** `alive_until` changes with every beat; a node is dead when it no longer does. */
  nodes: { id: string; host: string; pid: number; alive_until: number };
  /** What all nodes share, such as the key of MCP's sessions. */
  settings: { name: string; value: string };
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
    /** The callback's host and the client that asked for it, as quotas count them. */
    host: string;
    client: string | null;
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
    host: string;
    client: string | null;
    /** The order in which requests for one topic and callback came. */
    position: number;
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

/** Every table with its columns, to see whether a store has them. */
export const tableColumns: { [T in keyof Tables]: readonly (keyof Tables[T] & string)[] } = {
  nodes: ["id", "host", "pid", "alive_until"],
  settings: ["name", "value"],
  notifications: ["id", "topic", "sha256", "type", "body", "created_at"],
  topics: ["topic", "notification", "sha256", "version", "notified", "changed_at"],
  superseded: ["topic", "sha256", "at"],
  subscriptions: [
    "id",
    "topic",
    "callback",
    "origin",
    "host",
    "client",
    "secret",
    "lease_seconds",
    "expires_at",
    "failures",
    "verified_at",
  ],
  requests: [
    "topic",
    "callback",
    "token",
    "mode",
    "origin",
    "host",
    "client",
    "position",
    "secret",
    "lease_seconds",
    "reason",
    "asked",
    "due_at",
    "claimed_by",
  ],
  deliveries: [
    "subscription",
    "notification",
    "topic",
    "origin",
    "attempts",
    "due_at",
    "not_before",
    "claimed_by",
  ],
};
