import { distance } from "../../schema/names.ts";
import type { Site } from "../../schema/site.ts";
import { determiners, firstNames, functionWords, isFinite } from "../english.ts";
import type { PreparedText } from "../sentences.ts";
import { stripClitic } from "../sentences.ts";
import type { Mention } from "./mentions.ts";

/** A word that may be a misspelt name: for the owner to add as an alias, or not. */
export interface Suspect {
  words: string;
  /** The name it may stand for, and whose it is. */
  name: string;
  ids: string[];
  review_id: string;
  around: string;
}

/** The fields of a read review that are needed. */
interface ReadReview {
  review: { id: string; text: string };
  mentions: readonly Mention[];
  prepared: () => PreparedText;
}

/** Likely misspellings of names and places; nothing is counted for them until the owner adds an alias. */
export function findSuspects(site: Site, readings: readonly ReadReview[]): Suspect[] {
  const names = new Map<string, Set<string>>();
  for (const { id, name, aliases } of [...site.technicians, ...site.areas])
    for (const word of [name, ...aliases].flatMap((label) => label.toLowerCase().split(/[^\p{L}]+/u)))
      if (word.length > 2) names.set(word, (names.get(word) ?? new Set()).add(id));
  // Services are plain words, so only long ones can be distinguished from others.
  const services = new Map<string, Set<string>>();
  for (const { id, name, aliases } of site.services)
    for (const label of [name, ...aliases].map((one) => one.toLowerCase()))
      if (/^\p{L}{7,}$/u.test(label)) services.set(label, new Set([id]));
  const uses = new Map<string, number>();
  for (const { prepared } of readings)
    for (const word of new Set(
      prepared().sentences.flatMap(({ tokens }) => tokens.map((token) => token.word)),
    ))
      uses.set(word, (uses.get(word) ?? 0) + 1);
  return readings.flatMap(({ review, prepared, mentions }) =>
    prepared().sentences.flatMap(({ from: opens, to: closes, tokens }) =>
      tokens.flatMap(({ word, from, to }, index): Suspect[] => {
        const bare = stripClitic(word);
        const common =
          names.has(bare) || functionWords.has(bare) || firstNames.has(bare) || (uses.get(word) ?? 0) > 3;
        if (bare.length < 3 || common || mentions.some((mention) => mention.from < to && from < mention.to))
          return [];
        // A name stands in capitals inside the sentence, or does something.
        const capital = index > 0 && /^\p{Lu}\p{Ll}/u.test(review.text.slice(from, to));
        const acts =
          isFinite(tokens[index + 1]?.word ?? "") && !determiners.has(tokens[index - 1]?.word ?? "");
        const candidates = capital || acts ? [...names, ...services] : [...services];
        for (const [name, ids] of candidates) {
          const most = name.length > 5 && names.has(name) ? 2 : 1;
          if (
            bare[0] !== name[0] ||
            Math.abs(bare.length - name.length) > most ||
            distance(bare, name) > most
          )
            continue;
          const words = review.text.slice(from, from + bare.length);
          const around = review.text.slice(opens, closes).trim();
          return [{ words, name, ids: [...ids], review_id: review.id, around }];
        }
        return [];
      }),
    ),
  );
}
