import { Readable } from "node:stream";
import { type Dispatcher, errors } from "undici";
import type { Network } from "../../networks.ts";
import { type EgressAgent, type EgressConnection, createEgressAgent } from "./connections.ts";
import { createDial, reasonOf, Unreached } from "./dial.ts";
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
      return exchange(agents[outgoing.method], outgoing, timeoutMs, inFlight);
    },
    /** Aborts whatever is in flight. */
    abort: (): void => {
      for (const each of inFlight) each.abort();
    },
    /** Does anyone answer a handshake there? */
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

/** What an exchange in flight can be asked for. */
export interface InFlight {
  abort: () => void;
  /** Ends the exchange when it has read more than its budget. */
  checkBudget: () => void;
}

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

/** Sends one request and waits for its answer, and for no more of it than is wanted. */
const exchange = (
  agent: EgressAgent,
  outgoing: Outgoing,
  timeoutMs: number,
  inFlight: Set<InFlight>,
): Promise<CallbackResponse> => {
  const { origin, target: path, method, headers, body } = outgoing;
  const outcome = createOutcome(inFlight);
  let controller: Dispatcher.DispatchController | undefined;
  let connection: EgressConnection | undefined;
  const abort = (error: Unreached): void => {
    outcome.fail(error);
    // Without a controller the connection is still being made: nobody else waits for it.
    if (controller) controller.abort(error);
    else if (error.reason === "oversized") connection?.destroy();
  };
  const checkBudget = (): void => {
    if (connection !== undefined && connection.bytesRead() > byteBudget) abort(oversized(origin));
  };
  outcome.begin({ abort: () => abort(new Unreached("aborted", "the hub is closing")), checkBudget });
  outcome.setTimer(timeoutMs, () => {
    abort(new Unreached("timeout", `no answer from ${origin} within ${timeoutMs} ms`));
  });

  agent.dispatch(
    origin,
    { origin, path, method, headers: withLength(headers, body), body: toRequestBody(body) },
    {
      onConnection: (assigned) => {
        connection = assigned;
        assigned.onRead(checkBudget);
      },
      onRequestStart: (started) => {
        controller = started;
        if (outcome.isSettled()) started.abort(new Unreached("aborted", "given up before it began"));
      },
      ...createReader(outgoing, outcome, () => controller?.abort(oversized(origin))),
    },
  );
  return outcome.promise;
};

/** What becomes of an exchange: settled once, it is in flight until nothing more is read. */
const createOutcome = (inFlight: Set<InFlight>) => {
  const { promise, resolve, reject } = Promise.withResolvers<CallbackResponse>();
  let self: InFlight | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isSettled = false;
  const end = (): void => {
    clearTimeout(timer);
    if (self) inFlight.delete(self);
  };
  return {
    promise,
    isSettled: (): boolean => isSettled,
    begin: (exchanging: InFlight): void => {
      self = exchanging;
      inFlight.add(self);
    },
    setTimer: (ms: number, onTime: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(onTime, ms);
    },
    answer: (answer: CallbackResponse): void => {
      isSettled = true;
      resolve(answer);
    },
    fail: (error: Unreached): void => {
      isSettled = true;
      end();
      reject(error);
    },
    end,
  };
};

/** Reads an answer as far as it is wanted. */
const createReader = (
  { origin, wanted }: Outgoing,
  outcome: ReturnType<typeof createOutcome>,
  stop: () => void,
): Dispatcher.DispatchHandler => {
  const chunks: Buffer[] = [];
  let head: Pick<CallbackResponse, "status" | "retryAfter"> | undefined;
  let size = 0;
  const answer = (): void => {
    if (head !== undefined && !outcome.isSettled()) outcome.answer({ ...head, body: Buffer.concat(chunks) });
  };
  return {
    onResponseStart: (_, status, fields) => {
      if (status < 200) return;
      const retryAfter = fields["retry-after"];
      head = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
      if (wanted > 0) return;
      // The caller has what it needs; a short body is read so that the connection can be used again.
      answer();
      outcome.setTimer(ignoredMs, stop);
    },
    onResponseData: (started, chunk) => {
      size += chunk.length;
      if (wanted > 0) chunks.push(chunk);
      if (size <= (wanted || ignoredBytes)) return;
      answer();
      outcome.end();
      started.abort(oversized(origin));
    },
    onResponseEnd: () => {
      answer();
      outcome.end();
    },
    onResponseError: (_, error) => outcome.fail(toUnreached(error)),
  };
};

const oversized = (origin: string): Unreached =>
  new Unreached("oversized", `${origin} sent more than an answer needs`);

const withLength = (headers: Record<string, string>, body: Uint8Array | undefined): Record<string, string> =>
  body === undefined ? headers : { ...headers, "content-length": String(body.length) };

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
