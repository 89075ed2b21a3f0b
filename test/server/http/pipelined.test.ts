import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startBuiltServer } from "../built-server.ts";

const server = startBuiltServer();

test("a reader who does not read gets every answer as it was, though many others were made since", async () => {
  // Each new, so that none is kept for another; together more than a connection holds on its way.
  const targets = (year: number) =>
    Array.from(
      { length: 240 },
      (_, i) => `/api/reviews/search?limit=${100 - (i % 40)}&until=${year + Math.floor(i / 40)}-01-01`,
    );
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const asked = targets(2100);
  for (const target of asked) socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  for (const target of targets(2200)) await (await fetch(server.url + target)).arrayBuffer();

  let received = Buffer.alloc(0);
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  for (const target of asked) {
    const alone = Buffer.from(await (await fetch(server.url + target)).arrayBuffer());
    let split = -1;
    for (; ; await once(socket, "data")) {
      received = Buffer.concat([received, ...parts.splice(0)]);
      split = received.indexOf("\r\n\r\n");
      if (split >= 0 && received.length >= split + 4 + alone.length) break;
    }
    expect(received.subarray(split + 4, split + 4 + alone.length).equals(alone), target).toBe(true);
    received = received.subarray(split + 4 + alone.length);
  }
  expect(received.length + parts.length).toBe(0);
  socket.destroy();
});
