import { createHmac, timingSafeEqual } from "node:crypto";
import { parseInvitation, toIsoDay } from "../../src/schema/invitation.ts";
import { toComparable } from "../import/fingerprints.ts";

// A token is small letters, digits and hyphens between dots, so that no mail program cuts it, and the page can read day and
// service from it. It says nothing of who the customer is.

/** The subject of an invitation. */
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

const toDigits = (day: string): string => day.replaceAll("-", "");
const toInviterId = (inviter: Inviter): string => toHash(inviter, "mark", [], 8);
const toSignature = ({ job, day, until, service }: Invitation, inviter: Inviter): string =>
  toHash(inviter, "signature", [job, day, until, service], 26);

export function signInvitation(invitation: Invitation, inviter: Inviter): string {
  const { job, day, until, service } = invitation;
  const said = [toInviterId(inviter), job, toDigits(day), toDigits(until), service || "-"];
  return ["1", ...said, toSignature(invitation, inviter)].join(".");
}

/** The content of a token that we signed; otherwise the reason to refuse it. */
export function readInvitation(token: string, inviter: Inviter): Invitation | { refused: string } {
  const parsed = parseInvitation(token);
  if (parsed === undefined) return { refused: "has an incomplete invitation: it was cut off or mistyped" };
  const { signature, mark, job, service } = parsed;
  const invitation = {
    job,
    day: toIsoDay(parsed.day),
    until: toIsoDay(parsed.until),
    service: service === "-" ? "" : service,
  };
  if (mark !== toInviterId(inviter)) {
    return {
      refused:
        "has an invitation of another business, or one that was made with another key: ours lies in .data/fingerprint.key or the variable FINGERPRINT_KEY",
    };
  }
  const expected = toSignature(invitation, inviter);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return { refused: "has an invitation that we did not sign: it was made up, or changed since" };
  return invitation;
}
