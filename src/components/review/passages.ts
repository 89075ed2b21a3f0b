import { escapeMarkup } from "../../publish/markup.ts";
import type { Polarity } from "../../schema/insights.ts";

export interface Span {
  start: number;
  end: number;
}

/** One verdict over several: words that are praise and criticism are mixed; those without an opinion have no say. */
export function mergeVerdicts(verdicts: readonly (Polarity | undefined)[]): Polarity | undefined {
  const judged = new Set(
    verdicts.filter((verdict) => verdict === "positive" || verdict === "negative" || verdict === "mixed"),
  );
  return judged.size > 1 ? "mixed" : [...judged][0];
}

/**
 * The text as HTML in which an address can point at any of the spans: an element each, within those that hold it, with the
 * class of what it is read as where that differs from what is around it. One that begins within another ends with it.
 * Anchors are made of ids, which need no escape.
 */
export function buildMarkedHtml(
  text: string,
  spans: readonly (Span & { polarity?: Polarity })[],
  toAnchor: (span: Span) => string,
  first = 0,
  last = text.length,
): string {
  const ordered = spans
    .filter(({ start, end }) => end > first && start < last)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const render = (from: number, to: number, around?: Polarity): string => {
    let html = "";
    let done = from;
    for (let [span] = ordered; span !== undefined && span.start < to; [span] = ordered) {
      ordered.shift();
      const [start, end] = [Math.max(span.start, done), Math.min(span.end, to)];
      const said = mergeVerdicts([around, span.polarity]);
      const id = span.start < first ? "" : ` id="${toAnchor(span)}"`;
      const name = said === around ? "" : ` class="said-${said}"`;
      html += `${escapeMarkup(text.slice(done, start))}<span${id}${name}>${render(start, end, said)}</span>`;
      done = end;
    }
    return html + escapeMarkup(text.slice(done, to));
  };
  return render(first, last);
}

/** The text as HTML with a mark around each span; spans may overlap. */
export function buildHighlightedHtml(
  text: string,
  spans: readonly Span[],
  first = 0,
  last = text.length,
): string {
  let html = "";
  let done = first;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const [from, to] = [Math.max(start, done), Math.min(end, last)];
    if (to <= from) continue;
    html += `${escapeMarkup(text.slice(done, from))}<mark>${escapeMarkup(text.slice(from, to))}</mark>`;
    done = to;
  }
  return (html + escapeMarkup(text.slice(done, last))).replaceAll("</mark><mark>", "");
}

/** The end of a sentence, closing brackets and quotation marks included. */
const sentenceEnd = /[.!?…。！？]+["'”’»)\]]*(?=\s|$)/gu;
const lastSentenceEnd = (text: string): number | undefined => {
  const last = [...text.matchAll(sentenceEnd)].at(-1);
  return last && last.index + last[0].length;
};
export const endsSentence = (text: string): boolean =>
  lastSentenceEnd(text.trimEnd()) === text.trimEnd().length;

/**
 * Where a long text folds after about `shown` characters, if the rest is worth a tap: at the end of a sentence, or
 * else between two words.
 */
export function foldPoint(text: string, shown: number): number | undefined {
  if (text.length <= shown * 1.6) return undefined;
  const sentence = lastSentenceEnd(text.slice(0, shown)) ?? 0;
  if (sentence > shown / 2) return sentence;
  const space = text.lastIndexOf(" ", shown);
  if (space > shown / 2) return space;
  return /[\uD800-\uDBFF]/.test(text[shown - 1] ?? "") ? shown - 1 : shown;
}

export interface Excerpt {
  before: string;
  quote: string;
  after: string;
}

const maxQuoteLength = 360;

/** The quoted words with what stands around them, cut between sentences where one ends nearby, or between words. */
export function buildExcerpt(text: string, { start, end }: Span, around = 70): Excerpt {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const quote = text.slice(start, end);
  return {
    before: before.length <= around ? before : `…${fromSentence(cutStart(before.slice(-around)))}`,
    quote: quote.length <= maxQuoteLength ? quote : `${cutEnd(quote.slice(0, maxQuoteLength))}…`,
    after:
      quote.length > maxQuoteLength ? "" : after.length <= around ? after : toSentence(after, quote, around),
  };
}

function fromSentence(text: string): string {
  const [first] = text.matchAll(sentenceEnd);
  const rest = first === undefined ? "" : text.slice(first.index + first[0].length).trimStart();
  return rest === "" ? text : rest;
}

/** A sentence that ends so few characters later is finished. */
const maxFinish = 40;

function toSentence(text: string, quote: string, around: number): string {
  const near = text.slice(0, around);
  const end = lastSentenceEnd(near);
  if (end !== undefined) return near.slice(0, end);
  if (endsSentence(quote)) return "";
  const reach = text.slice(0, around + maxFinish);
  const [next] = reach.matchAll(sentenceEnd);
  if (next) return reach.slice(0, next.index + next[0].length);
  return reach === text ? text : `${cutEnd(near)}…`;
}

export const buildExcerptHtml = ({ before, quote, after }: Excerpt): string =>
  `${escapeMarkup(before)}<mark>${escapeMarkup(quote)}</mark>${escapeMarkup(after)}`;

/** The first words of a text, for a summary. */
export const buildOpening = (text: string, length: number): string =>
  text.length <= length ? text : `${cutEnd(text.slice(0, length))}…`;

// A cut never leaves half a surrogate pair, and half a word only when there is no space to cut at.
const cutStart = (text: string) => (/\s(.*)$/s.exec(text)?.[1] ?? text).replace(/^[\uDC00-\uDFFF]/, "");
const cutEnd = (text: string) => (/^(.*)\s/s.exec(text)?.[1] ?? text).replace(/[\uD800-\uDBFF]$/, "");
