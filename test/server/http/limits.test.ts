import { words } from "../words.ts";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { createHostCheck } from "../../../server/http/guard.ts";
import { buildDataset, buildReview, writeBuild } from "../dataset.ts";
import { startBuiltServer } from "../built-server.ts";
import { type RunningServer, startInVain, startServer } from "../start-server.ts";
import { useTemporaryFolder } from "../../temporary-folder.ts";

const server = startBuiltServer();
const sockets = new Set<Socket>();
/** For `vi.waitFor`, which gives up after a second. */
const patient = { timeout: 60_000 };
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});
/** A server that a test ends, or that ends with it. */
const startOwn = async (env: Record<string, string> = {}): Promise<RunningServer> => {
  const own = await startServer({ env: { DIST: inject("dist"), ...env } });
  onTestFinished(() => void own.stop());
  return own;
};
const halfForm = (length: number, body: string) =>
  `POST ${hub} HTTP/1.1\r\nHost: localhost\r\n${form}\r\nContent-Length: ${length}\r\n\r\n${body}`;

async function open(to = server): Promise<Socket> {
  const { hostname, port } = new URL(to.url);
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** What the server says on a connection from now on. */
function hear(socket: Socket): { reply: string } {
  const heard = { reply: "" };
  socket.setEncoding("utf8").on("data", (part: string) => (heard.reply += part));
  return heard;
}

/** All that the server says before it closes the connection. */
async function replyTo(text: string, to = server): Promise<string> {
  const socket = await open(to);
  const heard = hear(socket);
  socket.write(text);
  await new Promise((resolve) => socket.once("close", resolve));
  return heard.reply;
}

const form = "Content-Type: application/x-www-form-urlencoded";
const message = "Content-Type: application/json\r\nAccept: application/json, text/event-stream";
const hub = "/api/websub/hub";
/** A Node besides the project's own, older than it needs. */
function oldNodeOfTheSystem(): string | undefined {
  const { stdout } = spawnSync("/usr/bin/node", ["--version"], { encoding: "utf8" });
  return Number(/^v(\d+)/.exec(stdout ?? "")?.[1]) < 24 ? "/usr/bin/node" : undefined;
}

const get = (target: string, more = "") =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`;

/** Waits until a request is in flight, besides the one that asks. */
const isInFlight = (own: RunningServer) =>
  vi.waitFor(async () => expect(await replyTo(get("/metrics"), own)).toContain("in_flight 2"), patient);

describe("what is too much", () => {
  test("an address of more than 8 KiB is 414", async () => {
    const start = "/api/reviews/search?query=";
    expect(await replyTo(get(start + "x".repeat(8192 - start.length)))).toMatch(/^HTTP\/1\.1 400 /);
    const reply = await replyTo(get(start + "x".repeat(8193 - start.length)));
    expect(reply).toMatch(/^HTTP\/1\.1 414 /);
    expect(reply).toContain("application/problem+json");
    expect(reply).toContain("Access-Control-Allow-Origin: *");
  });

  test("a POST that can have no body is answered as one that is empty", async () => {
    const post = (target: string, type: string) =>
      replyTo(`POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${type}\r\n\r\n`);
    expect(await post("/mcp", message)).toMatch(/^HTTP\/1\.1 400 [^]*-32700/);
    expect(await post(hub, form)).toMatch(/^HTTP\/1\.1 400 [^]*hub\.mode/);
  });

  test("a flood of headers, or an address without end, is refused by the parser", async () => {
    expect(await replyTo(get("/healthz", `X-Flood: ${"y".repeat(20_000)}\r\n`))).toMatch(/^HTTP\/1\.1 431 /);
    expect(await replyTo(get(`/${"z".repeat(100_000)}`))).toMatch(/^HTTP\/1\.1 431 /);
  });

  test("a tunnel is refused like any other method, and one that breaks off harms nobody else", async () => {
    const tunnel = "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    expect(await replyTo(tunnel)).toMatch(/^HTTP\/1\.1 405 [^]*\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/);
    for (let i = 0; i < 20; i += 1) {
      const socket = await open();
      socket.write(tunnel);
      await new Promise((resolve) => setTimeout(resolve, (i % 2) * 5));
      socket.resetAndDestroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await replyTo(get("/healthz"))).toMatch(/^HTTP\/1\.1 200 /);
    expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("a target that is no path is a problem, and a whole URL counts like its path", async () => {
    expect(await replyTo(get("nonsense"))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await replyTo(get("http://localhost/healthz"))).toMatch(/^HTTP\/1\.1 200 /);
  });

  const readers = [
    [hub, form],
    ["/mcp", message],
  ] as const;
  test.each(readers)(
    "a body of untold length to %s that grows too large is 413, and all goes on",
    async (path, head) => {
      const size = 3_000_000;
      const socket = await open();
      const heard = hear(socket);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${head}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      socket.write(`${size.toString(16)}\r\n${"x".repeat(size)}\r\n0\r\n\r\n`);
      await vi.waitFor(() => expect(heard.reply).toMatch(/^HTTP\/1\.1 413 /), patient);
      expect(await replyTo(get("/healthz"))).toMatch(/^HTTP\/1\.1 200 /);
      socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      await vi.waitFor(() => expect(heard.reply).toMatch(/^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 /), patient);
      expect(server.log.filter(({ level }) => level === "error")).toEqual([]);
    },
  );

  const chunked = (path: string, head: string, pieces: number) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${head}\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\n1\r\n".repeat(pieces)}`;

  test.each(readers)("a body to %s may come in 900 pieces of a byte, not in 9,000", async (path, head) => {
    expect(await replyTo(chunked(path, `Connection: close\r\n${head}`, 900) + "0\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(await replyTo(chunked(path, head, 9000))).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ["/nope", form, 404],
    ["/reviews.json", message, 405],
    ["/mcp", form, 415],
    [hub, message, 415],
  ])(
    "what nobody reads, sent to %s, is not read to its end either, once it is answered",
    async (path, head, status) => {
      const socket = await open();
      const heard = hear(socket);
      socket.write(chunked(path, head, 0));
      await vi.waitFor(() => expect(heard.reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `)), patient);
      // The connection is closed though the body goes on: 16 MB are more than all buffers on the way hold.
      let sent = 0;
      while (sent < 300 && !socket.destroyed) {
        await new Promise((resolve) => socket.write("1\r\n1\r\n".repeat(9000), resolve));
        sent += 1;
      }
      expect(sent).toBeLessThan(300);
      // As much as a client may have sent by mistake is skipped, and the connection serves on.
      const next = "1388\r\n" + "x".repeat(5000) + "\r\n0\r\n\r\n" + get("/healthz");
      expect(await replyTo(chunked(path, head, 100) + next)).toMatch(/HTTP\/1\.1 200 OK/);
    },
  );

  test("a request that breaks off is no error of ours", async () => {
    const own = await startOwn();
    const socket = await open(own);
    socket.write(halfForm(100, "hub.mode="));
    await isInFlight(own);
    socket.destroy();
    expect((await own.logged((line) => line["path"] === hub)).aborted).toBe(true);
    expect(own.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  test.concurrent("connections that send nothing, or their headers drop by drop, are cut after ten seconds", async () => {
    const times: number[] = [];
    const cutAfter = async (): Promise<number> => {
      const start = Date.now();
      const silent = await open();
      const slow = await open();
      slow.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
      const drops = setInterval(() => slow.write("X-Drop: 1\r\n"), 500);
      await Promise.all([once(silent.resume(), "close"), once(slow.resume(), "close")]);
      clearInterval(drops);
      times.push(Date.now() - start);
      return Date.now() - start;
    };
    // Before the thirty seconds that a whole request may take; a machine that is too busy has another try.
    await expect.poll(cutAfter, { timeout: 300_000 }).toBeLessThan(29_000);
    expect(Math.min(...times)).toBeGreaterThan(8000);
  });

  test.concurrent("a connection may rest ten seconds after an answer, and as long as it asks for more", async () => {
    const ask = (socket: Socket) => socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const start = Date.now();
    const [resting, asking] = [(await open()).resume(), (await open()).resume()];
    ask(resting);
    ask(asking);
    const questions = setInterval(() => ask(asking), 4000);
    try {
      await once(resting, "close");
      expect(Date.now() - start).toBeGreaterThan(9000);
      await new Promise((resolve) => setTimeout(resolve, 4000));
      expect(asking.destroyed).toBe(false);
    } finally {
      clearInterval(questions);
    }
  });

  test.concurrent("answers that nobody takes are cut", async () => {
    const inFlight = async () =>
      Number(/^reviews_http_requests_in_flight (\d+)/m.exec(await replyTo(get("/metrics")))?.[1]);
    const socket = await open();
    socket.pause();
    socket.write("GET /reviews.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(80));
    await vi.waitFor(async () => expect(await inFlight()).toBeGreaterThan(20), patient);
    await vi.waitFor(async () => expect(await inFlight()).toBeLessThan(20), {
      timeout: 150_000,
      interval: 500,
    });
  });

  test.concurrent("a body that does not come is aborted after thirty seconds", async () => {
    const start = Date.now();
    await replyTo(halfForm(100, "hub.mode="));
    expect(Date.now() - start).toBeLessThan(150_000);
  });
});

test.each([
  ["one Host", "200", "Host: localhost\r\n"],
  ["no Host", "400", ""],
  ["the same Host twice", "400", "Host: localhost\r\nHost: localhost\r\n"],
  ["another Host after ours", "400", "Host: localhost\r\nAccept: */*\r\nhOST: evil.example\r\n"],
  ["three Hosts", "400", "Host: localhost\r\nHost: localhost\r\nHost: localhost\r\n"],
])("a request with %s is answered %s", async (_, status, hosts) => {
  for (const target of ["/reviews.json", "/healthz", "http://localhost/reviews.json"])
    expect(await replyTo(`GET ${target} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
});

describe("on a loopback bind", () => {
  const askAs = async (host: string, path = "/api/reviews/search") =>
    (await replyTo(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).slice(9, 12);

  test.each([
    ["200", "localhost localhost:3000 127.0.0.1:1234 [::1] app.localhost"],
    ["403", "evil.example localhost.evil.example 10.0.0.1 evil.example:3000 127.0.0.1.evil.example"],
  ])("%s is the answer to %s", async (status, hosts) => {
    for (const host of words(hosts)) expect([host, await askAs(host)]).toEqual([host, status]);
  });
  test.each([
    ["127.0.0.1", "reviews.example", true],
    ["127.0.0.1", "Reviews.Example.:443", true],
    ["127.0.0.1", "reviews.example.evil.example", false],
    ["::", "any.example", true],
  ])(
    "bound to %s, a server whose public address is reviews.example answers to %s: %s",
    (HOST, host, isOurs) => {
      expect(createHostCheck({ HOST, BASE_URL: "https://reviews.example" })(host)).toBe(isOurs);
    },
  );
  test("agents too are answered by our own names only", async () => {
    expect([await askAs("localhost", "/mcp"), await askAs("evil.example", "/mcp")]).toEqual(["405", "403"]);
  });
  test("a name in the target counts as well; health checks come by any name", async () => {
    expect(await replyTo(get("http://evil.example/api/reviews/search"))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await askAs("10.0.0.1", "/healthz")).toBe("200");
  });
});

test("past a thousand connections, requests are asked to come again, and all is well afterwards", async () => {
  const own = await startOwn();
  const held = new Set<Socket>();
  /** Holds a thousand, each with half a request, which is waited for longest, and asks beside them. */
  const askBesideThem = async (): Promise<string> => {
    const missing = Array.from({ length: 1000 - held.size }, () => open(own));
    for (const socket of await Promise.all(missing)) {
      held.add(socket);
      socket.resume().once("close", () => held.delete(socket));
      socket.write(halfForm(10, "hub.m"));
    }
    return replyTo(get("/api/reviews/search"), own);
  };
  // On a slow machine the first are cut before the last are open: those are opened again.
  await expect.poll(askBesideThem).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: \d+\r\n/i);
  expect(await replyTo(get("/healthz"), own)).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all([...held].map((socket) => once(socket.destroy(), "close")));
  await expect.poll(() => replyTo(get("/api/reviews/search"), own)).toMatch(/^HTTP\/1\.1 200 /);
});

test("every request leaves a line with its id, which the client may choose", async () => {
  await replyTo(get("/api/reviews/search", "X-Request-Id: mine-1\r\n"));
  const said = { level: "info", event: "request", method: "GET", path: "/api/reviews/search", status: 200 };
  expect(await server.logged(({ request_id }) => request_id === "mine-1")).toMatchObject(said);
});

describe("an answer larger than what the system takes at once, to a reader who is slow", () => {
  const folder = useTemporaryFolder();
  beforeAll(async () => {
    const reviews = Array.from({ length: 1500 }, (_, id) =>
      buildReview({ id: `r${id}`, text: "grass ".repeat(2000) }),
    );
    await writeBuild(folder, buildDataset(reviews));
  });

  const many = async (own: RunningServer) => {
    for (let i = 0; i < 1010; i += 1) await open(own);
  };
  test.each([
    ["the server gets SIGTERM", (own: RunningServer) => void own.process.kill("SIGTERM")],
    ["a thousand others connect", many],
  ])("is sent whole although %s", async (_, disturb) => {
    const own = await startOwn({ DIST: folder });
    const socket = await open(own);
    socket.write("GET /reviews.json HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "readable");
    await disturb(own);
    await new Promise((resolve) => setTimeout(resolve, 500));
    let received = 0;
    let size = Number.POSITIVE_INFINITY;
    for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (received === 0) {
        const [head = ""] = part.toString("latin1").split("\r\n\r\n", 1);
        size = head.length + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      }
      received += part.length;
      if (received >= size) break;
    }
    expect(size).toBeGreaterThan(15_000_000);
    expect(received).toBe(size);
    for (const one of sockets) one.destroy();
  });
});

describe("start and end", () => {
  test("all bad variables are named at once, a line each", async () => {
    const { code, errors } = await startInVain({
      env: {
        PORT: "80000",
        BASE_URL: "ftp://x",
        HUB_RETRY_SECONDS: "1",
        LOG_LEVEL: "loud",
        HUB_ALLOW_NETWORKS: "127",
        TRUST_PROXY: "proxy",
        TRUST_HEADER: "X-Real-IP",
      },
    });
    const lines = errors.trim().split("\n");
    expect(code).toBe(1);
    expect(lines.map((line) => /^cannot start: (\w+) must be /.exec(line)?.[1] ?? line)).toEqual(
      words("BASE_URL PORT HUB_ALLOW_NETWORKS HUB_RETRY_SECONDS TRUST_PROXY TRUST_HEADER LOG_LEVEL"),
    );
  });

  test("a port in use stops the start, and no other port is taken", async () => {
    const { port } = new URL(server.url);
    const { code, errors } = await startInVain({ env: { DIST: inject("dist"), PORT: port } });
    expect(code).toBe(1);
    expect(errors).toBe(`cannot start: 127.0.0.1:${port} is in use: stop the other process or set PORT\n`);
  });

  test.each([
    ["missing build", { DIST: "/nowhere" }],
    ["deploy that is down", { DIST: "http://127.0.0.1:9" }],
    ["store that cannot be opened", { DATABASE_URL: "sqlite:package.json/hub.sqlite" }],
    ["store where no folder can be made", { DATABASE_URL: "sqlite:/proc/deep/down/hub.sqlite" }],
    ["public address with a path", { BASE_URL: "https://lawns.example/reviews" }],
    ["public address that is not the build's", { BASE_URL: "https://lawns.example" }],
  ])("a %s stops the start with one line", async (_, env) => {
    const { code, errors } = await startInVain({ env: { DIST: inject("dist"), ...env } });
    expect(code).toBe(1);
    expect(errors).toMatch(/^cannot start: [^\n]+\n$/);
  });

  const oldNode = oldNodeOfTheSystem();
  if (oldNode !== undefined)
    test("an old Node says which Node is needed", async () => {
      const { code, errors } = await startInVain({ node: oldNode, env: {} });
      expect(code).toBe(1);
      expect(errors).toMatch(
        /^cannot start: this needs Node 24 or newer, and this is Node [\d.]+: [^\n]+\n$/,
      );
    });

  test("SIGTERM lets the answer under way end, takes no more, and exits 0", async () => {
    const own = await startOwn();
    const socket = await open(own);
    socket.write(halfForm(10, "hub.m"));
    await isInFlight(own);
    const heard = hear(socket);
    const ended = own.stop();
    await own.logged(({ event }) => event === "stopping");
    const { hostname, port } = new URL(own.url);
    const refused = connect(Number(port), hostname);
    const [error] = (await once(refused, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toMatch(/^ECONN(REFUSED|RESET)$/);
    socket.write("ode=x");
    expect(await ended).toBe(0);
    expect(heard.reply).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
