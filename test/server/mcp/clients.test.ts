import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "vitest";
import type { SearchResult } from "../../../src/schema/datasets.ts";
import { startBuiltMcp } from "./running-mcp.ts";

const mcp = startBuiltMcp();

const info = { name: "test", version: "1.0.0" };

async function connectFirst() {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)));
  return client;
}

async function connectSecond(mode: "legacy" | { pin: string } | "auto") {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(new URL(mcp.url)));
  return client;
}

type AnyClient = Awaited<ReturnType<typeof connectFirst>> | Awaited<ReturnType<typeof connectSecond>>;

describe.each<[string, () => Promise<AnyClient>]>([
  ["the official v1 client", connectFirst],
  ["the official v2 client in a session", () => connectSecond("legacy")],
  ["the official v2 client without a session", () => connectSecond({ pin: "2026-07-28" })],
  ["the official v2 client that finds out", () => connectSecond("auto")],
])("%s", (_, connect) => {
  test("lists and calls tools, and holds the results against their schemas", async () => {
    const client = (await connect()) as Awaited<ReturnType<typeof connectFirst>>;
    expect(client.getServerCapabilities()).toEqual({
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
    });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["get_business", "search_reviews"]);
    const business = await client.callTool({ name: "get_business", arguments: {} });
    expect(business.structuredContent).toHaveProperty("business.name");
    const found = await client.callTool({ name: "search_reviews", arguments: { limit: 2 } });
    expect((found.structuredContent as SearchResult).reviews).toHaveLength(2);
    const invalid = await client.callTool({ name: "search_reviews", arguments: { limit: 0 } });
    expect(invalid.isError).toBe(true);
    await expect(client.callTool({ name: "unknown", arguments: {} })).rejects.toThrow(/Unknown tool/);
    await client.close();
  });

  test("reads resources, gets prompts and completes", async () => {
    const client = (await connect()) as Awaited<ReturnType<typeof connectFirst>>;
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      const mimeType = uri.startsWith("ui:") ? "text/html;profile=mcp-app" : "application/json";
      expect(contents).toMatchObject([{ uri, mimeType }]);
    }
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3);
    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThan(3);
    const ref = { type: "ref/prompt", name: "summarize_service" } as const;
    const { completion } = await client.complete({ ref, argument: { name: "service", value: "aer" } });
    expect(completion.values).toEqual(["aeration"]);
    const { messages } = await client.getPrompt({
      name: "summarize_service",
      arguments: { service: "aeration" },
    });
    expect(messages).toHaveLength(2);
    await client.close();
  });
});
