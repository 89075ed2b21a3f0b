import { afterAll, beforeAll, inject } from "vitest";
import { type RunningServer, startServer, type StartOptions } from "./start-server.ts";

/** A server on the built site for all tests of a file or a `describe`. */
export function startBuiltServer(env: Record<string, string> = {}, script?: StartOptions["script"]) {
  const server = {} as RunningServer;
  beforeAll(async () => {
    Object.assign(
      server,
      await startServer({ env: { DIST: inject("dist"), ...env }, ...(script && { script }) }),
    );
  });
  afterAll(() => server.stop());
  return server;
}
