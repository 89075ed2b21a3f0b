import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { parseCallback, refusalReason } from "../../../../server/hub/egress/callback.ts";
import { specialKind } from "../../../../server/hub/egress/public-address.ts";
import { parseNetworks } from "../../../../server/networks.ts";
import { byteBudget, createEgressClient } from "../../../../server/hub/egress/egress.ts";
import type { Resolve } from "../../../../server/hub/egress/resolve.ts";
import type { Unreached } from "../../../../server/hub/egress/dial.ts";
import { authority, createAuthority, loopbackIdentity } from "../certificates.ts";
import { words } from "../../words.ts";
import { baseUrl, cleanUp, eventually, later, listen, newSubscriber, startHub } from "../test-network.ts";

afterEach(cleanUp);

// IANA's registries of special-purpose addresses, and the ways of writing one address inside another.
const special = `
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254
172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1
192.175.48.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1
64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:0:7f00:1::1 2001:2::1 2001:3::1
2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 2620:4f:8000::1 3fff::1
4000::1 5f00::1 8000::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ff0e::1
2a00:1450:4001::5efe:7f00:1 2a00:1450:4001:0:200:5efe:8.8.8.8 2606:4700::100:5efe:a00:1 2606:4700::5efe:808:808 3ffe::1
3ffe:ffff:1::1 168.63.129.16 ::ffff:168.63.129.16 64:ff9b::a83f:8110 100.100.100.200 192.0.0.192 fd00:ec2::254
fd20:ce::254 169.254.170.2
`;
const open = `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 128.0.0.1 172.15.255.255 172.32.0.1
192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.255 2606:4700::1 2a00:1450:4001::1 2001:4860:4860::8888
168.63.129.15 168.63.129.17 3fef:ffff::1 2606:4700::400:5efe:808:808 2606:4700::5eff:808:808`;

test("every special address is refused, in IPv4, in IPv6 and in one inside the other; public ones are not", () => {
  for (const address of words(special)) expect(specialKind(address, []), address).toBeTypeOf("string");
  for (const address of words(open)) expect(specialKind(address, []), address).toBeUndefined();
  expect(specialKind("localhost", [])).toBe("unreadable");
});

test("a list of networks makes exceptions, and exactly these", () => {
  const allowed = parseNetworks(["127.0.0.0/8", "::1/128", "10.1.0.0/16"]);
  for (const address of ["127.0.0.1", "127.9.9.9", "::1", "10.1.2.3"])
    expect(specialKind(address, allowed), address).toBeUndefined();
  for (const address of ["10.2.0.1", "::ffff:127.0.0.1", "::2", "192.168.0.1", "64:ff9b::127.0.0.1"])
    expect(specialKind(address, allowed), address).toBeTypeOf("string");
  const single = parseNetworks(["127.0.0.1", "::1"]);
  const kinds = ["127.0.0.1", "127.0.0.2", "::1"].map((address) => specialKind(address, single));
  expect(kinds).toEqual([undefined, "loopback", undefined]);
  expect(() => parseNetworks(["127.0.0.1/8", "ten/8"])).toThrow('"ten/8" is not a network');
});

/** Why a callback is refused. */
const faultOf = (callback: string, base = baseUrl, allowed = parseNetworks([])) => {
  const parts = parseCallback(callback);
  return typeof parts === "string" ? parts : refusalReason(parts, base, allowed);
};

test("a literal special address is refused in the request, however it is spelt", () => {
  const spellings =
    words(`127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 0 0.0.0.0
    10.0.0.1 0xa.0.0.1 169.254.169.254 0xA9FEA9FE [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:0:0:1]
    [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1] [fc00::1] １２７.0.0.1 ①②⑦.0.0.1`);
  for (const spelling of spellings)
    expect(faultOf(`https://${spelling}/`), spelling).toMatch(/must lead to a public address|percent-encode/);
  const good = "8.8.8.8 134744072 [2606:4700::1] a.example xn--bcher-kva.example a.example. localhost";
  for (const spelling of words(good)) expect(faultOf(`https://${spelling}/`), spelling).toBeUndefined();
});

