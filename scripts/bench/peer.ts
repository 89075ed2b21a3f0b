import { readFileSync } from "node:fs";
import { H3, toNodeHandler } from "h3";
import { listen } from "listhen";
import { FastResponse } from "srvx";

// The peer, a process of its own: a bare h3 route that answers each target with bytes captured from our server.
const [file = ""] = process.argv.slice(2);
const lines = JSON.parse(readFileSync(file, "utf8")) as [string, Record<string, string>, string][];
const captured = new Map(
  lines.map(([url, headers, body]) => [url, { headers, body: Buffer.from(body, "base64") }]),
);

const app = new H3();
app.get("/**", ({ req, url }) => {
  const known = captured.get(url.pathname + url.search);
  if (known === undefined) return new FastResponse(null, { status: 404 });
  if (req.headers.get("if-none-match") === known.headers["etag"])
    return new FastResponse(null, { status: 304, headers: known.headers });
  return new FastResponse(known.body, { headers: known.headers });
});
const { address } = await listen(toNodeHandler(app), {
  hostname: "127.0.0.1",
  port: { port: 0, random: true },
  isTest: true,
  isProd: true,
  autoClose: false,
});
console.log(JSON.stringify({ event: "listening", url: `http://127.0.0.1:${address.port}` }));
