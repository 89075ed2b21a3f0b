import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import tls from "node:tls";
import { Agent, type buildConnector } from "undici";
import { type Network, specialKind } from "./addresses.ts";
import { bareHostname } from "./callback.ts";
import { type Answer, codeOf, exchange, type Outgoing, Unreached } from "./exchange.ts";

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;

export type Door = ReturnType<typeof openDoor>;

const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/**
 * The only way out to callbacks: every address is checked, the checked one is dialled, certificates are verified,
 * redirects are not followed, answers are cut, and one deadline covers name, connection, handshake and answer.
 */
export const openDoor = (options: {
  allowed: readonly Network[];
  /** Most connections to one origin: for deliveries, and for verifications, which have their own. */
  connections: { POST: number; GET: number };
  timeoutMs: number;
  resolve?: Resolve;
  ca?: string | undefined;
}) => {
  const { allowed, timeoutMs, resolve = resolveBySystem } = options;
  // Made once: reading all certificate authorities anew for each connection costs more than the connection.
  const secureContext = tls.createSecureContext(
    options.ca === undefined ? {} : { ca: [...tls.getCACertificates("default"), options.ca] },
  );

  const check = async (hostname: string): Promise<{ address: string; family: number }[]> => {
    const family = isIP(hostname);
    const found = family === 0 ? await byName(hostname) : [{ address: hostname, family }];
    const kinds = found.map(({ address }) => specialKind(address, allowed));
    const open = found.filter((_, index) => kinds[index] === undefined);
    if (open.length === 0) {
      throw new Unreached(
        "refused",
        `${hostname} leads to a special address (${[...new Set(kinds)].join(", ")})`,
      );
    }
    return open;
  };

  const byName = async (hostname: string) => {
    const found = await resolve(hostname).catch((error: unknown) => {
      throw new Unreached("dns", `${hostname} cannot be resolved: ${codeOf(error)}`);
    });
    if (found.length === 0) throw new Unreached("dns", `${hostname} has no address`);
    return found;
  };

  const dial = async (hostname: string, port: number): Promise<tls.TLSSocket> => {
    const deadline = performance.now() + timeoutMs;
    const addresses = await within(check(hostname), timeoutMs);
    const pinned: LookupFunction = (_name, { all }, done) => {
      const [first] = addresses;
      if (all) done(null, addresses);
      else if (first) done(null, first.address, first.family);
    };
    const socket = tls.connect({
      host: hostname,
      port,
      lookup: pinned,
      servername: isIP(hostname) === 0 ? hostname : "",
      ALPNProtocols: ["http/1.1"],
      secureContext,
    });
    socket.setNoDelay(true);
    const { promise, resolve: connected, reject } = Promise.withResolvers<tls.TLSSocket>();
    socket.once("secureConnect", () => connected(socket));
    let reached = false;
    socket.once("connect", () => (reached = true));
    socket.once("error", (error) => {
      reject(new Unreached(reached ? "tls" : "connect", `${hostname}:${port}: ${codeOf(error)}`));
    });
    socket.once("close", () =>
      reject(new Unreached(reached ? "tls" : "connect", `${hostname}:${port} closed the connection`)),
    );
    try {
      return await within(promise, deadline - performance.now());
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };

  const connect = async (hostname: string, port: string, done: buildConnector.Callback): Promise<void> => {
    let socket: tls.TLSSocket;
    try {
      socket = await dial(bareHostname(hostname), Number(port || 443));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), null);
      return;
    }
    done(null, socket);
  };

  const cuts = new Set<() => void>();
  const newAgent = (connections: number) =>
    new Agent({
      connections,
      pipelining: 1,
      // An idle connection that the other side closes just as we use it would look like a failure.
      keepAliveTimeout: 2_000,
      keepAliveMaxTimeout: 4_000,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: ({ hostname, port }, done) => {
        void connect(hostname, port, done);
      },
    });
  const agents = { POST: newAgent(options.connections.POST), GET: newAgent(options.connections.GET) };

  return {
    send: (outgoing: Outgoing): Promise<Answer> =>
      exchange(agents[outgoing.method], outgoing, timeoutMs, cuts),
    /** Cuts whatever is under way. */
    cut: (): void => {
      for (const cut of cuts) cut();
    },
    /** Does anyone answer a handshake there? */
    probe: async (origin: string): Promise<boolean> => {
      const { hostname, port } = new URL(origin);
      const closing = Promise.withResolvers<boolean>();
      const cut = () => closing.resolve(false);
      cuts.add(cut);
      const open = dial(bareHostname(hostname), Number(port || 443)).then(
        (socket) => socket.destroy() === socket,
        () => false,
      );
      return Promise.race([open, closing.promise]).finally(() => cuts.delete(cut));
    },
    close: () => Promise.all([agents.POST.destroy(), agents.GET.destroy()]),
  };
};

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Unreached("timeout", "no connection in time")), Math.max(ms, 0));
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};
