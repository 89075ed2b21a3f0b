import { z } from "zod";
import { Day, Id, WebAddress } from "./text.ts";

/** Somebody else who signs checkpoints: the key, and the address that takes them where a server does it. */
export const Witness = z.strictObject({
  url: WebAddress.optional(),
  key: z.string().min(1).max(400),
});
export type Witness = z.infer<typeof Witness>;

/** The owner's `log` entry in business.yaml, also published in /reviews.json. */
export const BusinessLog = z
  .strictObject({
    origin: z
      .string()
      .regex(/^[^\s+]{1,255}$/u, "must be a name without spaces and +, such as reviews.example.com/log")
      .meta({ description: "The name of the log, which stays when the site's address changes" }),
    key: z
      .string()
      .regex(
        /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/,
        "must be the public key that npm run log -- init prints",
      )
      .meta({ description: "The public key that signs the log's checkpoint, as C2SP signed-note writes it" }),
    witnesses: z
      .array(Witness)
      .max(20)
      .optional()
      .meta({ description: "Others who sign each checkpoint that they have seen" }),
  })
  .meta({ id: "BusinessLog", description: "The transparency log of all publications, below /log/" });
export type BusinessLog = z.infer<typeof BusinessLog>;

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const verifierText = z.string().min(1).max(400);
const index = z.int().min(0);

/** Where a review stands in the log, and the salt with which its words give the hash that stands there. */
export const Proof = z
  .object({
    entry: index.meta({ description: "The number of the log entry, from 0" }),
    salt: hex(32).meta({ description: "16 bytes in hex" }),
  })
  .meta({ id: "Proof", description: "Ties the review to the transparency log below /log/" });
export type Proof = z.infer<typeof Proof>;

/** The last known checkpoint of a log of which every copy was lost: its second and third line. */
export const LostLog = z.strictObject({
  size: index,
  root: z.string().regex(/^[A-Za-z0-9+/]{43}=$/, "must be the third line of the checkpoint, in Base64"),
});
export type LostLog = z.infer<typeof LostLog>;

const commitment = hex(64);

/** One entry of the log, a line of canonical JSON. */
export const LogEntry = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("published"), id: Id, day: Day, commitment }),
  z.strictObject({ type: z.literal("edited"), id: Id, day: Day, commitment }),
  z.strictObject({ type: z.literal("replied"), id: Id, day: Day, commitment }),
  z.strictObject({
    type: z.literal("removed"),
    id: Id,
    day: Day,
    reason: z.string().max(40),
    /** The entry that it ends; without one the review is older than the log. */
    entry: index.optional(),
  }),
  z.strictObject({
    type: z.literal("withheld"),
    day: Day,
    counts: z.record(z.string().max(40), z.int().min(1)),
  }),
  z.strictObject({
    type: z.literal("key"),
    day: Day,
    key: verifierText,
    /** The key before it, and the signatures of both over this entry without them. */
    previous: verifierText.optional(),
    signatures: z.strictObject({ previous: z.string().max(100), next: z.string().max(100) }).optional(),
    replaces: LostLog.optional(),
  }),
]);
export type LogEntry = z.infer<typeof LogEntry>;

/** How an owner goes from one key to the next; npm run log -- rotate prints it. */
export const KeyRotation = z.strictObject({
  day: Day,
  previous: verifierText,
  key: verifierText,
  signatures: z.strictObject({ previous: z.string().max(100), next: z.string().max(100) }),
});
export type KeyRotation = z.infer<typeof KeyRotation>;
