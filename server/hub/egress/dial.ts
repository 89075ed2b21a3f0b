import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction, Socket } from "node:net";
import tls, { type TLSSocket } from "node:tls";
import { codeOf, messageOf } from "../../../src/schema/errors.ts";
import { BoundedMap } from "../../data/bounded-map.ts";
import type { Network } from "../../networks.ts";
import { bareHostname } from "./callback.ts";
import { specialKind } from "./public-address.ts";
import { type Resolve, createResolve } from "./resolve.ts";

type Reason =
  | "refused"
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "broken"
  | "oversized"
  | "exhausted"
  | "aborted";

/**
 * No answer came. `refused`: the hub itself would not dial the address. `oversized`: more was sent than any answer
 * needs. `exhausted`: this machine has no more files or memory. `aborted`: the hub is closing.
 */
export class Unreached extends Error {
  override readonly name = "Unreached";
  readonly reason: Reason;
  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The short name of what went wrong. */
export const reasonOf = (error: unknown): string => codeOf(error) ?? messageOf(error);

/** Connects to an address that may be dialled; `onSocket` gets the socket under TLS before anything is read from it. */
export type Dial = (hostname: string, port: number, onSocket: (socket: Socket) => void) => Promise<TLSSocket>;

const ALPNProtocols = ["http/1.1"];

/**
 * Without the post-quantum share, which costs as much as the rest of a ClientHello: what is delivered is public, so
 * nobody gains by reading it later.
 */
const ecdhCurve = "X25519:P-256:P-384:P-521";

/** Most TLS sessions that are remembered, of 1 to 2 KB each; the oldest are forgotten first. */
const maxSessions = 8_192;

/** The kernel's errors when this machine itself has run out of something. */
const exhausted = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);

/** Resolves a name, checks every address, dials the checked one, and verifies the certificate, all in one deadline. */
export const createDial = (options: {
  allowed: readonly Network[];
  timeoutMs: number;
  resolve?: Resolve;
  /** A certificate authority to trust besides those that Node trusts. */
  ca?: string | undefined;
}): Dial => {
  const { timeoutMs, resolve = createResolve() } = options;
  // Made once: reading all certificate authorities anew for each connection costs more than the connection.
  const secureContext = tls.createSecureContext({
    ecdhCurve,
    ...(options.ca === undefined ? {} : { ca: [...tls.getCACertificates("default"), options.ca] }),
  });
  const sessions = new BoundedMap<string, Buffer>(maxSessions);
  return async (name, port, onSocket) => {
    const hostname = bareHostname(name);
    const deadline = performance.now() + timeoutMs;
    const addresses = await within(checkedAddresses(hostname, resolve, options.allowed), timeoutMs);
    const socket = new Socket().setNoDelay(true);
    try {
      onSocket(socket);
      await within(connect(socket, hostname, port, addresses), deadline - performance.now());
      const handshake = secure(socket, hostname, port, { secureContext, sessions });
      return await within(handshake, deadline - performance.now());
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };
};

const checkedAddresses = async (
  hostname: string,
  resolve: Resolve,
  allowed: readonly Network[],
): Promise<LookupAddress[]> => {
  const family = isIP(hostname);
  const found = family === 0 ? await byName(hostname, resolve) : [{ address: hostname, family }];
  const kinds = found.map(({ address }) => specialKind(address, allowed));
  const open = found.filter((_, index) => kinds[index] === undefined);
  if (open.length > 0) return open;
  const said = [...new Set(kinds)].join(", ");
  throw new Unreached("refused", `${hostname} leads to a special address (${said})`);
};

const byName = async (hostname: string, resolve: Resolve): Promise<LookupAddress[]> => {
  const found = await resolve(hostname).catch((error: unknown) => {
    throw new Unreached("dns", `${hostname} cannot be resolved: ${reasonOf(error)}`);
  });
  if (found.length === 0) throw new Unreached("dns", `${hostname} has no address`);
  return found;
};

const connect = (socket: Socket, host: string, port: number, addresses: LookupAddress[]): Promise<void> => {
  // A dial that the kernel refuses at once is an error before connect() has returned, if the lookup answers within it.
  const pinned: LookupFunction = (_name, { all }, done) =>
    process.nextTick(() => {
      const [first] = addresses;
      if (all) done(null, addresses);
      else if (first) done(null, first.address, first.family);
    });
  return untilEvent(socket, "connect", "connect", `${host}:${port}`, () => {
    socket.connect({ host, port, lookup: pinned });
  });
};

const secure = async (
  socket: Socket,
  hostname: string,
  port: number,
  { secureContext, sessions }: { secureContext: tls.SecureContext; sessions: Map<string, Buffer> },
): Promise<TLSSocket> => {
  const servername = isIP(hostname) === 0 ? hostname : "";
  const peer = `${hostname}:${port}`;
  // A session that was verified before saves half of the handshake's cost, for as long as the other side takes it.
  const session = sessions.get(peer);
  const over = tls.connect({ socket, host: hostname, servername, ALPNProtocols, secureContext, session });
  over.on("session", (next) => sessions.set(peer, next));
  await untilEvent(over, "secureConnect", "tls", peer);
  return over;
};

/** Errors that come later, or twice, are heard too: an error that nobody listens for ends the process. */
const untilEvent = (
  socket: Socket,
  event: "connect" | "secureConnect",
  reason: "connect" | "tls",
  peer: string,
  begin = () => {},
): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  const fail = (why: string, code = why): void => {
    if (isOver) return;
    isOver = true;
    reject(new Unreached(exhausted.has(code) ? "exhausted" : reason, `${peer}${why}`));
  };
  socket.on("error", (error) => fail(`: ${reasonOf(error)}`, reasonOf(error)));
  socket.once("close", () => fail(" closed the connection"));
  socket.once(event, () => {
    isOver = true;
    resolve();
  });
  begin();
  return promise;
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
