import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { H3, toNodeHandler } from "h3";
import { createMcp, type McpOptions } from "../../../server/mcp/handler.ts";
import { loadSnapshot, type Snapshot } from "../../../server/snapshot.ts";
import type { Manifest } from "../../../src/schema/manifest.ts";

export interface RunningMcp {
  url: string;
  errors: unknown[];
  close: () => Promise<void>;
}

/** The MCP endpoint alone, on a real socket; errors it logs are kept for the test to look at. */
export async function startMcp(
  snapshot: Snapshot | (() => Snapshot),
  options: Partial<McpOptions> = {},
): Promise<RunningMcp> {
  const errors: unknown[] = [];
  let port = 0;
  const mcp = createMcp({
    baseUrl: "http://localhost:3000",
    bind: () => ({ host: "127.0.0.1", port }),
    snapshot: typeof snapshot === "function" ? snapshot : () => snapshot,
    randomBytes,
    onError: (error) => errors.push(error),
    ...options,
  });
  const app = new H3();
  app.all("/mcp", ({ req }) => mcp.handle(req));
  const server = createServer(toNodeHandler(app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    errors,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** A snapshot of a deploy with exactly these documents, written to disk and read back like any other. */
export async function snapshotOf(documents: Record<string, unknown>): Promise<Snapshot> {
  const folder = await mkdtemp(join(tmpdir(), "deploy-"));
  try {
    const entries: Manifest["documents"] = [];
    for (const [path, value] of Object.entries(documents)) {
      const body = JSON.stringify(value);
      const sha256 = createHash("sha256").update(body).digest("hex");
      const hashed_path = `/data/${path.slice(1).replace(".json", "")}.${sha256.slice(0, 16)}.json`;
      const etag = `"${sha256.slice(0, 32)}"`;
      await mkdir(join(folder, dirname(hashed_path)), { recursive: true });
      await writeFile(join(folder, hashed_path), body);
      const same = { etag, bytes: Buffer.byteLength(body) };
      entries.push({
        path,
        hashed_path,
        sha256,
        ...same,
        type: "application/json",
        last_modified: "2026-01-01T00:00:00Z",
        encodings: { gzip: same, br: same },
      });
    }
    const version = createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32);
    const manifest: Manifest = { version, api_version: "1.0.0", documents: entries };
    await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
    return await loadSnapshot(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
