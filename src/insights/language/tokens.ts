/** One word or mark of a text; `from` and `to` are UTF-16 offsets, `word` is lower case with straight quotes. */
export interface Token {
  word: string;
  from: number;
  to: number;
  /** Hash of `word`, so that features never build strings. */
  hash: number;
}

const tokenPattern = /[\p{L}\p{M}]+(?:['’‘`´][\p{L}\p{M}]+)*|\d+(?:[.,:]\d+)*|\.{2,}|…|[^\s\p{L}\p{M}\d]/gu;
const sentenceEnd = /(?:[!?]+|\.(?!\.)|…|\.{3,}(?=\s+\p{Lu}))["'”’)\]]*(?=\s|$)|\n+/gu;
const abbreviation = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|vs|etc|approx|e\.g|i\.e|no|inc|ltd|jr|sr|[a-z])\.$/iu;

/** FNV-1a. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Mixes two hashes into one. */
export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ Math.imul(right, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35) >>> 0;
}

export function tokenize(text: string, offset = 0): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    const raw = match[0];
    // A hyphen between letters joins words ("top-notch"); the words are read one by one.
    if (raw === "-" && /\S/.test(text[match.index - 1] ?? " ") && /\S/.test(text[match.index + 1] ?? " "))
      continue;
    const word = raw.toLowerCase().replaceAll(/[’‘`´]/g, "'");
    tokens.push({
      word,
      from: offset + match.index,
      to: offset + match.index + raw.length,
      hash: hashOf(word),
    });
  }
  return tokens;
}

/** The ranges of the sentences of a text, in order; together they cover all its words. */
export function sentences(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
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
