import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { HubPublication, HubSubscription, toPublishLine } from "../../../src/schema/hub.ts";
import { readBody } from "../../http/guard.ts";
import type { Network } from "../../networks.ts";
import type { EventLog } from "../../log.ts";
import type { HubMetrics } from "../metrics.ts";
import type { createPublication } from "../publication/publication.ts";
import { parseCallback, refusalReason } from "../egress/callback.ts";
import { createRequestBudget } from "../rate-limit.ts";
import type { Store, StoreCounts } from "../store/store.ts";
import { logError } from "../store/database.ts";
import {
  type PendingRequest,
  quotaClient,
  quotaHost,
  type QuotaRefusal,
  type Quotas,
} from "../store/request-queue.ts";
const retryAfterSeconds = 30;

/** Answers a POST to the hub: checks it, and stores or publishes what it asks for. */
export const createRequestHandler = (options: {
  rules: Rules;
  acceptance: ReturnType<typeof createRequestAcceptance>;
  publication: ReturnType<typeof createPublication>;
  metrics: HubMetrics;
  log: EventLog;
}) => {
  const { rules, acceptance, publication, metrics, log } = options;
  const answer = async (request: HubRequest, client: { address: string }): Promise<Response> => {
    if (request.kind === "publication") {
      const results = await publication.publish(request.topics, request.version, client.address);
      return textResponse(202, results.map(toPublishLine).join("\n"));
    }
    await acceptance.accept(request, client.address);
    const { mode, topic, parts } = request;
    log.info("hub.request.accepted", { mode, topic, origin: parts.origin });
    return textResponse(202, `Accepted: the callback will now be asked to confirm (hub.mode=${mode}).`);
  };

  return async (request: FormRequest, client: { address: string }): Promise<Response> => {
    try {
      return await answer(parseRequest(await readForm(request), rules), client);
    } catch (error) {
      if (error instanceof Refusal) {
        metrics.refused(error.status);
        return textResponse(error.status, error.message, error.retryAfter);
      }
      logError(log, "hub.request.failed", error);
      const message = "The hub cannot store requests at the moment: try again later.";
      return textResponse(503, message, retryAfterSeconds);
    }
  };
};

const batchSize = 500;
/** Most requests that may wait for their verification. */
const maxPending = 20_000;

interface AcceptanceOptions {
  store: Store;
  clock: () => number;
  rateLimit: number;
  maxSubscriptions: number;
  quotas: Quotas;
  onAccepted: () => void;
}

/** Accepts subscription requests: within the limits, and stored for good before they are answered. */
export const createRequestAcceptance = (options: AcceptanceOptions) => {
  const { store } = options;
  const checkRate = createRateCheck(options);
  const checkCapacity = createCapacityCheck(options);
  const writer = createRequestWriter(options);
  let key: Promise<string> | undefined;
  const clientHashSecret = (): Promise<string> => {
    key ??= store.sharedSecret("client-key");
    key.catch(() => (key = undefined));
    return key;
  };
  return {
    accept: async (request: Subscription, address: string): Promise<void> => {
      await checkRate(request, address);
      await checkCapacity(request);
      const { mode, topic, callback, parts, leaseSeconds, secret } = request;
      const client = quotaClient(address, await clientHashSecret());
      await writer.write({
        mode,
        topic,
        callback,
        origin: parts.origin,
        host: quotaHost(parts),
        client,
        secret: secret ?? null,
        lease_seconds: mode === "subscribe" ? leaseSeconds : 0,
        reason: null,
      });
    },
    close: (): Promise<void> => writer.close(),
  };
};

/**
 * Requests for what is not subscribed yet are limited per client and per callback host. Where that is used up, by
 * whomever, what is subscribed has a budget of its own: the store is asked about it only as often as that allows.
 */
const createRateCheck = ({ store, clock, rateLimit }: AcceptanceOptions) => {
  const newcomers = createRequestBudget(rateLimit, clock);
  const renewals = createRequestBudget(rateLimit, clock);
  return async ({ topic, callback, parts }: Subscription, address: string): Promise<void> => {
    let wait = newcomers.takeFromClient(address) || newcomers.takeFromTarget(address, parts.hostname);
    if (wait === 0) return;
    const mayBeKnown = renewals.takeFromClient(address) === 0;
    if (mayBeKnown && (await store.isKnown(topic, callback))) {
      wait = renewals.takeFromTarget(address, `${topic} ${callback}`);
      if (wait === 0) return;
    }
    throw new Refusal(429, `Too many subscription requests: try again in ${wait} seconds`, wait);
  };
};

