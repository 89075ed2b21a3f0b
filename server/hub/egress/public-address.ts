import ipaddr from "ipaddr.js";
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
