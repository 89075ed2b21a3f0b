import type { Network } from "./addresses.ts";
import { createEgressAgent } from "./connection.ts";
import { createDial } from "./dial.ts";
import { type CallbackResponse, exchange, type InFlight, type Outgoing } from "./exchange.ts";
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
