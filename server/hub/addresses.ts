import ipaddr from "ipaddr.js";

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads a list of networks in CIDR form, or of single addresses; throws an error that names what it cannot read. */
export const parseNetworks = (list: readonly string[]): Network[] =>
  list.map((entry) => {
    if (ipaddr.isValid(entry)) {
      const address = ipaddr.parse(entry);
      return [address, address.kind() === "ipv4" ? 32 : 128];
    }
    if (!ipaddr.isValidCIDR(entry)) {
      throw new Error(`"${entry}" is not a network: write it like 127.0.0.0/8 or ::1/128`);
    }
    return ipaddr.parseCIDR(entry);
  });

const globalUnicast = ipaddr.parseCIDR("2000::/3");
// Tunnels to other addresses, some of them private; ipaddr.js has no word for these two.
const unlistedSpecial = [ipaddr.parseCIDR("192.88.99.0/24"), ipaddr.parseCIDR("100:0:0:1::/64")] as const;

/**
 * Why the hub may not dial this address, or undefined where it may. Whatever is not plainly a public unicast
 * address is special: an IPv6 address that carries an IPv4 address is refused whole, because what it leads to
 * depends on the network around us.
 */
export const specialKind = (address: string, allowed: readonly Network[]): string | undefined => {
  if (!ipaddr.isValid(address)) return "unreadable";
  const parsed = ipaddr.parse(address);
  if (allowed.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits)))
    return undefined;
  if (parsed.kind() === "ipv6" && (parsed as ipaddr.IPv6).zoneId !== undefined) return "zoned";
  const range = parsed.range();
  if (range !== "unicast") return range;
  if (parsed.kind() === "ipv6" && !parsed.match(globalUnicast)) return "reserved";
  const special = unlistedSpecial.find(
    ([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits),
  );
  return special && "reserved";
};
