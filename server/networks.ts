import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

/** Whether a text is a network in CIDR form, or a single address. */
export const isNetwork = (text: string): boolean =>
  (ipaddr.isValidCIDR(text) || ipaddr.isValid(text)) &&
  // Short forms of IPv4, such as 127 for 0.0.0.127, are never what was meant.
  (text.includes(":") || /^\d+(\.\d+){3}(\/|$)/.test(text));

/** Reads a list of networks; throws an error that names what it cannot read. */
export const parseNetworks = (list: readonly string[]): Network[] =>
  list.map((entry) => {
    if (!isNetwork(entry))
      throw new Error(`"${entry}" is not a network: write it like 127.0.0.0/8 or ::1/128`);
    if (entry.includes("/")) return ipaddr.parseCIDR(entry);
    const address = ipaddr.parse(entry);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  });

export const contains = (networks: readonly Network[], address: Address): boolean =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));

/** One client: an IPv4 address, or the network of 64 bits that an IPv6 client owns. */
export const clientKey = (address: string): string => toKey(address, 4);

/** The site a client belongs to: an IPv4 address, or the network of 48 bits that an IPv6 site owns. */
export const networkKey = (address: string): string => toKey(address, 3);

const toKey = (address: string, groups: number): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, groups).map((part) => part.toString(16));
  return `${network.join(":")}::/${groups * 16}`;
};
