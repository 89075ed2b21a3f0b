// Callbacks on as many origins as CROWD says, each a port of 127.0.0.1 that speaks TLS, in a process of their own.
// MUTE=verification never answers a verification, MUTE=delivery confirms and never answers a delivery; else both work.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { loopbackIdentity } from "./certificates.ts";

const { CROWD = "1", MUTE = "", IDENTITY = "" } = process.env;
const identity = IDENTITY === "" ? loopbackIdentity : JSON.parse(IDENTITY);

const respond = (request: IncomingMessage, response: ServerResponse): void => {
  const query = new URLSearchParams((request.url ?? "").split("?")[1]);
  const what = request.method === "GET" ? "verification" : "delivery";
  process.send?.({ what, port: request.socket.localPort, at: Date.now() });
  request.resume();
  if (MUTE === what) return;
  response.end(query.get("hub.challenge") ?? "");
};
const server = createServer(identity, respond);
const ports: number[] = [];
for (let index = 0; index < Number(CROWD); index += 1) {
  const listener = createTcpServer((socket) => void server.emit("connection", socket));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  ports.push((listener.address() as AddressInfo).port);
}
process.send?.({ ports });
process.on("disconnect", () => process.exit());
