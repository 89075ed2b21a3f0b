import type { SearchResult } from "../../../src/schema/datasets.ts";

export const accepted = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // Tests look into many shapes of answers; each expectation says what it means.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Asks again when the server has too much to do, as it says, up to a point. */
export const patientFetch: typeof fetch = async (input, init) => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(input, init);
    if (response.status !== 503 || attempt === 400) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
};

/** POSTs anything and reads the whole answer. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await patientFetch(url, {
    method: "POST",
    headers: { ...accepted, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

let last = 0;

export const request = (method: string, params?: unknown) => {
  last += 1;
  return { jsonrpc: "2.0", id: last, method, ...(params !== undefined && { params }) };
};

export const hello = (protocolVersion = "2025-11-25") =>
  request("initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  });

export const statelessMeta = (version = "2026-07-28") => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

/** A request of the stateless era with the headers that mirror it. */
export async function postStateless(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  const name = params["name"] ?? params["uri"];
  return post(url, request(method, { ...params, _meta: statelessMeta() }), {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(typeof name === "string" && { "Mcp-Name": name }),
    ...headers,
  });
}

export const callTool = (url: string, name: string, args?: unknown): Promise<Reply> =>
  post(url, request("tools/call", { name, arguments: args }));

export async function searchReviews(url: string, args: Record<string, unknown>): Promise<SearchResult> {
  const { body } = await callTool(url, "search_reviews", args);
  return body.result.structuredContent as SearchResult;
}

/** The faults of the arguments, for programs. */
export const issuesOf = ({ result: { _meta: meta } }: Reply["body"]) => meta.issues;

export const versionOf = ({ _meta: meta }: Reply["body"]): string => meta.dataset_version;
