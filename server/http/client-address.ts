import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { Env } from "../env.ts";
import { contains, parseNetworks } from "../networks.ts";

type TrustHeader = Env["TRUST_HEADER"];

/** An address without port, brackets or quotes, in one spelling; undefined when it is none. */
function toAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const host = /^\[([^\]]+)\](:\d+)?$/.exec(bare)?.[1] ?? bare.replace(/^([\d.]+):\d+$/, "$1");
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : undefined;
}

/**
 * The addresses a request came through, the nearest last, as proxies wrote them in the one header that is believed: a
 * proxy that sets one header passes the other on as the client sent it.
 */
function hopsOf({ headers }: IncomingMessage, header: TrustHeader): string[] {
  const value = headers[header === "Forwarded" ? "forwarded" : "x-forwarded-for"];
  const hops = String(value ?? "")
    .split(",")
    .filter((hop) => hop.trim() !== "");
  if (header === "X-Forwarded-For") return hops;
  return hops.map((hop) => /(?:^|;)\s*for=("[^"]*"|[^;]*)/i.exec(hop)?.[1] ?? "");
}

const maxHops = 32;

export type ClientAddress = ReturnType<typeof createClientAddress>;

/** Tells addresses of clients; `trusted` are the networks of proxies that are believed, by this header alone. */
export function createClientAddress(trusted: readonly string[], header: TrustHeader) {
  const networks = parseNetworks(trusted);
  const isTrusted = (address: string): boolean => contains(networks, ipaddr.parse(address));
  /** The address at the other end of a connection. */
  const ofSocket = ({ remoteAddress }: Socket) => toAddress(remoteAddress ?? "") ?? "unknown";
  /** The client that a proxy we trust asks for; undefined when the request came without one. */
  const forwarded = (request: IncomingMessage): string | undefined => {
    if (networks.length === 0) return undefined;
    let client = ofSocket(request.socket);
    if (client === "unknown" || !isTrusted(client)) return undefined;
    for (const hop of hopsOf(request, header).slice(-maxHops).toReversed()) {
      const address = toAddress(hop);
      if (address === undefined) break;
      client = address;
      if (!isTrusted(client)) break;
    }
    return client;
  };
  /** The client of a request: the first address, from our side, that is not a proxy we trust. */
  const of = (request: IncomingMessage): string => forwarded(request) ?? ofSocket(request.socket);
  return { ofSocket, forwarded, of };
}

/** The name in a Host header or an address. */
export const hostName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^(\[.*\]|[^:]*):\d*$/, "$1")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");

/** Whether a name, as `hostName` gives it, can only be this machine. */
export const isLoopback = (name: string): boolean =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  name === "::1" ||
  (isIP(name) === 4 && name.startsWith("127."));
