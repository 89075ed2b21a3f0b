import { Readable } from "node:stream";
import { type Dispatcher, errors } from "undici";
import type { Connection, EgressAgent } from "./connection.ts";

export interface Outgoing {
  method: "GET" | "POST";
  origin: string;
  target: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** How many bytes of the answer's body are wanted; more is not read. */
  wanted: number;
}
export interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: Uint8Array;
}

/**
 * No answer came. `refused`: the hub itself would not dial the address. `oversized`: more was sent than any answer
 * needs. `exhausted`: this machine has no more files or memory. `aborted`: the hub is closing.
 */
export class Unreached extends Error {
  override readonly name = "Unreached";
  readonly reason:
    | "refused"
    | "dns"
    | "connect"
    | "tls"
    | "timeout"
    | "broken"
    | "oversized"
    | "exhausted"
    | "aborted";
  constructor(reason: Unreached["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
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
export const exchange = (
  agent: EgressAgent,
  outgoing: Outgoing,
  timeoutMs: number,
  inFlight: Set<InFlight>,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | undefined;
  let connection: Connection | undefined;
  let head: { status: number; retryAfter: string | undefined } | undefined;
  let size = 0;
  let isSettled = false;

  const finish = (settle: () => void): void => {
    clearTimeout(timer);
    inFlight.delete(self);
    if (isSettled) return;
    isSettled = true;
    settle();
  };
  const answer = (): void => {
    if (head === undefined || isSettled) return;
    isSettled = true;
    resolve({ ...head, body: Buffer.concat(chunks) });
  };
  const abort = (error: Unreached): void => {
    finish(() => reject(error));
    // Without a controller the connection is still being made: nobody else waits for it.
    if (controller) controller.abort(error);
    else if (error.reason === "oversized") connection?.destroy();
  };
  const self: InFlight = {
    abort: () => abort(new Unreached("aborted", "the hub is closing")),
    checkBudget: () => {
      if (connection !== undefined && connection.bytesRead() > byteBudget) abort(oversized(outgoing.origin));
    },
  };
  let timer = setTimeout(() => {
    abort(new Unreached("timeout", `no answer from ${outgoing.origin} within ${timeoutMs} ms`));
  }, timeoutMs);
  inFlight.add(self);

  const { origin, target: path, method, headers, body } = outgoing;
  agent.dispatch(
    { origin, path, method, headers: withLength(headers, body), body: toRequestBody(body) },
    {
      onConnection: (assigned) => {
        connection = assigned;
        assigned.onRead(self.checkBudget);
      },
      onRequestStart: (started) => {
        controller = started;
        if (isSettled) started.abort(new Unreached("aborted", "given up before it began"));
      },
      onResponseStart: (_, status, fields) => {
        if (status < 200) return;
        const retryAfter = fields["retry-after"];
        head = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
        if (outgoing.wanted > 0) return;
        // The caller has what it needs; a short body is read so that the connection can be used again.
        answer();
        clearTimeout(timer);
        timer = setTimeout(() => controller?.abort(oversized(origin)), ignoredMs);
      },
      onResponseData: (started, chunk) => {
        size += chunk.length;
        if (outgoing.wanted > 0) chunks.push(chunk);
        if (size <= (outgoing.wanted || ignoredBytes)) return;
        answer();
        finish(() => {});
        started.abort(oversized(origin));
      },
      onResponseEnd: () => {
        answer();
        finish(() => {});
      },
      onResponseError: (_, error) => finish(() => reject(toUnreached(error))),
    },
  );
  return promise;
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
  return new Unreached("broken", codeOf(error));
};

/** The short name of what went wrong. */
export const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException | undefined)?.code ??
  (error instanceof Error ? error.message : String(error));
