import { HubPublication, HubSubscription } from "../../src/schema/hub.ts";
import type { Network } from "./addresses.ts";
import { type CallbackParts, parseCallback, refusalReason } from "./callback.ts";

/** How much of a refused body is read past. */
const skipLimit = 8 * 1024 * 1024;
const bodyLimit = 16_384;

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

export type HubRequest =
  | { kind: "publication"; topics: string[]; version: string | undefined }
  | {
      kind: "subscription";
      mode: "subscribe" | "unsubscribe";
      topic: string;
      callback: string;
      parts: CallbackParts;
      leaseSeconds: number;
      secret: string | undefined;
    };

export interface Rules {
  baseUrl: string;
  topics: readonly string[];
  allowed: readonly Network[];
  minLeaseSeconds: number;
}

const maxLeaseSeconds = 30 * 86_400;
const defaultLeaseSeconds = 10 * 86_400;

/** Reads a form of at most 16 KiB. */
export const readForm = async (request: Request): Promise<Map<string, string[]>> => {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw new Refusal(415, "Content-Type must be application/x-www-form-urlencoded");
  }
  const charset = parameters
    .map((one) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(one)?.[1])
    .find(Boolean);
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new Refusal(415, `The form must be in UTF-8, got the charset ${charset.slice(0, 40)}`);
  }
  return parseForm(await readBody(request));
};

const readBody = async (request: Request): Promise<Uint8Array> => {
  const tooLarge = () => new Refusal(413, "The request body must have at most 16 KiB");
  if (Number(request.headers.get("content-length") ?? 0) > bodyLimit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      size += part.value.length;
      if (size > bodyLimit) break;
      chunks.push(part.value);
    }
  } catch {
    throw new Refusal(400, "The request broke off before its end");
  }
  if (size <= bodyLimit) return Buffer.concat(chunks);
  void skipRest(reader);
  throw tooLarge();
};

/** Reads past what is left of a refused body, within reason, so that the connection can take another request. */
const skipRest = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> => {
  try {
    let size = 0;
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      size += part.value.length;
      if (size > skipLimit) return await reader?.cancel();
    }
  } catch {
    // It broke off, and nothing is left.
  }
};

/** Takes a form apart. URLSearchParams would put U+FFFD in place of bytes that are not UTF-8, and change a secret. */
const parseForm = (bytes: Uint8Array): Map<string, string[]> => {
  const form = new Map<string, string[]>();
  for (const pair of Buffer.from(bytes).toString("latin1").split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), "a parameter's name");
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1), name);
    form.set(name, [...(form.get(name) ?? []), value]);
  }
  return form;
};

const decode = (text: string, name: string): string => {
  const bytes = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    throw new Refusal(400, `${name} must be UTF-8, percent-encoded`);
  }
};

/** Checks a form; every fault it has is named, one a line. */
export const parseRequest = (form: ReadonlyMap<string, string[]>, rules: Rules): HubRequest => {
  const [mode, ...more] = form.get("hub.mode") ?? [];
  if (mode === undefined || more.length > 0 || !["subscribe", "unsubscribe", "publish"].includes(mode)) {
    throw new Refusal(400, "hub.mode must be given once: subscribe, unsubscribe or publish");
  }
  return mode === "publish" ? parsePublication(form, rules) : parseSubscription(form, mode, rules);
};

const parsePublication = (form: ReadonlyMap<string, string[]>, rules: Rules): HubRequest => {
  const versions = given(form, "version");
  const result = HubPublication.safeParse({
    "hub.mode": "publish",
    topics: [...new Set([...given(form, "hub.url"), ...given(form, "hub.topic")])],
    version: versions[0],
  });
  const faults = result.error?.issues.map((issue) => issue.message) ?? [];
  if (versions.length > 1) faults.push("version must be given once");
  for (const topic of result.data?.topics ?? []) faults.push(...topicFaults(topic, rules));
  if (!result.success || faults.length > 0) throw new Refusal(400, faults.join("\n"));
  return { kind: "publication", topics: result.data.topics, version: result.data.version };
};

const parseSubscription = (form: ReadonlyMap<string, string[]>, mode: string, rules: Rules): HubRequest => {
  const once = (name: string): string | undefined => given(form, name)[0];
  const result = HubSubscription.safeParse({
    "hub.mode": mode,
    "hub.topic": once("hub.topic"),
    "hub.callback": once("hub.callback"),
    // WebSub §5.1: a lease on an unsubscription means nothing, whatever it says.
    "hub.lease_seconds": mode === "subscribe" ? once("hub.lease_seconds") : undefined,
    "hub.secret": once("hub.secret"),
  });
  const faults = result.error?.issues.map((issue) => issue.message) ?? [];
  for (const name of ["hub.topic", "hub.callback", "hub.lease_seconds", "hub.secret"]) {
    if (given(form, name).length > 1) faults.push(`${name} must be given once`);
  }
  const topic = once("hub.topic");
  if (topic !== undefined) faults.push(...topicFaults(topic, rules));
  const callback = once("hub.callback");
  const parts = callback === undefined ? undefined : parseCallback(callback);
  if (typeof parts === "string") faults.push(parts);
  else if (parts)
    faults.push(
      ...[refusalReason(parts, rules.baseUrl, rules.allowed)].filter((fault) => fault !== undefined),
    );
  if (
    !result.success ||
    faults.length > 0 ||
    typeof parts !== "object" ||
    callback === undefined ||
    topic === undefined
  ) {
    throw new Refusal(400, faults.join("\n"));
  }
  const lease = result.data["hub.lease_seconds"] ?? defaultLeaseSeconds;
  return {
    kind: "subscription",
    mode: result.data["hub.mode"],
    topic,
    callback,
    parts,
    leaseSeconds: Math.min(Math.max(lease, rules.minLeaseSeconds), maxLeaseSeconds),
    secret: result.data["hub.secret"],
  };
};

/** An empty value counts as not given. */
const given = (form: ReadonlyMap<string, string[]>, name: string): string[] =>
  (form.get(name) ?? []).filter((value) => value !== "");

const topicFaults = (topic: string, { topics }: Rules): string[] =>
  topics.includes(topic)
    ? []
    : [`unknown topic ${topic.slice(0, 200)}: this hub serves exactly ${topics.join(", ")}`];

export const textResponse = (status: number, text: string, retryAfter?: number): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    },
  });
