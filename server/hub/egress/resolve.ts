import type { LookupAddress } from "node:dns";
import { Resolver, lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { codeOf } from "../../../src/schema/errors.ts";

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** How long hosts file and name servers are used before they are read again. */
const freshMs = 5_000;
/** How long the other family may take when one has answered. */
const otherFamilyMs = 250;
/** Names that only the system can resolve: it has more sources than DNS, and a list of search domains. */
const unknown = new Set(["ENOTFOUND", "ENODATA", "EBADNAME", "ECONNREFUSED"]);

interface ResolveOptions {
  hostsFile?: string;
  /** Name servers to ask instead of the system's. */
  servers?: readonly string[];
  system?: Resolve;
}

/**
 * Asks the hosts file, then DNS, over sockets. The system's own lookup comes last, for names that neither knows: it blocks
 * threads, of which it gets two, so a few names whose servers never answer would hold up all others.
 */
export const createResolve = (options: ResolveOptions = {}): Resolve => {
  const { system = (hostname) => lookup(hostname, { all: true, verbatim: true }) } = options;
  const sources = createSources(options);
  return async (hostname) => {
    const { hosts, resolver } = await sources();
    const listed = hosts.get(hostname);
    if (listed !== undefined) return listed;
    try {
      return await ask(resolver, hostname);
    } catch (error) {
      if (unknown.has(codeOf(error) ?? "")) return system(hostname);
      throw error;
    }
  };
};

const createSources = ({ hostsFile = "/etc/hosts", servers }: ResolveOptions) => {
  const read = async () => {
    const resolver = new Resolver({ timeout: 1_000, tries: 3 });
    if (servers !== undefined) resolver.setServers(servers);
    const hosts = parseHosts(await readFile(hostsFile, "utf8").catch(() => ""));
    return { hosts, resolver };
  };
  let current: ReturnType<typeof read> | undefined;
  let readAt = 0;
  return () => {
    if (current === undefined || performance.now() - readAt > freshMs) {
      current = read();
      readAt = performance.now();
    }
    return current;
  };
};

const ask = async (resolver: Resolver, hostname: string): Promise<LookupAddress[]> => {
  const families = [
    resolver.resolve4(hostname).then((found) => found.map((address) => ({ address, family: 4 }))),
    resolver.resolve6(hostname).then((found) => found.map((address) => ({ address, family: 6 }))),
  ];
  const found: LookupAddress[] = [];
  const all = Promise.allSettled(families.map(async (family) => void found.push(...(await family))));
  await Promise.any(families).catch(({ errors }: AggregateError) => {
    throw errors.find((error) => !unknown.has(codeOf(error) ?? "")) ?? errors[0];
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, otherFamilyMs);
  await Promise.race([all, promise]);
  clearTimeout(timer);
  return found;
};

/** The addresses in a hosts file, by name. */
const parseHosts = (text: string): Map<string, LookupAddress[]> => {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
  }
  return hosts;
};
