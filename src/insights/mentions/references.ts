import { relations } from "../language/english.ts";
import type { PreparedText } from "../language/prepared-text.ts";
import type { Mention } from "./mentions.ts";

const pronouns = new Map([
  ["he", "he"],
  ["he's", "he"],
  ["him", "he"],
  ["she", "she"],
  ["she's", "she"],
]);

/** Places where "he" or "she" stands for the one of the staff who was named last: there opinions of them stand too. */
export function findReferences({ sentences }: PreparedText, mentions: readonly Mention[]): Mention[] {
  const people = mentions.filter(({ kind }) => kind === "technicians");
  const references: Mention[] = [];
  let last: { id: string; pronoun?: string } | undefined;
  for (const { from, to, tokens } of sentences) {
    const named = people.filter((mention) => mention.from >= from && mention.from < to);
    let isMeant = false;
    for (const [index, token] of tokens.entries()) {
      const mention = named.find((one) => one.from === token.from);
      if (mention) {
        if (mention.id !== last?.id) last = { id: mention.id };
        isMeant = true;
        continue;
      }
      // "my husband … he" is somebody else from here on.
      if (relations.has(token.word)) last = undefined;
      // "A word from her." is she; "her price" is not.
      const isObject = token.word === "her" && !/^\p{L}/u.test(tokens[index + 1]?.word ?? "");
      const pronoun = isObject ? "she" : pronouns.get(token.word);
      if (!last || pronoun === undefined || (last.pronoun !== undefined && last.pronoun !== pronoun))
        continue;
      last.pronoun = pronoun;
      isMeant = true;
      references.push({ kind: "technicians", id: last.id, from: token.from, to: token.to });
    }
    // A sentence that speaks of nobody ends it.
    if (!isMeant) last = undefined;
  }
  return references;
}
