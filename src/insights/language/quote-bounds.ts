interface Range {
  from: number;
  to: number;
}

/** What no quote may cut: addresses, abbreviations, amounts and times, words with all their hyphens and apostrophes. */
const unit =
  /(?:https?:\/\/|www\.)\S+|[^\s@]+@[^\s@]+\.\p{L}+|(?:\p{L}\.){2,}|(?<!\p{L})(?:mr|mrs|ms|dr|st|vs|etc|approx|no|inc|ltd|jr|sr)\.|[$€£¥]?[\p{L}\p{M}\d]+(?:(?:[.,:'’‘\x60´&@/-]|\(?(?=s\)))[\p{L}\p{M}\d]+\)?)*%?/giu;

/** Where the unit that holds the offset begins and ends; the offset itself where it cuts none. Units hold no spaces. */
function unitAt(text: string, at: number): Range {
  const start = at - /\S*$/u.exec(text.slice(0, at))![0].length;
  const chunk = text.slice(start, at + /^\S*/u.exec(text.slice(at))![0].length);
  for (const { index, 0: found } of chunk.matchAll(unit)) {
    const [from, to] = [start + index, start + index + found.length];
    if (from < at && at < to) return { from, to };
  }
  return { from: at, to: at };
}

/** The range, widened where it begins or ends inside a number, a word, an address or an abbreviation. */
export const wholeUnits = (text: string, { from, to }: Range): Range => ({
  from: unitAt(text, from).from,
  to: unitAt(text, to).to,
});
