import { HubPublication, HubSubscription } from "../../../src/schema/hub.ts";
import type { Network } from "../egress/addresses.ts";
import { type CallbackParts, parseCallback, refusalReason } from "../egress/callback.ts";
import { clampLease } from "./lease.ts";
import { Refusal } from "./refusal.ts";

/** Most issues that an answer lists. */
const maxIssues = 20;

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

/** Checks a form; its issues are named, one a line. */
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
  const issues = result.error?.issues.map((issue) => issue.message) ?? [];
  if (versions.length > 1) issues.push("version must be given once");
  for (const topic of result.data?.topics ?? []) issues.push(...topicIssues(topic, rules));
  if (!result.success || issues.length > 0) throw new Refusal(400, listIssues(issues));
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
  const issues = result.error?.issues.map((issue) => issue.message) ?? [];
  for (const name of ["hub.topic", "hub.callback", "hub.lease_seconds", "hub.secret"]) {
    if (given(form, name).length > 1) issues.push(`${name} must be given once`);
  }
  const topic = once("hub.topic");
  if (topic !== undefined) issues.push(...topicIssues(topic, rules));
  const callback = once("hub.callback");
  const parts = callback === undefined ? undefined : parseCallback(callback);
  if (typeof parts === "string") issues.push(parts);
  else if (parts)
    issues.push(
      ...[refusalReason(parts, rules.baseUrl, rules.allowed)].filter((issue) => issue !== undefined),
    );
  if (
    !result.success ||
    issues.length > 0 ||
    typeof parts !== "object" ||
    callback === undefined ||
    topic === undefined
  ) {
    throw new Refusal(400, listIssues(issues));
  }
  return {
    kind: "subscription",
    mode: result.data["hub.mode"],
    topic,
    callback,
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
