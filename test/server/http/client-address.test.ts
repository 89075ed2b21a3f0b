import { describe, expect, test } from "vitest";
import { createClientAddress, hostName, isLoopback } from "../../../server/http/client-address.ts";

type Header = "X-Forwarded-For" | "Forwarded";

/** The client of a request that comes from a proxy, or from another address. */
const clientOf = (header: Header, headers: Record<string, string>, from = "10.0.0.1") =>
  createClientAddress(["10.0.0.0/8", "fd00::/8"], header).of({
    headers,
    socket: { remoteAddress: from },
  } as never);

describe.each([
  {
    header: "X-Forwarded-For" as const,
    name: "x-forwarded-for",
    other: "forwarded",
    hop: (text: string) => text,
  },
  {
    header: "Forwarded" as const,
    name: "forwarded",
    other: "x-forwarded-for",
    hop: (text: string) => `proto=https;For="${text.includes(":") ? `[${text}]:99` : text}"`,
  },
])("TRUST_HEADER=$header", ({ header, name, other, hop }) => {
  const ask = (hops: string[], from?: string) => clientOf(header, { [name]: hops.map(hop).join(", ") }, from);

  test.each([
    ["one proxy's word", ["192.0.2.7"], "192.0.2.7"],
    [
      "the last hop that is no proxy, whatever a client put before it",
      ["1.1.1.1", "192.0.2.7", "10.0.0.9"],
      "192.0.2.7",
    ],
    ["the nearest of very many hops", [...Array<string>(40).fill("1.1.1.1"), "192.0.2.7"], "192.0.2.7"],
    ["IPv6", ["2001:db8::7"], "2001:db8::7"],
    ["nothing further back than a hop that is no address", ["192.0.2.7", "unknown", "10.0.0.9"], "10.0.0.9"],
    ["the proxy itself, when all hops are proxies", ["10.0.0.8", "10.0.0.9"], "10.0.0.8"],
    ["the proxy itself, when it names nobody", [], "10.0.0.1"],
  ])("believes %s", (_, hops, client) => {
    expect(ask(hops)).toBe(client);
  });

  test("believes nobody outside TRUST_PROXY", () => {
    expect(ask(["192.0.2.7"], "203.0.113.1")).toBe("203.0.113.1");
  });

  test("does not read the other header, which the proxy passes on as the client sent it", () => {
    const spoofed = { [other]: other === "forwarded" ? "for=6.6.6.6" : "6.6.6.6" };
    expect(clientOf(header, spoofed)).toBe("10.0.0.1");
    expect(clientOf(header, { ...spoofed, [name]: hop("192.0.2.7") })).toBe("192.0.2.7");
  });
});

test("without TRUST_PROXY, and from a socket that is gone, nothing is believed", () => {
  const request = (remoteAddress?: string) =>
    ({ headers: { "x-forwarded-for": "192.0.2.7" }, socket: { remoteAddress } }) as never;
  const nobody = createClientAddress([], "X-Forwarded-For");
  expect([nobody.forwarded(request("10.0.0.1")), nobody.of(request("10.0.0.1"))]).toEqual([
    undefined,
    "10.0.0.1",
  ]);
  const proxies = createClientAddress(["10.0.0.0/8"], "X-Forwarded-For");
  expect([proxies.forwarded(request()), proxies.of(request())]).toEqual([undefined, "unknown"]);
  expect(proxies.of(request("::ffff:203.0.113.9"))).toBe("203.0.113.9");
});

test.each([
  ["LOCALHOST:3000", "localhost", true],
  ["app.localhost.", "app.localhost", true],
  ["[::1]:80", "::1", true],
  ["::1", "::1", true],
  ["127.9.9.9:", "127.9.9.9", true],
  ["127.evil.example", "127.evil.example", false],
  ["10.0.0.1:1270", "10.0.0.1", false],
  ["notlocalhost", "notlocalhost", false],
  ["localhost.evil.example", "localhost.evil.example", false],
])("Host %s names %s, which is this machine: %s", (host, name, isOurs) => {
  expect([hostName(host), isLoopback(hostName(host))]).toEqual([name, isOurs]);
});
