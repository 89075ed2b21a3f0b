import { createHmac, timingSafeEqual } from "node:crypto";

/** Ids that carry their own proof: any replica with the same key knows them, and none remembers them. */
export interface Sessions {
  issue: () => string;
  isGenuine: (id: string) => boolean;
}

const form = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/** The first key signs; an id that any of them has signed is genuine. */
export type SessionKeys = () => readonly [string, ...string[]];

export function createSessions(keys: SessionKeys, randomBytes: (size: number) => Buffer): Sessions {
  const sign = (value: string, key: string) =>
    createHmac("sha256", key).update(`mcp-session ${value}`).digest("base64url");
  return {
    issue() {
      const value = randomBytes(16).toString("base64url");
      return `${value}.${sign(value, keys()[0])}`;
    },
    isGenuine(id) {
      if (!form.test(id)) return false;
      const [value = "", signature = ""] = id.split(".");
      return keys().some((key) => timingSafeEqual(Buffer.from(signature), Buffer.from(sign(value, key))));
    },
  };
}
