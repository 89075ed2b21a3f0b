import { Agent, buildConnector, fetch, type RequestInit } from "undici";
import { causeOf, codeOf, messageOf } from "../../src/schema/errors.ts";
import { createProgress } from "../build/progress.ts";
import type { Ask } from "./deploy.ts";

export const fetchOptions = (ms: number) =>
  ({ redirect: "error", cache: "no-store", signal: AbortSignal.timeout(Math.max(ms, 1)) }) as const;

export interface Site {
  fetch: (path: string, ms: number, options?: RequestInit) => Promise<{ status: number; body: string }>;
  ask: Ask;
}

/** The deploy at its public address, asked at another host and port where DNS does not point to it yet. */
export function openSite(baseUrl: string, connect: { host: string; port: number } | undefined): Site {
  const connector = buildConnector({});
  const dispatcher =
    connect &&
    new Agent({
      connect: (options, callback) =>
        connector({ ...options, hostname: connect.host, port: String(connect.port) }, callback),
    });
  const ask: Site["fetch"] = async (path, ms, options) => {
    const response = await fetch(baseUrl + path, {
      ...fetchOptions(ms),
      ...(dispatcher && { dispatcher }),
      ...options,
    });
    return { status: response.status, body: await response.text() };
  };
  return { fetch: ask, ask: (path) => ask(path, 10_000) };
}

/** What went wrong with a request, as short as it can be said. */
export const whyOf = (error: unknown): string => codeOf(causeOf(error)) ?? messageOf(causeOf(error));

export const progress = createProgress(process.stderr);
