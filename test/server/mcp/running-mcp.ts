import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { H3, toNodeHandler } from "h3";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { createLog } from "../../../server/log.ts";
import { createMcp, type McpParts } from "../../../server/mcp/handler.ts";
import type { Snapshot } from "../../../server/data/snapshot.ts";
import { openSource } from "../../../server/data/source.ts";
import type { ReviewsDataset } from "../../../src/schema/datasets.ts";
import type { Insights } from "../../../src/schema/insights.ts";
import { toSnapshot } from "../dataset.ts";

export interface RunningMcp {
  url: string;
  errors: unknown[];
  close: () => Promise<void>;
}

const defaults = { BASE_URL: "http://localhost:3000", HOST: "127.0.0.1" };

/** The MCP endpoint alone, on a real socket; errors it logs are kept for the test to look at. */
export async function startMcp(
  snapshot: Snapshot | (() => Snapshot),
  env: Partial<McpParts["env"]> = {},
  sessionKeys: McpParts["sessionKeys"] = () => ["the key of these tests"],
): Promise<RunningMcp> {
  const errors: unknown[] = [];
  const mcp = createMcp({
    env: { ...defaults, ...env },
    sessionKeys,
    snapshot: typeof snapshot === "function" ? snapshot : () => snapshot,
    randomBytes,
    onError: (error) => errors.push(error),
  });
  const app = new H3().all("/mcp", ({ runtime }) => mcp(runtime?.node?.req as IncomingMessage));
  const server = createServer(toNodeHandler(app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
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

const silent = createLog("silent", { write: () => {}, pretty: false, color: false, now: Date.now });

/** The deploy in a folder, as the server loads it. */
export async function loadSnapshot(folder: string): Promise<Snapshot> {
  const source = await openSource(folder, "http://localhost:3000", silent);
  source.close();
  return source.current();
}

/** The endpoint on the built site for a whole test file, which fails when it meets an error it did not foresee. */
export function startBuiltMcp() {
  const mcp = {} as RunningMcp & { demo: Snapshot };
  beforeAll(async () => {
    const demo = await loadSnapshot(inject("dist"));
    Object.assign(mcp, await startMcp(demo), { demo });
  });
  afterAll(async () => {
    expect(mcp.errors).toEqual([]);
    await mcp.close();
  });
  return mcp;
}

/** The endpoint on a deploy of exactly this data, until the test is over. */
export async function startSmallMcp(
  dataset: ReviewsDataset,
  insights: Insights = noInsights,
  sessionKeys?: McpParts["sessionKeys"],
): Promise<RunningMcp> {
  const mcp = await startMcp(snapshotOf(dataset, insights), {}, sessionKeys);
  onTestFinished(async () => {
    expect(mcp.errors).toEqual([]);
    await mcp.close();
  });
  return mcp;
}

export const noInsights: Insights = {
  aspects: [],
  entities: { technicians: [], services: [], service_areas: [] },
  topics: [],
  faq: [],
  summary: { text: "", html: "", updated: "2026-01-01" },
  method: {
    version: "1",
    description: "",
    star_agreement: 1,
    verdict_origins: { reader: 0, person: 0, model: 0 },
    unsure_share: 0,
    other_share: 0,
    measured: [],
  },
};

/** A deploy of exactly this data. */
export const snapshotOf = (dataset: ReviewsDataset, insights: Insights = noInsights): Snapshot =>
  toSnapshot(dataset, { "/insights.json": insights });