const createCapacityCheck = ({ store, clock, maxSubscriptions }: AcceptanceOptions) => {
  let counted: StoreCounts | undefined;
  let acceptedSince = 0;
  return async ({ mode, topic, callback }: Subscription): Promise<void> => {
    const last = store.lastCounts(clock());
    if (last !== counted) {
      counted = last;
      acceptedSince = 0;
    }
    acceptedSince += 1;
    const pending = (counted?.requests ?? 0) + acceptedSince;
    const isFull = (counted?.total ?? 0) + pending > maxSubscriptions || pending > maxPending;
    if (mode !== "subscribe" || !isFull || (await store.isKnown(topic, callback))) return;
    throw new Refusal(503, "The hub is full: try again later, or follow the feed by polling.", 3_600);
  };
};

/** Requests that arrive while one transaction is written share the next, and one wait for the disk. */
const createRequestWriter = ({ store, clock, quotas, onAccepted }: AcceptanceOptions) => {
  const waiting: { request: PendingRequest; done: PromiseWithResolvers<void> }[] = [];
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize);
      try {
        const requests = batch.map(({ request }) => request);
        const refused = await store.acceptRequests(requests, quotas, clock());
        for (const [index, { request, done }] of batch.entries()) {
          const quota = refused[index];
          if (quota === undefined) done.resolve();
          else done.reject(overQuota(quota, request.host, quotas));
        }
        onAccepted();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    writing = undefined;
  };
  return {
    write: (request: PendingRequest): Promise<void> => {
      const done = Promise.withResolvers<void>();
      waiting.push({ request, done });
      writing ??= writeAll();
      return done.promise;
    },
    close: async (): Promise<void> => writing,
  };
};

const overQuota = (quota: QuotaRefusal, host: string, { perHost, perClient }: Quotas): Refusal => {
  const taken =
    quota === "host"
      ? `${perHost} subscriptions for one callback host, and has them for ${host}`
      : `${perClient} subscriptions from one client network, and has them from yours`;
  const advice = "unsubscribe what is no longer needed, or follow the feed by polling.";
  return new Refusal(quota === "host" ? 503 : 429, `This hub takes ${taken}: ${advice}`, 3_600);
};

const maxIssues = 20;

type Subscription = ReturnType<typeof parseSubscription>;
type HubRequest = Subscription | ReturnType<typeof parsePublication>;

export interface Rules {
  baseUrl: string;
  topics: readonly string[];
  allowed: readonly Network[];
  minLeaseSeconds: number;
}

export const parseRequest = (form: ReadonlyMap<string, string[]>, rules: Rules): HubRequest => {
  const [mode, ...more] = form.get("hub.mode") ?? [];
  if (mode === undefined || more.length > 0 || !["subscribe", "unsubscribe", "publish"].includes(mode))
    throw new Refusal(400, "hub.mode must be given once: subscribe, unsubscribe or publish");
  return mode === "publish" ? parsePublication(form, rules) : parseSubscription(form, mode, rules);
};

const parsePublication = (form: ReadonlyMap<string, string[]>, rules: Rules) => {
  const versions = given(form, "version");
  const result = HubPublication.safeParse({
    "hub.mode": "publish",
    topics: [...new Set([...given(form, "hub.url"), ...given(form, "hub.topic")])],
    version: versions[0],
  });
  const issues = result.error?.issues.map((issue) => issue.message) ?? [];
  if (versions.length > 1) issues.push("version must be given once");
  for (const topic of result.data?.topics ?? []) issues.push(...topicIssues(topic, rules));
  if (!result.success || issues.length > 0) throw new Refusal(400, listIssues(issues));
  return { kind: "publication" as const, topics: result.data.topics, version: result.data.version };
};

