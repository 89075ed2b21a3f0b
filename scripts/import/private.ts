import { findPersonalData, personalTexts } from "../../src/content/personal-data.ts";
import type { PersonalData } from "../../src/schema/review.ts";
import { cleanText } from "../../src/schema/text.ts";
import type { Fields } from "../review-files.ts";
import { memberOf } from "../../src/schema/json.ts";

/** What is the business's own and may stand in a reply. */
export interface Own {
  name: string;
  telephone: string;
  email: string;
}

export interface PrivateFinding {
  kind: PersonalData;
  words: string;
  isOwn: boolean;
}

const digits = (text: string) => text.replace(/\D/g, "");

/** Personal data in the texts of an entry, without what it is allowed; the business's own is marked. */
export function findPrivate(entry: Fields, own: Own): PrivateFinding[] {
  return personalTexts(entry)
    .flatMap(({ text }) => findPersonalData(cleanText(text)))
    .filter(({ kind }) => memberOf(entry["allow"], kind) === undefined)
    .map(({ kind, words }) => ({
      kind,
      words,
      isOwn:
        (kind === "phone" &&
          digits(words).length >= 7 &&
          digits(own.telephone).endsWith(digits(words).replace(/^1(?=\d{10})/, ""))) ||
        (kind === "email" && words.toLowerCase() === own.email.toLowerCase()),
    }));
}

export const namePrivate = (found: readonly PrivateFinding[]): string =>
  found.map((one) => `${one.kind} ${JSON.stringify(one.words)}`).join(", ");

export const ownReason = "our own, public anyway";
