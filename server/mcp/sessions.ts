import { createHmac, timingSafeEqual } from "node:crypto";

/** Ids that carry their own proof: any replica with the same key knows them, and none remembers them. */
export interface Sessions {
  issue: () => string;
  isGenuine: (id: string) => boolean;
}

const form = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

export function createSessions(key: string, randomBytes: (size: number) => Buffer): Sessions {
  const sign = (value: string) =>
    createHmac("sha256", key).update(`mcp-session ${value}`).digest("base64url");
  return {
    issue() {
      const value = randomBytes(16).toString("base64url");
      return `${value}.${sign(value)}`;
    },
    isGenuine(id) {
      if (!form.test(id)) return false;
      const [value = "", signature = ""] = id.split(".");
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(value)));
    },
  };
}

/**
 * The key when MCP_SESSION_KEY is not set: the same on every replica, after every restart and every new build,
 * because it depends on the deploy's address alone. A session holds nothing, so a guessed id opens nothing.
 */
export const sessionKeyOf = (baseUrl: string): string => `mcp session key of ${baseUrl}`;
