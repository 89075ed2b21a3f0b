import ipaddr from "ipaddr.js";
import { isIP } from "node:net";
import { contains, type Network, parseNetworks } from "../../networks.ts";

const globalUnicast = ipaddr.parseCIDR("2000::/3");
/** Special networks that ipaddr.js has no word for: old tunnels and experiments, and what clouds answer to inside. */
const special: readonly (readonly [string, readonly Network[]])[] = [
  ["reserved", parseNetworks(["192.88.99.0/24", "100:0:0:1::/64", "3ffe::/16"])],
  ["cloudMetadata", parseNetworks(["168.63.129.16"])],
];

/** RFC 5214: an interface identifier that holds an IPv4 address, under any prefix; the flag of a global one may be set. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5efe && ((parts[4] ?? 0) & ~0x0300) === 0;

/**
 * Why the hub may not dial this address, or undefined where it may. Whatever is not plainly a public unicast
 * address is special, and so is every IPv6 address that embeds an IPv4 address, because where it leads depends on the
 * network around us.
 */
export const specialKind = (address: string, allowed: readonly Network[]): string | undefined => {
  if (!ipaddr.isValid(address)) return "unreadable";
  const parsed = ipaddr.parse(address);
  if (contains(allowed, parsed)) return undefined;
  if (parsed instanceof ipaddr.IPv6) {
    if (parsed.zoneId !== undefined) return "zoned";
    if (isIsatap(parsed)) return "isatap";
  }
  const range = parsed.range();
  if (range !== "unicast") return range;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return "reserved";
  return special.find(([, networks]) => contains(networks, parsed))?.[0];
};

/** A callback taken apart for dialling; `target` is the subscriber's own spelling, byte for byte. */
export type CallbackParts = Exclude<ReturnType<typeof parseCallback>, string>;

const pattern = /^https:\/\/([^/?#\\]+)([^#\\]*)$/i;

/** Takes a callback apart, or says why it cannot be one. */
export const parseCallback = (callback: string) => {
  if (callback.length > 2_048) return "hub.callback must have at most 2,048 characters";
  if (/^http:/i.test(callback)) return "hub.callback must be an HTTPS URL: plain HTTP is refused";
  if (!/^[\x21-\x7e]+$/.test(callback))
    return "hub.callback must be an absolute HTTPS URL in ASCII: percent-encode everything else";
  if (callback.includes("#")) return "hub.callback must not have a fragment (#…)";
  const [, authority, rest] = pattern.exec(callback) ?? [];
  const url = authority === undefined ? null : URL.parse(callback);
  if (authority === undefined || rest === undefined || url === null)
    return "hub.callback must be an absolute HTTPS URL, such as https://example.com/websub";
  if (authority.includes("@")) return "hub.callback must not have a user name or a password";
  if (url.port === "0") return "hub.callback must not have port 0: nothing can listen there";
  const hostname = bareHostname(url.hostname);
  // RFC 1035, 2.3.4: no longer name can lead anywhere.
  if (hostname.length > 253 || hostname.split(".").some((label) => label === "" || label.length > 63))
    return "hub.callback must name a host of at most 253 characters, with 1 to 63 between two dots";
  return {
    origin: url.origin,
    hostname,
    target: rest.startsWith("/") ? rest : `/${rest}`,
  };
};

/** A host name as it is dialled and compared: no brackets around IPv6, no trailing dot. */
export const bareHostname = (hostname: string): string =>
  hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

/** Why the hub will not call this address whatever it answers, as far as its spelling shows it. */
export const refusalReason = (
  parts: CallbackParts,
  baseUrl: string,
  allowed: readonly Network[],
): string | undefined => {
  if (isOurselves(parts, new URL(baseUrl), allowed)) return "hub.callback must not lead to this site itself";
  const kind = isIP(parts.hostname) === 0 ? undefined : specialKind(parts.hostname, allowed);
  return kind && `hub.callback must lead to a public address: ${parts.hostname} is special (${kind})`;
};

/**
 * Our own host is ourselves on every port: whatever listens there is behind the same firewall. Only where callbacks may
 * reach this machine, in development, its ports tell its services apart.
 */
const isOurselves = (parts: CallbackParts, base: URL, allowed: readonly Network[]): boolean => {
  const ours = bareHostname(base.hostname);
  if (parts.hostname !== ours) return false;
  const isDevelopment =
    specialKind(ours === "localhost" ? "127.0.0.1" : ours, []) === "loopback" && allowed.length > 0;
  const port = new URL(parts.origin).port || "443";
  return !isDevelopment || port === (base.port || "443");
};

// WebSub §5.1.1: the callback's own query stays byte for byte, so nothing may parse and print it again.
export const withParameters = (target: string, parameters: Record<string, string>): string =>
  target +
  (target.includes("?") ? "&" : "?") +
  new URLSearchParams(parameters).toString().replaceAll("+", "%20");
