/** One word or mark of a text; `from` and `to` are UTF-16 offsets, `word` is lower case with straight quotes. */
export interface Token {
  word: string;
  from: number;
  to: number;
}

export interface Range {
  from: number;
  to: number;
}

export interface Sentence extends Range {
  tokens: readonly Token[];
}

/** A text, split once for everything that reads it. */
export interface PreparedText {
  text: string;
  sentences: readonly Sentence[];
}

const tokenPattern = /[\p{L}\p{M}]+(?:['’‘`´][\p{L}\p{M}]+)*|\d+(?:[.,:]\d+)*|\.{2,}|…|[^\s\p{L}\p{M}\d]/gu;
const sentenceEnd =
  /(?:[!?]+|\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?(?=\s+\p{Lu})|\.(?!\.)|…|\.{3,}(?=\s+\p{Lu}))["'”’)\]]*(?=\s|$)|\n+/gu;
const abbreviation = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|vs|etc|approx|e\.g|i\.e|no|inc|ltd|jr|sr|[a-z])\.$/iu;

/** The word without 's, 'll and the like. */
export const stripClitic = (word: string): string => word.replace(/'(?:s|ll|d|ve|re)?$/, "");

export function tokenize(text: string, offset = 0): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    const raw = match[0];
    // A hyphen between letters joins words ("top-notch"); the words are read one by one.
    if (raw === "-" && /\S/.test(text[match.index - 1] ?? " ") && /\S/.test(text[match.index + 1] ?? " "))
      continue;
    const word = raw.toLowerCase().replaceAll(/[’‘`´]/g, "'");
    tokens.push({ word, from: offset + match.index, to: offset + match.index + raw.length });
  }
  return tokens;
}

/** The ranges of the sentences of a text, in order; together they cover all its words. */
export function sentencesOf(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    if (
      match[0].startsWith(".") &&
      abbreviation.test(text.slice(Math.max(0, end - 12), end)) &&
      /\S/.test(text.slice(end))
    )
      continue;
    const last = ranges.at(-1);
    if (/[\p{L}\d]/u.test(text.slice(start, end))) ranges.push({ from: start, to: end });
    else if (last) last.to = end;
    else continue;
    start = end;
  }
  if (start < text.length) {
    const last = ranges.at(-1);
    if (last && !/[\p{L}\d]/u.test(text.slice(start))) last.to = text.length;
    else ranges.push({ from: start, to: text.length });
  }
  return ranges;
}

/** Longer sentences are read in parts of this length; without an end the work on each of its words would grow with all of them. */
export const maxTokens = 150;

export function prepareText(text: string): PreparedText {
  const sentences = sentencesOf(text).flatMap(({ from, to }) => {
    const tokens = tokenize(text.slice(from, to), from);
    if (tokens.length <= maxTokens) return [{ from, to, tokens }];
    return Array.from({ length: Math.ceil(tokens.length / maxTokens) }, (_, piece) => {
      const part = tokens.slice(piece * maxTokens, (piece + 1) * maxTokens);
      const end = tokens[(piece + 1) * maxTokens]?.from ?? to;
      return { from: piece === 0 ? from : (part[0]?.from ?? from), to: end, tokens: part };
    });
  });
  return { text, sentences };
}
