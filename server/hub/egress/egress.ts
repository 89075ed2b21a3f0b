import { Readable } from "node:stream";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type buildConnector, Client, type Dispatcher, errors, Pool } from "undici";
import type { Network } from "../../networks.ts";
import { createDial, type Dial, reasonOf, Unreached } from "./dial.ts";
import type { Resolve } from "./resolve.ts";

export type EgressClient = ReturnType<typeof createEgressClient>;

/** How often exchanges are checked for bytes that no HTTP event shows, such as padded TLS records. */
const checkMs = 50;

/**
 * The only way out to callbacks: every address is checked, the checked one is dialled, certificates are verified,
 * redirects are not followed, and one deadline and one byte budget cover all of an exchange.
 */
export const createEgressClient = (options: {
  allowed: readonly Network[];
  /** Most connections to one origin: for deliveries, and for verifications, which have their own. */
  connections: { POST: number; GET: number };
  timeoutMs: number;
  resolve?: Resolve;
  ca?: string | undefined;
}) => {
  const { connections, timeoutMs } = options;
  const dial = createDial(options);
  const agents = {
    POST: createEgressAgent(dial, connections.POST),
    GET: createEgressAgent(dial, connections.GET),
  };
  const inFlight = new Set<InFlight>();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    for (const each of inFlight) each.checkBudget();
    if (inFlight.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    send: (outgoing: Outgoing): Promise<CallbackResponse> => {
      timer ??= setInterval(check, checkMs).unref();
      const { method, origin, target: path, headers, body } = outgoing;
      const exchange = new Exchange(outgoing, timeoutMs, inFlight);
      const length = body === undefined ? {} : { "content-length": String(body.length) };
      agents[method].dispatch(
        origin,
        { origin, path, method, headers: { ...headers, ...length }, body: toRequestBody(body) },
        exchange,
      );
      return exchange.answer.promise;
    },
    abort: (): void => {
      for (const each of inFlight) each.abort();
    },
    probe: async (origin: string): Promise<boolean> => {
      const { hostname, port } = new URL(origin);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const self: InFlight = { abort: () => resolve(false), checkBudget: () => {} };
      inFlight.add(self);
      const open = dial(hostname, Number(port || 443), () => {}).then(
        (socket) => socket.destroy() === socket,
        () => false,
      );
      return Promise.race([open, promise]).finally(() => inFlight.delete(self));
    },
    close: () => Promise.all([agents.POST.destroy(), agents.GET.destroy()]),
  };
};

export interface Outgoing {
  method: "GET" | "POST";
  origin: string;
  target: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** How many bytes of the answer's body are wanted; more is not read. */
  wanted: number;
}
export interface CallbackResponse {
  status: number;
  retryAfter: string | undefined;
  body: Uint8Array;
}

type InFlight = Pick<Exchange, "abort" | "checkBudget">;

/**
 * Most bytes that one exchange may read from the network: TLS records, interim responses, headers and body together.
 * A handshake takes 3 to 10 KB, a head at most 16 KiB.
 */
export const byteBudget = 131_072;
/** An unwanted body up to this size is read to its end, so that the connection can be used again. */
const ignoredBytes = 16_384;
const ignoredMs = 1_000;
/** Longer bodies are sent in slices, so that TLS never holds a whole encrypted copy for a peer that does not read. */
const sliceBytes = 65_536;

/** One request and its answer, of which no more is read than is wanted; in flight until nothing more is read. */
class Exchange implements ExchangeHandler {
  readonly answer = Promise.withResolvers<CallbackResponse>();
  readonly #outgoing: Outgoing;
  readonly #inFlight: Set<InFlight>;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #head: Pick<CallbackResponse, "status" | "retryAfter"> | undefined;
  #isSettled = false;
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #connection: EgressConnection | undefined;

