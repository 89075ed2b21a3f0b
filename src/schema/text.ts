import { z } from "zod";

/** Scripts in which a joiner between two letters changes how they are written. */
const joining = "Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt"
  .split(" ")
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");

/** Emoji, and joiners that words need, are kept; all other invisible characters match the second part and go. */
let seenOrUnseen: RegExp | undefined;
// A pattern of this size takes 40 ms to read, which a program that cleans no text should not pay.
const toSeenOrUnseen = (): RegExp =>
  new RegExp(
    String.raw`(\p{RGI_Emoji}|(?<=[${joining}])[\u200C\u200D](?=[${joining}]))|[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t]]`,
    "gv",
  );

/** Latin letters, digits and usual signs: text of these alone, which most is, needs no cleaning, and this test is hundreds of times faster. */
const plain = /^[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027]*$/;

/**
 * Text as every output carries it: NFC, newlines as \n, no control, invisible or direction-changing characters.
 * Joiners inside emoji and inside words of scripts that need them stay. Applying it twice changes nothing.
 */
export const cleanText = (text: string): string =>
  plain.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
        .replace((seenOrUnseen ??= toSeenOrUnseen()), (_, seen: string | undefined) => seen ?? "")
        .normalize("NFC");

/** Text on one line, such as a name or a title. */
export const Line = z
  .string()
  .transform((text) => cleanText(text).replace(/\s+/g, " ").trim())
  .pipe(z.string().min(1, "must not be empty").max(300, "must have at most 300 characters"));

/** Text of any number of lines, such as what a customer wrote. */
export const Prose = z
  .string()
  .transform((text) => cleanText(text).trim())
  .pipe(z.string().max(20_000, "must have at most 20,000 characters"));

/** The address of a page. */
export const WebAddress = z.url({ protocol: /^https?$/ });

/** A calendar day. */
export const Day = z.iso.date("must be a real day, written YYYY-MM-DD");

/** An instant in UTC. */
export const Instant = z.iso.datetime("must be an instant in UTC, such as 2026-05-01T09:30:00Z");

/** A public identifier: never reused for something else. */
export const Id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "must be 1 to 64 of a-z, 0-9 and -, not starting with -");

/** 1 as "1 review", 2 as "2 reviews". */
export const toCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A text as a pattern finds it. RegExp.escape came with Node 24 only. */
export const escapePattern = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`);
