import type { PersonalData } from "../schema/review.ts";
import { keysOf, memberOf } from "../schema/json.ts";

export interface PersonalDataFinding {
  kind: PersonalData;
  words: string;
}

const phone = [
  // North America: 614 555 0142, (614) 555-0142, +1.614.555.0142, 6145550142
  /(?<![\p{L}\p{N}$€£#.,-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ]?)\d{3}[-. ]?\d{4}(?![\p{L}\p{N}]|[.,-]\d)/u,
  // the local part alone: 555-0142
  /(?<![\p{L}\p{N}$€£#.,/-])[2-9]\d{2}-\d{4}(?![\p{L}\p{N}]|[.,-]\d)/u,
  // with a country's code: +49 171 1234567
  /\+\d{1,3}(?:[-. /]?\(?\d{1,5}\)?){2,6}/u,
  // written with a leading zero: 0171 1234567, 01 23 45 67 89; a day is none: 03/02/2012
  /(?<![\p{L}\p{N}$€£#.,/-])(?!\d{2}([-./])(?:0?[1-9]|[12]\d|3[01])\1(?:(?:19|20)\d{2}|\d{2})(?![-. /]?\d))0\d{1,4}(?:[-. /]\d{2,8}){1,4}(?![\p{L}\p{N}]|[.,-]\d)/u,
];

const email = [
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/u,
  // ann [at] example [dot] com
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64} ?[[(] ?at ?[\])] ?[\p{L}\p{N}-]{1,63}(?: ?[[(] ?dot ?[\])] ?|\.)\p{L}{2,24}/iu,
];

// A year is no house number ("since 2024 Oak Street looks better").
const house = String.raw`(?<![\p{L}\p{N}$€£#.,/:-])(?!(?:19|20)\d{2}\b)\d{1,5}[A-Za-z]?`;
const direction = String.raw`(?:[NSEW]{1,2}\.?|North|South|East|West)`;
const name = String.raw`(?:\p{Lu}[\p{L}'’.-]+|\d{1,3}(?:st|nd|rd|th))`;
const way =
  "Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Place|Pl|Terrace|Ter|Circle|Cir|Trail|Trl|Parkway|Pkwy|Highway|Hwy|Crescent|Close|Way|Row|Loop";
const lowerWord = String.raw`(?!(?:the|a|an|of|my|our|your|his|her|their|this|that|on|in|at|to|from|down|up|off|by|for|and|or|with|stars?|times?|guys?|men|days?|weeks?|months?|years?|hours?|minutes?|blocks?|miles?|feet|ft|houses?|homes?|yards?|lawns?|trucks?|crews?|visits?|more|other|different|each)\b)\p{Ll}{3,}`;
const streetAddress = [
  new RegExp(
    String.raw`${house} (?:${direction} )?(?:${name} ){1,3}(?:${way}|street|road|avenue|lane|drive|court|boulevard)\b`,
    "u",
  ),
  new RegExp(
    String.raw`${house} (?:${direction} )?(?:${lowerWord} ){1,2}(?:street|avenue|road|lane|boulevard|ave|blvd|rd)\b`,
    "iu",
  ),
  // Hauptstraße 12, Lindenweg 5a
  /(?<!\p{L})\p{Lu}\p{L}{1,40}(?:straße|strasse|str\.|weg|allee|gasse|platz) \d{1,4}[a-z]?\b/u,
  // Calle Mayor 12, Avenida del Sol 4; 12 rue de la Paix
  /\b(?:[Cc]alle|[Aa]venida|[Vv]ia|[Rr]ua) (?:(?:del?|la|las|los|da|do) )*\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?,? (?:n[.º°]+ ?)?\d{1,4}\b/u,
  /(?<![\p{L}\p{N}])\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|chemin) (?:(?:de|du|des|la|le|les) )*(?:[ld]['’])?\p{Lu}\p{L}+/u,
];

const place = String.raw`(?:gate|door|garage|alarm|lock|padlock|lockbox|lock box|keypad|key pad|keybox|entry|access|security|shed|fence|side yard|community)`;
const secret = String.raw`(?:code|pin|combo|combination|passcode|password)`;
const digits = String.raw`(?<!\b(?:in|since|of|until|before|after|from) )[#*]?(?<![\p{L}\p{N}$€£.])\d{3,8}[#*]?(?![\p{L}\p{N}%])`;
const near = String.raw`[^.!?\n]{0,30}?`;
const gateCode = [
  new RegExp(String.raw`\b${place}s?\b['’]?s?${near}\b${secret}\b${near}${digits}`, "iu"),
  new RegExp(String.raw`\b${secret}\b${near}\b${place}\b${near}${digits}`, "iu"),
  new RegExp(
    String.raw`${digits} (?:is|was|opens|for|at) ${near}\b(?:${place} ${secret}|gate|keypad|lockbox|padlock)\b`,
    "iu",
  ),
  new RegExp(
    String.raw`\b(?:gate|keypad|lockbox|padlock|alarm)\b[^.!?\n]{0,12}(?<![\p{L}\p{N}$€£.])\d{3,8}#`,
    "iu",
  ),
  new RegExp(
    String.raw`(?<!\b(?:zip|postal|post|promo|discount|coupon|area|dress|referral|error) )\bcode(?: is| was|:| =)? ?#?\d{4,8}\b`,
    "iu",
  ),
];

const kinds: Record<PersonalData, readonly RegExp[]> = {
  phone,
  email,
  "street-address": streetAddress,
  "gate-code": gateCode,
};

/** The texts of a review in which customers or the owner may have put it, and where they stand. */
export const personalTexts = ({
  author,
  title,
  text,
  reply,
  photos,
}: {
  author?: unknown;
  title?: unknown;
  text?: unknown;
  reply?: unknown;
  photos?: unknown;
}): { path: (string | number)[]; text: string }[] =>
  [
    { path: ["author"], text: author },
    { path: ["title"], text: title },
    { path: ["text"], text },
    { path: ["reply", "text"], text: memberOf(reply, "text") },
    ...(Array.isArray(photos) ? photos : []).map((photo, index) => ({
      path: ["photos", index, "alt"],
      text: memberOf(photo, "alt"),
    })),
  ].filter((one): one is { path: (string | number)[]; text: string } => typeof one.text === "string");

/** Contacts of the business, which are public anyway. */
export interface OwnContacts {
  telephone: string;
  email: string;
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

function isOwn({ kind, words }: PersonalDataFinding, { telephone, email }: OwnContacts): boolean {
  if (kind === "email") return words.toLowerCase() === email.toLowerCase();
  const digits = digitsOf(words).replace(/^1(?=\d{10})/, "");
  return kind === "phone" && digits.length >= 7 && digitsOf(telephone).endsWith(digits);
}

/** Everything in the text that looks like personal data nobody wants published. */
export const findPersonalData = (text: string, own: OwnContacts): PersonalDataFinding[] =>
  findAll(text).filter((finding) => !isOwn(finding, own));

function findAll(text: string): PersonalDataFinding[] {
  // Most reviews hold neither a digit nor an address sign, and every pattern needs one.
  if (!/[\d@]|[[(] ?at\b/i.test(text)) return [];
  return keysOf(kinds).flatMap((kind) => {
    const found: { start: number; words: string }[] = [];
    for (const pattern of kinds[kind]) {
      // Most texts hold none, and this is cheaper than a copy of the pattern that finds all.
      if (!pattern.test(text)) continue;
      for (const { 0: words, index: start } of text.matchAll(new RegExp(pattern, `g${pattern.flags}`))) {
        const isNew = found.every(
          (one) => start >= one.start + one.words.length || start + words.length <= one.start,
        );
        if (isNew) found.push({ start, words });
      }
    }
    return found.sort((a, b) => a.start - b.start).map(({ words }) => ({ kind, words: words.trim() }));
  });
}