test("our own address is refused under any spelling of it", () => {
  const own = (callback: string, base: string) => faultOf(callback, base, parseNetworks(["127.0.0.0/8"]));
  for (const callback of words(
    "https://a.example/ https://A.EXAMPLE:443/x https://a.example./ https://a.example?x",
  )) {
    expect(own(callback, "https://a.example"), callback).toMatch(/this site itself/);
  }
  expect(own("https://a.example/", "http://a.example")).toMatch(/this site itself/);
  expect(own("https://localhost:3000/", "http://localhost:3000")).toMatch(/this site itself/);
  // Other ports of our host are behind the same firewall, and ours.
  for (const callback of words("https://a.example:8443/ https://a.example:5432 https://A.example.:444/x?y")) {
    expect(own(callback, "https://a.example"), callback).toMatch(/this site itself/);
    expect(own(callback, "http://a.example:3000"), callback).toMatch(/this site itself/);
  }
  // In development the ports of this machine tell its services apart.
  for (const base of ["http://localhost:3000", "http://127.0.0.1:3000"]) {
    expect(own(base.replace("http", "https").replace("3000", "4000"), base)).toBeUndefined();
    expect(own(base.replace("http", "https"), base)).toMatch(/this site itself/);
  }
  expect(own("https://b.a.example/", "https://a.example")).toBeUndefined();
});

const connections = { POST: 4, GET: 4 };
const send = (egress: ReturnType<typeof createEgressClient>, origin: string) =>
  egress.send({ method: "GET", origin, target: "/", headers: {}, wanted: 100 });
const newClient = (options: Partial<Parameters<typeof createEgressClient>[0]> = {}) =>
  later(
    createEgressClient({ allowed: [], connections, timeoutMs: 60_000, ca: authority.cert, ...options }),
    (egress) => egress.close(),
  );

