import { z } from "zod";
import { type Check, isRefusedOnTheWay, mediaType } from "./check.ts";

const fix = "send /mcp to the sidecar (npm run serve) unchanged, and see that it runs";

const Initialized = z.object({
  result: z.object({
    protocolVersion: z.string(),
    serverInfo: z.object({ name: z.string() }),
    capabilities: z.looseObject({ tools: z.unknown() }),
  }),
});
const Tools = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });

const call = (method: string, params: object) => ({
  method: "POST" as const,
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
});

const parse = <T>(shape: z.ZodType<T>, body: Buffer): T | undefined => {
  try {
    return shape.parse(JSON.parse(body.toString("utf8")));
  } catch {
    return undefined;
  }
};

export const mcpCheck: Check = {
  name: "mcp",
  claim: "The MCP server greets, gives a session and lists its tools",
  async run({ ask }, { wrong }) {
    const hello = await ask(
      "/mcp",
      call("initialize", {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "doctor", version: "1.0.0" },
      }),
    );
    if (isRefusedOnTheWay(hello))
      return wrong(
        "/mcp",
        `is refused by a firewall or bot protection (${hello.status})`,
        "let POST to /mcp through there; it needs no login",
      );
    if (hello.status === 403)
      return wrong(
        "/mcp",
        "refuses this Host (403)",
        "the proxy must pass on the Host header (proxy_set_header Host), or the sidecar's BASE_URL must be this address",
      );
    if (
      hello.status !== 200 ||
      mediaType(hello) !== "application/json" ||
      parse(Initialized, hello.body) === undefined
    ) {
      return wrong(
        "/mcp",
        `does not answer initialize (${hello.status}, ${hello.headers["content-type"] ?? "no type"})`,
        fix,
      );
    }
    const session = hello.headers["mcp-session-id"];
    if (!session) wrong("/mcp", "gives no Mcp-Session-Id", "the proxy must pass on this header");
    const listing = call("tools/list", {});
    const tools = await ask("/mcp", {
      ...listing,
      headers: { ...listing.headers, ...(session && { "Mcp-Session-Id": session }) },
    });
    const names = parse(Tools, tools.body)?.result.tools.map(({ name }) => name) ?? [];
    const missing = ["get_business", "search_reviews"].filter((name) => !names.includes(name));
    if (missing.length > 0)
      wrong(
        "/mcp",
        `does not offer ${missing.join(" and ")} (${tools.status})`,
        session ? "replicas must share MCP_SESSION_KEY, and " + fix : fix,
      );
    const get = await ask("/mcp");
    if (get.status !== 405 || !get.headers["allow"]?.includes("POST"))
      wrong("/mcp", `answers GET with ${get.status}, not 405 with Allow: POST`, fix);
  },
};
