import { once } from "node:events";
import { connect } from "node:net";
import { workerData } from "node:worker_threads";

// A thread that floods a server on sixteen connections until its time is over.
const { url, name, milliseconds } = workerData as { url: string; name: string; milliseconds: number };
const end = performance.now() + milliseconds;
const isOver = () => performance.now() > end;

const get = (target: string, more = "") => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const post = (target: string, type: string, body: string) =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const mcp = (method: string, params: unknown) =>
  post("/mcp", "application/json", JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
const list = <T>(count: number, piece: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => piece(at));

/** The repeated request of one connection; the number makes each query new. */
const floods: Record<string, (turn: number) => string> = {
  "unknown parameters": (turn) => get(`/api/reviews/search?${list(1200, (at) => `p${turn}${at}`).join("&")}`),
  "one parameter many times": () => get(`/api/reviews/search?${"a&".repeat(4000)}`),
  "accents to compose": () => get(`/api/reviews/search?mentions_technician=${"%CC%96%CC%81".repeat(600)}`),
  "long new searches": (turn) => get(`/api/reviews/search?limit=100&query=e&min_rating=1.${turn + 1}`),
  "large answers, compressed": (turn) =>
    get(`/api/reviews/since/20${10 + (turn % 10)}-01-01`, "Accept-Encoding: br\r\n"),
  "unknown arguments": (turn) =>
    mcp("tools/call", {
      name: "search_reviews",
      arguments: Object.fromEntries(list(8000, (at): [string, number] => [`a${turn}${at}`, at])),
    }),
  "long arguments": () =>
    mcp("tools/call", { name: "search_reviews", arguments: { query: "e".repeat(100_000) } }),
  "form fields": () => post("/api/websub/hub", "application/x-www-form-urlencoded", "a&".repeat(8000)),
};

/** Keeps asking on one connection until it is stopped, reading all that comes. */
async function flood(make: (turn: number) => string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.resume();
  for (let turn = 0; !isOver() && socket.writable; turn += 1) {
    socket.write(make(turn));
    while (socket.writableNeedDrain && !isOver() && socket.writable)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.destroy();
}

const make = floods[name];
if (make !== undefined) await Promise.all(list(16, () => flood(make)));