const parseSubscription = (form: ReadonlyMap<string, string[]>, mode: string, rules: Rules) => {
  const once = (name: string): string | undefined => given(form, name)[0];
  const result = HubSubscription.safeParse({
    "hub.mode": mode,
    "hub.topic": once("hub.topic"),
    "hub.callback": once("hub.callback"),
    // WebSub §5.1: a lease on an unsubscription means nothing, whatever it says.
    "hub.lease_seconds": mode === "subscribe" ? once("hub.lease_seconds") : undefined,
    "hub.secret": once("hub.secret"),
  });
  const issues = result.error?.issues.map((issue) => issue.message) ?? [];
  for (const name of ["hub.topic", "hub.callback", "hub.lease_seconds", "hub.secret"]) {
    if (given(form, name).length > 1) issues.push(`${name} must be given once`);
  }
  const topic = once("hub.topic");
  if (topic !== undefined) issues.push(...topicIssues(topic, rules));
  const callback = once("hub.callback");
  const parts = callback === undefined ? "hub.callback is missing" : parseCallback(callback);
  const reason = typeof parts === "string" ? parts : refusalReason(parts, rules.baseUrl, rules.allowed);
  if (callback !== undefined && reason !== undefined) issues.push(reason);
  if (!result.success || issues.length > 0 || typeof parts === "string")
    throw new Refusal(400, listIssues(issues));
  return {
    kind: "subscription" as const,
    mode: result.data["hub.mode"],
    topic: result.data["hub.topic"],
    callback: result.data["hub.callback"],
    parts,
    leaseSeconds: clampLease(result.data["hub.lease_seconds"], rules.minLeaseSeconds),
    secret: result.data["hub.secret"],
  };
};

const listIssues = (issues: readonly string[]): string => {
  const more = issues.length - maxIssues;
  return [...issues.slice(0, maxIssues), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
};

/** An empty value counts as not given. */
const given = (form: ReadonlyMap<string, string[]>, name: string): string[] =>
  (form.get(name) ?? []).filter((value) => value !== "");

const topicIssues = (topic: string, { topics }: Rules): string[] =>
  topics.includes(topic)
    ? []
    : [`unknown topic ${topic.slice(0, 200)}: this hub serves exactly ${topics.join(", ")}`];

const maxLeaseSeconds = 30 * 86_400;
const defaultLeaseSeconds = 10 * 86_400;

/** How long a subscription lasts: what it asked for, within what this hub gives. */
const clampLease = (asked = defaultLeaseSeconds, minLeaseSeconds: number): number =>
  Math.min(Math.max(asked, minLeaseSeconds), maxLeaseSeconds);

const bodyLimit = 16_384;
const maxFields = 100;

/** A Request, or as much of one as is read here: Node's own stream costs less than one of the web made from it. */
export interface FormRequest {
  headers: Headers;
  body: Request["body"] | Readable;
}

export const readForm = async (request: FormRequest): Promise<Map<string, string[]>> => {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw new Refusal(415, "Content-Type must be application/x-www-form-urlencoded");
  const charset = parameters.map(charsetOf).find(Boolean) ?? "utf-8";
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw new Refusal(415, `The form must be in UTF-8, got the charset ${charset.slice(0, 40)}`);
  return parseForm(await readBytes(request));
};

/** A pattern, and Node's MIMEType, would try each space between the value and what follows it in turn. */
const charsetOf = (parameter: string): string | undefined => {
  const equals = parameter.indexOf("=");
  if (parameter.slice(0, equals).trim().toLowerCase() !== "charset") return undefined;
  return parameter
    .slice(equals + 1)
    .trim()
    .replaceAll('"', "");
};

const readBytes = async ({ headers, body }: FormRequest): Promise<Uint8Array> => {
  if (body === null) return new Uint8Array(0);
  const stream = body instanceof Readable ? body : Readable.fromWeb(body as ReadableStream);
  const bytes = await readBody(stream, bodyLimit, headers.get("content-length")).catch(() => {
    throw new Refusal(400, "The request body ended early");
  });
  if (bytes === undefined)
    throw new Refusal(413, "The request body must have at most 16 KiB, and not come in tiny pieces");
  return bytes;
};

/** Takes a form apart. URLSearchParams would put U+FFFD in place of bytes that are not UTF-8, and change a secret. */
const parseForm = (bytes: Uint8Array): Map<string, string[]> => {
  const form = new Map<string, string[]>();
  const pairs = toText(bytes)
    .split("&")
    .filter((pair) => pair !== "");
  if (pairs.length > maxFields)
    throw new Refusal(400, `The form must have at most ${maxFields} fields, got ${pairs.length}`);
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), "a parameter's name");
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1), name);
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return form;
};

const toText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "The form must be UTF-8, percent-encoded");
  }
};

const decode = (text: string, name: string): string => {
  try {
    // A lone % stands for itself.
    return decodeURIComponent(text.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    throw new Refusal(400, `${name} must be UTF-8, percent-encoded`);
  }
};

/** A request the hub cannot accept; the message says what to fix. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const textResponse = (status: number, text: string, retryAfter?: number): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    },
  });
