import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { H3, toNodeHandler } from "h3";
import { listen } from "listhen";
import { FastResponse } from "srvx";
import { oracle } from "./oracle.ts";
import type { ReviewsDataset } from "../../../src/schema/datasets.ts";

// The peers, one a process: `node peer.ts <kind> <file>`; the port is the first line of output.

const [kind = "", file = ""] = process.argv.slice(2);

/** Answers captured from our server, by request target: [head, body] as bytes. */
function loadCaptured(): Map<string, { headers: Record<string, string>; body: Buffer }> {
  const lines = JSON.parse(readFileSync(file, "utf8")) as [string, Record<string, string>, string][];
  return new Map(lines.map(([url, headers, body]) => [url, { headers, body: Buffer.from(body, "base64") }]));
}

async function serveNode(
  answer: (
    url: string,
    known: string | undefined,
  ) => { status: number; headers: Record<string, string>; body: Uint8Array | undefined },
) {
  const server = createServer(({ url = "", headers }, response) => {
    const { status, headers: own, body } = answer(url, headers["if-none-match"]);
    response.writeHead(status, own);
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function serveH3(): Promise<number> {
  const captured = loadCaptured();
  const app = new H3();
  app.get("/**", ({ req, url }) => {
    const known = captured.get(url.pathname + url.search);
    if (known === undefined) return new FastResponse(null, { status: 404 });
    if (req.headers.get("if-none-match") === known.headers["etag"]) {
      return new FastResponse(null, { status: 304, headers: known.headers });
    }
    return new FastResponse(known.body as unknown as BodyInit, { headers: known.headers });
  });
  const { address } = await listen(toNodeHandler(app), {
    hostname: "127.0.0.1",
    port: { port: 0, random: true },
    isTest: true,
    isProd: true,
    autoClose: false,
  });
  return address.port;
}

async function serveReplay(): Promise<number> {
  const captured = loadCaptured();
  return serveNode((url, tag) => {
    const known = captured.get(url);
    if (known === undefined) return { status: 404, headers: {}, body: undefined };
    if (tag !== undefined && tag === known.headers["etag"]) {
      const { "content-length": _, "content-type": __, ...headers } = known.headers;
      return { status: 304, headers, body: undefined };
    }
    return { status: 200, headers: known.headers, body: known.body };
  });
}

/** What one would write in five minutes: filter, then JSON.stringify. */
async function servePlain(): Promise<number> {
  const dataset = JSON.parse(readFileSync(file, "utf8")) as ReviewsDataset;
  return serveNode((url) => {
    const { searchParams } = new URL(url, "http://localhost");
    const given = Object.fromEntries([...searchParams].map(([name, value]) => [name, value]));
    const { limit, found } = oracle(dataset, given);
    const reviews = found.slice(0, limit);
    const body = Buffer.from(JSON.stringify({ total: found.length, count: reviews.length, limit, reviews }));
    return {
      status: 200,
      headers: { "content-type": "application/json", "content-length": String(body.length) },
      body,
    };
  });
}

const peers: Record<string, () => Promise<number>> = { h3: serveH3, replay: serveReplay, plain: servePlain };
const port = await (peers[kind] ?? serveReplay)();
console.log(JSON.stringify({ event: "listening", url: `http://127.0.0.1:${port}` }));
