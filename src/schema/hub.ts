import { z } from "zod";

/** Where the hub answers, and the documents it serves as topics, under the base URL. */
export const hubPath = "/api/websub/hub";
export const topicPaths = ["/feed.xml", "/api/feed.json", "/reviews.json"] as const;

const lease = "hub.lease_seconds must be a whole number of seconds, such as 864000";
const secret = "hub.secret must have fewer than 200 bytes in UTF-8";

/** A subscriber's request to begin, renew or end a subscription. */
export const HubSubscription = z.object({
  "hub.mode": z.enum(["subscribe", "unsubscribe"]),
  "hub.topic": z.string("hub.topic is missing: name the topic's URL"),
  "hub.callback": z.string("hub.callback is missing: name the HTTPS URL to be called"),
  "hub.lease_seconds": z
    .string()
    .regex(/^[1-9][0-9]*$/, lease)
    .transform(Number)
    .optional(),
  "hub.secret": z
    .string()
    .refine((text) => new TextEncoder().encode(text).length < 200, secret)
    .optional(),
});
export type HubSubscription = z.infer<typeof HubSubscription>;

/** The publisher's request after a deploy. */
export const HubPublication = z.object({
  "hub.mode": z.literal("publish"),
  topics: z
    .array(z.string())
    .min(1, "hub.url is missing: name the URL of a topic that has changed; it may be repeated"),
  version: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "version must be the version in /manifest.json: 32 digits of 0-9 and a-f")
    .optional(),
});
export type HubPublication = z.infer<typeof HubPublication>;

/** The result for one topic after a publish request. */
export const PublishedTopic = z.object({
  topic: z.string(),
  result: z.enum(["notified", "already notified", "unchanged", "waiting"]),
  subscribers: z.int().min(0),
});
export type PublishedTopic = z.infer<typeof PublishedTopic>;

/** The hub answers a publish request in plain text, a line for each topic. */
export const toPublishLine = ({ topic, result, subscribers }: PublishedTopic): string => {
  if (result === "unchanged") return `${topic}: unchanged`;
  if (result === "waiting") return `${topic}: waiting for the deploy to show this version`;
  return `${topic}: ${subscribers} subscribers ${result}`;
};

/** Reads what toPublishLine wrote. */
export const parsePublishLine = (line: string): PublishedTopic | undefined => {
  const [, topic, count, notified, other] =
    /^(\S+): (?:(\d+) subscribers (notified|already notified)|(unchanged|waiting).*)$/.exec(line) ?? [];
  return PublishedTopic.safeParse({ topic, result: notified ?? other, subscribers: Number(count ?? 0) }).data;
};
