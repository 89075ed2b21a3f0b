import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../scripts/doctor/http-client.ts";

/** Asks a server that answers 503 with these Retry-After headers, one after the other, and then 200. */
async function askThrough(retryAfter: (string | undefined)[]) {
  let asked = 0;
  const server = createServer((_, response) => {
    const away = asked < retryAfter.length;
    const header = retryAfter[asked];
    asked += 1;
    response.writeHead(away ? 503 : 200, header === undefined ? {} : { "Retry-After": header }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    timeout: 60_000,
    signal: AbortSignal.timeout(120_000),
  });
  onTestFinished(() => {
    client.close();
    server.close();
  });
  const { status } = await client.ask("/readyz");
  return { status, asked };
}

test("a server that is away for a moment and says when it is back is asked again", async () => {
  expect(await askThrough(["0"])).toEqual({ status: 200, asked: 2 });
});

test("it is asked again only once", async () => {
  expect(await askThrough(["0", "0"])).toEqual({ status: 503, asked: 2 });
});

test.each([["60"], ["Sun, 06 Nov 2094 08:49:37 GMT"], [undefined]])(
  "it is not waited for when it says %s",
  async (retryAfter) => {
    expect(await askThrough([retryAfter])).toEqual({ status: 503, asked: 1 });
  },
);
