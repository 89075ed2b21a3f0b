import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const toNetwork = (text: string): Network => {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
};

/** An address without port, brackets or quotes, in one spelling; undefined when it is none. */
function toAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, "$1");
  const host = /^\[([^\]]+)\](:\d+)?$/.exec(bare)?.[1] ?? bare.replace(/^([\d.]+):\d+$/, "$1");
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : undefined;
}

/** The addresses a request came through, the nearest last, as proxies wrote them down. */
function hopsOf({ headers }: IncomingMessage): string[] {
  const { forwarded } = headers;
  if (forwarded !== undefined) {
    return forwarded.split(",").map((hop) => /(?:^|;)\s*for=("[^"]*"|[^;]*)/i.exec(hop)?.[1] ?? "");
  }
  const list = headers["x-forwarded-for"];
  return (Array.isArray(list) ? list.join(",") : (list ?? "")).split(",").filter((hop) => hop.trim() !== "");
}

/** Tells who asks: the first address, from our side, that is not a proxy we trust. */
export function createClientAddress(trusted: readonly string[]): (request: IncomingMessage) => string {
  const networks = trusted.map(toNetwork);
  const isTrusted = (text: string): boolean => {
    const address = ipaddr.parse(text);
    return networks.some((network) => address.kind() === network[0].kind() && address.match(network));
  };
  return (request) => {
    let client = toAddress(request.socket.remoteAddress ?? "") ?? "unknown";
    if (networks.length === 0) return client;
    const hops = hopsOf(request);
    while (client !== "unknown" && isTrusted(client)) {
      const hop = hops.pop();
      const address = hop === undefined ? undefined : toAddress(hop);
      if (address === undefined) break;
      client = address;
    }
    return client;
  };
}
