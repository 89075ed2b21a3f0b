import { type Agent, type Dispatcher, errors } from "undici";

export interface Outgoing {
  method: "GET" | "POST";
  origin: string;
  target: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** How many bytes of the answer are wanted; the rest is cut off. */
  wanted: number;
}
export interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: Uint8Array;
}

/** No answer came; `refused` when the hub itself would not dial the address. */
export class Unreached extends Error {
  override readonly name = "Unreached";
  readonly reason: "refused" | "dns" | "connect" | "tls" | "timeout" | "cut" | "broken";
  constructor(reason: Unreached["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Sends one request and waits for its answer, and for no more of it than is wanted. */
export const exchange = (
  agent: Agent,
  outgoing: Outgoing,
  timeoutMs: number,
  cuts: Set<() => void>,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let controller: Dispatcher.DispatchController | undefined;
  let answer: { status: number; retryAfter: string | undefined } | undefined;
  let over = false;
  const chunks: Buffer[] = [];
  let size = 0;

  const end = (settle: () => void): void => {
    if (over) return;
    over = true;
    cuts.delete(cut);
    settle();
  };
  const give = (): void => {
    if (answer === undefined) return;
    const whole = { ...answer, body: Buffer.concat(chunks) };
    end(() => resolve(whole));
  };
  const giveUp = (error: Unreached): void => {
    clearTimeout(timer);
    end(() => reject(error));
    controller?.abort(error);
  };
  const cut = (): void => giveUp(new Unreached("cut", "the hub is closing"));
  let timer = setTimeout(() => {
    giveUp(new Unreached("timeout", `no answer from ${outgoing.origin} within ${timeoutMs} ms`));
  }, timeoutMs);
  cuts.add(cut);

  const { origin, target: path, method, headers, body = null } = outgoing;
  agent.dispatch(
    { origin, path, method, headers, body },
    {
      onRequestStart: (started) => {
        controller = started;
        if (over) started.abort(new Unreached("cut", "given up before it began"));
      },
      onResponseStart: (_, status, fields) => {
        if (status < 200) return;
        const retryAfter = fields["retry-after"];
        answer = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
        if (outgoing.wanted > 0) return;
        // The caller has what it needs; a short body is read so that the connection can be used again.
        give();
        clearTimeout(timer);
        timer = setTimeout(() => controller?.abort(tooLong), 1_000);
      },
      onResponseData: (started, chunk) => {
        size += chunk.length;
        if (outgoing.wanted > 0) chunks.push(chunk);
        if (size <= (outgoing.wanted || ignoredBytes)) return;
        give();
        clearTimeout(timer);
        started.abort(tooLong);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        give();
      },
      onResponseError: (_, error) => {
        clearTimeout(timer);
        end(() => reject(toUnreached(error)));
      },
    },
  );
  return promise;
};

const tooLong = new Unreached("cut", "the answer is longer than anyone wants to read");
/** An unwanted answer up to this size is read to its end, so that the connection can be used again. */
const ignoredBytes = 16_384;

const toUnreached = (error: unknown): Unreached => {
  if (error instanceof Unreached) return error;
  if (error instanceof errors.ConnectTimeoutError) return new Unreached("timeout", error.message);
  return new Unreached("broken", codeOf(error));
};

/** The short name of what went wrong. */
export const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException | undefined)?.code ??
  (error instanceof Error ? error.message : String(error));
