import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type Socket, connect } from "node:net";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { type RunningServer, startServer } from "../start-server.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ env: { DIST: inject("dist"), ...env } });
  cleanUps.push(() => server.stop());
  return server;
}

async function open(server: RunningServer, localAddress = "127.0.0.1"): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  cleanUps.push(() => socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const get = (target: string, more = "") => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

async function statusOf(server: RunningServer, localAddress: string, more = ""): Promise<string> {
  const socket = await open(server, localAddress);
  let reply = "";
  socket.setEncoding("latin1").on("data", (part: string) => (reply += part));
  socket.write(get("/api/reviews/search?limit=1", more));
  await vi.waitFor(() => expect(reply).toMatch(/^HTTP\/1\.1 \d{3} /), { timeout: 60_000 });
  socket.destroy();
  return reply.slice(9, 12);
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

/** Has so many connections open that begin with these words; each call opens those again that were closed meanwhile. */
function createHolder(server: RunningServer, count: number, words = "") {
  const held = new Set<Socket>();
  const hold = async (): Promise<void> => {
    const missing = Array.from({ length: count - held.size }, () => open(server));
    for (const socket of await Promise.all(missing)) {
      held.add(socket);
      socket.resume().once("close", () => held.delete(socket));
      if (words !== "") socket.write(words);
    }
  };
  return { hold, held };
}

/** How long an answer waits for someone who reads nothing, in milliseconds. */
const unreadFor = 35_000;

describe("one client's connections", () => {
  test("make room for others, those that do nothing first", async () => {
    const server = await start();
    const begun = Date.now();
    const busy = await open(server);
    busy.pause();
    busy.write(get("/reviews.json").repeat(200));
    const { hold, held } = createHolder(server, 1180);
    await hold();
    for (let i = 2; i < 12; i += 1) expect(await statusOf(server, `127.0.0.${i}`)).toBe("200");
    await vi.waitFor(() => expect(held.size).toBeLessThan(1180), { timeout: 60_000 });
    const isBusyOpen = isOpen(busy);
    if (Date.now() - begun < unreadFor) expect(isBusyOpen).toBe(true);
    // Its own surplus is still asked to come again, and nobody else's place is taken for it.
    await expect
      .poll(async () => {
        const status = await statusOf(server, "127.0.0.1");
        if (status !== "503") await hold();
        return status;
      })
      .toBe("503");
  });

  test("behind a proxy are those of the client that it names", async () => {
    const server = await start({ TRUST_PROXY: "127.0.0.1/32", HUB_RATE_LIMIT: "0" });
    const from = (address: string) => `X-Forwarded-For: ${address}\r\n`;
    const { hold } = createHolder(
      server,
      1000,
      `POST /api/websub/hub HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n${from("192.0.2.1")}Content-Length: 9\r\n\r\n`,
    );
    await vi.waitFor(
      async () => {
        await hold();
        const metrics = await (await fetch(`${server.url}/metrics`)).text();
        expect(metrics).toMatch(/in_flight (99\d|1\d{3})\n/);
      },
      { timeout: 60_000 },
    );
    expect(await statusOf(server, "127.0.0.1", from("192.0.2.2"))).toBe("200");
    expect(await statusOf(server, "127.0.0.1", from("192.0.2.3"))).toBe("200");
  });
});

const residentOf = async ({ process: { pid } }: RunningServer): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

describe("requests that come before the answers are read", () => {
  test("take bounded memory, which is given back, and are all answered in the end", async () => {
    const server = await start();
    await statusOf(server, "127.0.0.1");
    const before = await residentOf(server);
    const each = 600;
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(server)));
    for (const [of, socket] of sockets.entries()) {
      socket.pause();
      // Each new, so that none is kept for another.
      for (let i = 0; i < each; i += 1)
        socket.write(get(`/api/reviews/search?limit=100&min_rating=1.${of + 1}${i + 1}`));
    }
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect((await residentOf(server)) - before).toBeLessThan(300e6);

    // The first is read after all, and gets every answer in turn.
    const [first] = sockets;
    let answers = 0;
    let rest = "";
    first?.setEncoding("latin1").on("data", (part: string) => {
      const text = rest + part;
      answers += text.split("HTTP/1.1 200 OK\r\n").length - 1;
      rest = text.slice(-16);
    });
    first?.resume();
    await vi.waitFor(() => expect(answers).toBe(each), { timeout: 120_000 });
  });
});
