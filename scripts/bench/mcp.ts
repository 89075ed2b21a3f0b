import { compare, compareHeads, get, load, start, stayOffTheFirstCore, table } from "./servers.ts";

export const usage = `Usage: npm run bench -- mcp [--rounds 3] [--dist dist]

The MCP tool search_reviews in both eras, beside HTTP search with the same filters, in turn, on one server. "asked again"
repeats one question; "new each time" never repeats one.`;

function post(body: object, headers = ""): string {
  const text = JSON.stringify(body);
  return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`;
}

const call = (filters: object, meta = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "search_reviews", arguments: filters, ...meta },
});

const version = "2026-07-28";
const statelessMeta = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
const statelessHeaders = `MCP-Protocol-Version: ${version}\r\nMcp-Method: tools/call\r\nMcp-Name: search_reviews\r\n`;

const eras: Record<string, (filters: object) => string> = {
  "session era": (filters) => post(call(filters)),
  "stateless era": (filters) => post(call(filters, statelessMeta), statelessHeaders),
};

export const options = { rounds: "3", dist: "dist" };

export async function main(values: typeof options): Promise<void> {
  stayOffTheFirstCore();
  const server = await start(["server/main.mjs"], { DIST: values.dist });
  let asked = 0;
  const questions = {
    "asked again": () => [{ min_rating: 4, query: "lawn" }],
    "new each time": () =>
      Array.from({ length: 20_000 }, () => ({ min_rating: 1 + asked++ / 1e8, query: "lawn" })),
  };
  try {
    table("MCP beside HTTP search, medians", compareHeads);
    for (const [kind, ask] of Object.entries(questions)) {
      for (const [era, toRequest] of Object.entries(eras)) {
        await compare(
          `${era}, ${kind}`,
          Number(values.rounds),
          () => load(server, ask().map(toRequest), kind === "new each time"),
          () =>
            load(
              server,
              ask().map(({ min_rating, query }) =>
                get(`/api/reviews/search?query=${query}&min_rating=${min_rating}`),
              ),
              kind === "new each time",
            ),
        );
      }
    }
  } finally {
    server.process.kill("SIGKILL");
  }
}