test("a name that leads to special addresses only is not dialled, one that has a public one is dialled there", async () => {
  const subscriber = await newSubscriber();
  const addresses = new Map([
    ["rebind.test", ["10.0.0.1", "::ffff:127.0.0.1", "127.0.0.1"]],
    ["public.test", ["10.0.0.1", "127.0.0.1"]],
  ]);
  const asked: string[] = [];
  const resolve: Resolve = async (hostname) => {
    asked.push(hostname);
    const found = addresses.get(hostname) ?? [];
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  const refused = send(newClient({ resolve }), `https://rebind.test:${subscriber.port}`);
  await expect(refused).rejects.toMatchObject({ reason: "refused" });
  expect(subscriber.connections).toBe(0);
  // 127.0.0.0/8 plays the public network; 10.0.0.1 is never tried.
  const egress = newClient({ resolve, allowed: parseNetworks(["127.0.0.0/8"]) });
  expect((await send(egress, `https://public.test.:${subscriber.port}`)).status).toBe(200);
  expect(asked).toEqual(["rebind.test", "public.test"]);
});

test("the address that was checked is the one that is dialled: a name that changes in between gains nothing", async () => {
  const subscriber = await newSubscriber();
  let calls = 0;
  const resolve: Resolve = async () => {
    calls += 1;
    return [{ address: calls === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
  };
  const egress = newClient({ resolve, allowed: parseNetworks(["127.0.0.0/8"]) });
  expect((await send(egress, `https://rebind.test:${subscriber.port}`)).status).toBe(200);
  expect(calls).toBe(1);
  await subscriber.stop();
  const refused = send(egress, `https://rebind.test:${subscriber.port}`);
  await expect(refused).rejects.toMatchObject({ reason: "refused" });
});

test("of several addresses a special one is never dialled, whichever comes first", async () => {
  const subscriber = await newSubscriber();
  let dialled = 0;
  const special = createServer((socket) => {
    dialled += 1;
    socket.destroy();
  });
  await listen(special, subscriber.port, "127.0.0.2");
  const resolve: Resolve = async () => ["127.0.0.2", "127.0.0.1"].map((address) => ({ address, family: 4 }));
  const egress = newClient({ resolve, allowed: parseNetworks(["127.0.0.1/32"]) });
  expect((await send(egress, `https://rebind.test:${subscriber.port}`)).status).toBe(200);
  expect(dialled).toBe(0);
});

test("a name without an address is unknown, not special: that may be our own resolver's fault", async () => {
  const egress = newClient({ resolve: async () => [] });
  await expect(send(egress, "https://name.test")).rejects.toMatchObject({ reason: "dns" });
});

test("certificates are verified: name, authority and IP address must be right", async () => {
  const allowed = parseNetworks(["127.0.0.0/8", "::1/128"]);
  const right = await newSubscriber();
  const wrongName = await newSubscriber({ identity: authority.certify(["other.test"], []) });
  const stranger = await newSubscriber({
    identity: createAuthority().certify(["localhost"], [Buffer.from([127, 0, 0, 1])]),
  });
  const egress = newClient({ allowed });
  expect((await send(egress, right.origin)).status).toBe(200);
  expect((await send(egress, `https://localhost:${right.port}`)).status).toBe(200);
  for (const { origin, received } of [wrongName, stranger]) {
    await expect(send(egress, origin)).rejects.toMatchObject({ reason: "tls" });
    expect(received).toEqual([]);
  }
  const other = createEgressClient({ allowed, connections, timeoutMs: 60_000 });
  later(other, (one) => one.close());
  await expect(send(other, right.origin)).rejects.toMatchObject({ reason: "tls" });
});

test("one deadline covers name, connection, handshake and answer", async () => {
  const port = await listen(createServer((socket) => void socket.resume().on("error", () => {})));
  const silent = await newSubscriber({ verification: () => {} });
  const drip = await newSubscriber({
    verification: (_, response) => void setInterval(() => response.write("x"), 30).unref(),
  });
  const allowed = parseNetworks(["127.0.0.0/8"]);
  const never: Resolve = () => new Promise(() => {});
  for (const [egress, origin] of [
    [newClient({ resolve: never, timeoutMs: 200 }), "https://name.test"],
    [newClient({ allowed, timeoutMs: 200 }), `https://127.0.0.1:${port}`],
    [newClient({ allowed, timeoutMs: 200 }), silent.origin],
    [newClient({ allowed, timeoutMs: 200 }), drip.origin],
  ] as const) {
    const error = (await send(egress, origin).catch((reason: unknown) => reason)) as Unreached;
    expect([origin, error.reason]).toEqual([origin, "timeout"]);
  }
  // Asking whether an origin can be reached has the same.
  expect(await newClient({ resolve: never, timeoutMs: 100 }).probe("https://name.test")).toBe(false);
});

test("an endless answer is aborted, and an answer is never read further than wanted", async () => {
  let sent = 0;
  const stream = { closed: false };
  const endless = await newSubscriber({
    verification: (_, response) => {
      response.on("close", () => (stream.closed = true));
      const more = (): void => {
        while (!stream.closed && response.write("x".repeat(65_536))) sent += 65_536;
        if (!stream.closed) response.once("drain", more);
      };
      more();
    },
  });
  const egress = newClient({ allowed: parseNetworks(["127.0.0.0/8"]) });
  const { body } = await send(egress, endless.origin);
  expect(body.length).toBeGreaterThan(100);
  await eventually(() => stream.closed);
  expect(sent).toBeLessThan(8_000_000);
});

/** A TLS server that answers with what `flood` writes, again and again, for as long as anyone reads. */
const startFlood = async (first: string, flood: string) => {
  const state = { read: 0, closed: 0 };
  const server = createTlsServer(loopbackIdentity, (socket) => {
    socket.on("error", () => {}).on("close", () => (state.closed += 1));
    const bytes = Buffer.from(flood.repeat(Math.ceil(16_384 / flood.length)));
    const more = (): void => {
      while (!socket.destroyed && socket.write(bytes, () => (state.read += bytes.length)));
      socket.once("drain", more);
    };
    socket.once("data", () => {
      socket.write(first);
      more();
    });
  });
  return { state, origin: `https://127.0.0.1:${await listen(server)}` };
};
const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const floods: [string, string, string][] = [
  ["interim responses", "", "HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n"],
  ["short interim responses", "", "HTTP/1.1 100 \r\n\r\n"],
  ["headers", "HTTP/1.1 200 OK\r\n", "a: b\r\n"],
  ["one header", "HTTP/1.1 200 OK\r\na: ", "x"],
  ["one reason phrase", "HTTP/1.1 200 ", "x"],
  ["lines before the answer", "", "\r\n"],
  ["a chunk's extension", `${chunked}1;x=`, "x"],
  ["chunks of one byte", chunked, "1\r\nx\r\n"],
  ["trailers", `${chunked}0\r\n`, "a: b\r\n"],
];

test.each(floods)("one byte budget covers all that an exchange reads: %s", async (_name, first, flood) => {
  for (const method of ["GET", "POST"] as const) {
    const { state, origin } = await startFlood(first, flood);
    const client = newClient({ allowed: parseNetworks(["127.0.0.0/8"]) });
    const wanted = method === "GET" ? 43 : 0;
    const outcome = await client.send({ method, origin, target: "/", headers: {}, wanted }).then(
      ({ status }) => status,
      ({ reason }: Unreached) => reason,
    );
    // Not "timeout": the budget ended it, long before the deadline.
    expect(outcome).toBeOneOf([200, "oversized", "broken"]);
    await eventually(() => state.closed === 1);
    // The rest is what the two kernels hold in between.
    expect(state.read).toBeLessThan(byteBudget + 8_000_000);
  }
});

test("a flood is a wrong answer, which is not asked for again, and a failed delivery", async () => {
  const { origin } = await startFlood("", "HTTP/1.1 102 Processing\r\n\r\n");
  const hub = await startHub();
  await hub.subscribe(`${origin}/`);
  const said = () => hub.lines.find(({ event }) => event === "hub.verification.unreached");
  await eventually(() => said() !== undefined);
  expect(said()?.fields).toMatchObject({ again: false });
  await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
});

test("a callback to a special address by name gets the same 202 and never a connection", async () => {
  const subscriber = await newSubscriber();
  const hub = await startHub({ allowNetworks: [] });
  expect((await hub.subscribe(`https://localhost:${subscriber.port}/`)).status).toBe(202);
  expect((await hub.subscribe(subscriber.callback)).status).toBe(400);
  const unreached = () => hub.lines.filter(({ event }) => event === "hub.verification.unreached");
  await eventually(() => unreached().length === 2);
  await hub.idle();
  expect(subscriber.connections).toBe(0);
});

test("allowed special networks are loudly logged", async () => {
  const hub = await startHub({ allowNetworks: ["127.0.0.0/8"] });
  expect(hub.lines[0]).toMatchObject({ level: "warn", fields: { networks: ["127.0.0.0/8"] } });
  expect((await startHub({ allowNetworks: [] })).lines.filter(({ level }) => level === "warn")).toEqual([]);
});

test("a callback whose host can be no name is refused at once", () => {
  const label = "a".repeat(63);
  const longest = `${label}.${label}.${label}.${"a".repeat(61)}`;
  for (const host of [label, `${label}.example`, longest, `${longest}.`])
    expect(parseCallback(`https://${host}/`), host).toMatchObject({ target: "/" });
  // A second dot at the end would make another name of one that is ours, or has too many subscriptions.
  const wrong = [`${label}a`, `${label}a.example`, `${longest}a`, "a.".repeat(900), "a.example..", "a..b"];
  for (const host of wrong) expect(parseCallback(`https://${host}/`), host).toMatch("at most 253 characters");
  // Where nothing can listen.
  expect(parseCallback("https://example.com:0/")).toMatch("port 0");
  expect(parseCallback("https://example.com:10/")).toMatchObject({ hostname: "example.com" });
});