  constructor(outgoing: Outgoing, timeoutMs: number, inFlight: Set<InFlight>) {
    this.#outgoing = outgoing;
    this.#inFlight = inFlight;
    inFlight.add(this);
    this.#timer = setTimeout(() => {
      this.#giveUp(new Unreached("timeout", `no answer from ${outgoing.origin} within ${timeoutMs} ms`));
    }, timeoutMs);
  }

  abort(): void {
    this.#giveUp(new Unreached("aborted", "the hub is closing"));
  }

  /** Ends the exchange when it has read more than its budget. */
  checkBudget(): void {
    if ((this.#connection?.bytesRead() ?? 0) > byteBudget) this.#giveUp(this.#oversized());
  }

  onConnection(connection: EgressConnection): void {
    this.#connection = connection;
    connection.onRead(() => this.checkBudget());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) controller.abort(new Unreached("aborted", "given up before it began"));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    fields: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const retryAfter = fields["retry-after"];
    this.#head = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
    if (this.#outgoing.wanted > 0) return;
    // The caller has what it needs; a short body is read so that the connection can be used again.
    this.#succeed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => controller.abort(this.#oversized()), ignoredMs);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { wanted } = this.#outgoing;
    this.#size += chunk.length;
    if (wanted > 0) this.#chunks.push(chunk);
    if (this.#size <= (wanted || ignoredBytes)) return;
    this.onResponseEnd();
    controller.abort(this.#oversized());
  }

  onResponseEnd(): void {
    this.#succeed();
    this.#end();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(toUnreached(error));
  }

  #succeed(): void {
    if (this.#head === undefined || this.#isSettled) return;
    this.#isSettled = true;
    this.answer.resolve({ ...this.#head, body: Buffer.concat(this.#chunks) });
  }

  #giveUp(error: Unreached): void {
    this.#fail(error);
    // Without a controller the connection is still being made: nobody else waits for it.
    if (this.#controller) this.#controller.abort(error);
    else if (error.reason === "oversized") this.#connection?.destroy();
  }

  #fail(error: Unreached): void {
    this.#isSettled = true;
    this.#end();
    this.answer.reject(error);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#inFlight.delete(this);
  }

  #oversized(): Unreached {
    return new Unreached("oversized", `${this.#outgoing.origin} sent more than an answer needs`);
  }
}

const toRequestBody = (body: Uint8Array | undefined): Uint8Array | Readable | null => {
  if (body === undefined) return null;
  return body.length <= sliceBytes ? body : Readable.from(toSlices(body));
};

function* toSlices(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += sliceBytes) yield body.subarray(at, at + sliceBytes);
}

const toUnreached = (error: unknown): Unreached => {
  if (error instanceof Unreached) return error;
  if (error instanceof errors.HeadersOverflowError) return new Unreached("oversized", error.message);
  return new Unreached("broken", reasonOf(error));
};

/** The connection that serves an exchange, as far as an exchange may see it. */
interface EgressConnection {
  /** Bytes read from the network since the exchange began, TLS and all. */
  bytesRead: () => number;
  /** Calls back whenever something was read for the exchange. */
  onRead: (listener: () => void) => void;
  destroy: () => void;
}

interface ExchangeHandler extends Dispatcher.DispatchHandler {
  onConnection(connection: EgressConnection): void;
}

/** Connections to callbacks by origin, kept alive for a moment, each of which knows what it has read. */
const createEgressAgent = (dial: Dial, connections: number) => {
  const pools = new Map<string, Pool>();
  const open = (origin: string): Pool => {
    const pool = new Pool(origin, {
      connections,
      // undici would hold back all but one connection of an origin until it knows whether that speaks HTTP/2.
      allowH2: false,
      factory: (url) => createClient(url, dial),
      // The clients connect by themselves; a pool that may have to would keep what that takes.
      connect: (_, done) => done(new Unreached("broken", "a pool does not connect"), null),
    });
    const forgetIfEmpty = (): void => {
      const { connected, size } = pool.stats;
      if (connected === 0 && size === 0 && pools.get(origin) === pool) pools.delete(origin);
    };
    // undici drops a failed request only after it has reported the disconnection.
    const onLost = (): void => queueMicrotask(forgetIfEmpty);
    pools.set(origin, pool.on("disconnect", onLost).on("connectionError", onLost));
    return pool;
  };
  return {
    dispatch: (origin: string, options: Dispatcher.DispatchOptions, handler: ExchangeHandler): void => {
      (pools.get(origin) ?? open(origin)).dispatch(options, handler);
    },
    destroy: async (): Promise<void> => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
};

const createClient = (origin: URL, dial: Dial): Client => {
  let socket: Socket | undefined;
  let before = 0;
  let notify = (): void => {};
  const connection: EgressConnection = {
    bytesRead: () => (socket?.bytesRead ?? 0) - before,
    onRead: (listener) => void (notify = listener),
    destroy: () => void socket?.destroy(),
  };
  const onSocket = (dialled: Socket): void => {
    socket = dialled;
    before = 0;
  };
  const connect = async (hostname: string, port: string, done: buildConnector.Callback): Promise<void> => {
    let secure: TLSSocket;
    try {
      secure = await dial(hostname, Number(port || 443), onSocket);
    } catch (error) {
      done(error instanceof Error ? error : new Unreached("broken", String(error)), null);
      return;
    }
    secure.on("readable", () => notify());
    done(null, secure);
  };
  const client = new Client(origin, {
    pipelining: 1,
    allowH2: false,
    // An idle connection that the other side closes just as we use it would look like a failure.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 4_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: ({ hostname, port }, done) => void connect(hostname, port, done),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request, handler) => {
    before = socket?.bytesRead ?? 0;
    (handler as ExchangeHandler).onConnection(connection);
    return dispatch(request, handler);
  };
  return client;
};
