// A hub in a process of its own, for tests that kill it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createHub } from "../../../server/hub/hub.ts";
import { openStore } from "../../../server/hub/store/store.ts";
import { hubPath, topicPaths } from "../../../src/schema/hub.ts";
import { createEventLog } from "../../../server/log.ts";

const { DEPLOY = "", DATABASE_URL = "", BASE_URL = "", LOG = "", RETRY_SECONDS = "0.3" } = process.env;
const { AGAIN_MS = "300", TIMEOUT_MS = "10000", COUNT_MS = "60000" } = process.env;

const hash = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
let text = readFileSync(DEPLOY, "utf8");
const listeners = new Set<() => void>();
const refresh = async (): Promise<void> => {
  const next = readFileSync(DEPLOY, "utf8");
  if (next === text) return;
  text = next;
  for (const listener of listeners) listener();
};
setInterval(() => void refresh(), 100).unref();

const hub = await createHub({
  baseUrl: BASE_URL,
  topics: {
    version: () => hash(text).slice(0, 32),
    topic: (url) => {
      const body = Buffer.from(`${url}\n${text}`);
      const sha256 = hash(body);
      return topicPaths.some((path) => BASE_URL + path === url)
        ? { body, type: "application/atom+xml; charset=utf-8", sha256 }
        : undefined;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
  },
  store: await openStore({
    databaseUrl: DATABASE_URL,
    topics: topicPaths.map((path) => BASE_URL + path),
    countMs: Number(COUNT_MS),
  }),
  allowNetworks: ["127.0.0.0/8"],
  minLeaseSeconds: 300,
  retrySeconds: [Number(RETRY_SECONDS), Number(RETRY_SECONDS)],
  rateLimit: 0,
  quotas: { perHost: 0, perClient: 0 },
  askAgainMs: Number(AGAIN_MS),
  timeoutMs: Number(TIMEOUT_MS),
  log: createEventLog((level, event, fields) => {
    if (LOG) process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`);
  }),
});
const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.url === "/manifest.json") {
    response.end(JSON.stringify({ version: hash(text).slice(0, 32), api_version: "1.0.0", documents: [] }));
    return;
  }
  if (request.url === "/metrics") {
    response.end(await hub.metrics());
    return;
  }
  const answer = await hub.handle(
    new Request(BASE_URL + hubPath, {
      method: "POST",
      headers: { "content-type": request.headers["content-type"] ?? "" },
      body: new Uint8Array(await buffer(request)),
    }),
    { address: "198.51.100.7" },
  );
  response.writeHead(answer.status).end(await answer.text());
};
const server = createServer((request, response) => void respond(request, response));
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void hub.close(500).then(() => process.exit(0));
});
