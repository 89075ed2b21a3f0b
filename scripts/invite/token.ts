import { createHmac, timingSafeEqual } from "node:crypto";
import { toComparable } from "../import/fingerprints.ts";

// 1.mark.job.day.until.service.signature: small letters, digits and hyphens between dots, so that no mail program cuts
// it, and the page can read day and service from it. It says nothing of who the customer is.

/** What an invitation is about. */
export interface Invitation {
  /** The job, hashed with the owner's secret: the same for the same job, every time. */
  job: string;
  /** When the work was done. */
  day: string;
  /** The last day on which a review may be written with it. */
  until: string;
  /** The id of the service; empty when it is not known. */
  service: string;
}

/** Whose invitations they are: another business's are refused, also where it has the same secret. */
export interface Inviter {
  key: string;
  business: string;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** A keyed hash in so many letters of 5 bits each. */
function toHash(
  { key, business }: Inviter,
  purpose: string,
  words: readonly string[],
  length: number,
): string {
  // Never the same as a fingerprint, which has the same key.
  const own = createHmac("sha256", key).update("open-reviews invitations 1").digest();
  const digest = createHmac("sha256", own)
    .update(JSON.stringify([purpose, toComparable(business), ...words]))
    .digest();
  return Array.from(digest.subarray(0, length), (byte) => alphabet[byte & 31]).join("");
}

export const toJobHash = (inviter: Inviter, job: readonly string[]): string =>
  toHash(inviter, "job", job, 16);

const toNumber = (day: string): string => day.replaceAll("-", "");
const toDay = (number: string): string => `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6)}`;

export function signInvitation({ job, day, until, service }: Invitation, inviter: Inviter): string {
  const said = [toHash(inviter, "mark", [], 8), job, toNumber(day), toNumber(until), service];
  return ["1", ...said, toHash(inviter, "signature", said, 26)].join(".");
}

const form = /^1\.([a-z2-7]{8})\.([a-z2-7]{16})\.(\d{8})\.(\d{8})\.([a-z0-9-]{0,64})\.([a-z2-7]{26})$/;

/** What a token says, if we signed it; otherwise why it counts for nothing. */
export function readInvitation(token: string, inviter: Inviter): Invitation | { refused: string } {
  const [, mark = "", job = "", day = "", until = "", service = "", signature = ""] = form.exec(token) ?? [];
  if (job === "") return { refused: "has an invitation that is no whole one: it was cut or mistyped" };
  if (mark !== toHash(inviter, "mark", [], 8)) {
    return {
      refused:
        "has an invitation of another business, or one that was made with another key: the key of this one lies in .data/fingerprint.key or the variable FINGERPRINT_KEY",
    };
  }
  const expected = toHash(inviter, "signature", [mark, job, day, until, service], 26);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return { refused: "has an invitation that we did not sign: it was made up, or changed since" };
  return { job, day: toDay(day), until: toDay(until), service };
}
