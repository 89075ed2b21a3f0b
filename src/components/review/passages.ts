import { escapeMarkup } from "../../publish/markup.ts";
import type { Polarity } from "../../schema/insights.ts";

export interface Span {
  start: number;
  end: number;
}

/** A stretch of text that belongs to the same spans throughout. */
export interface Segment {
  text: string;
  /** Spans that begin here, by their index. */
  begins: number[];
  /** Spans that the text is part of, by their index. */
  within: number[];
}

/** The text in pieces, such that every span is a run of whole pieces, whether spans overlap or not. */
export function buildSegments(
  text: string,
  spans: readonly Span[],
  first = 0,
  last = text.length,
): Segment[] {
  const edges = [...new Set([first, last, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((edge) => edge >= first && edge <= last)
    .sort((a, b) => a - b);
  const indexes = (holds: (span: Span) => boolean) =>
    spans.flatMap((span, index) => (holds(span) ? index : []));
  return edges.slice(0, -1).map((from, index) => ({
    text: text.slice(from, edges[index + 1]),
    begins: indexes(({ start }) => start === from),
    within: indexes(({ start, end }) => start <= from && from < end),
  }));
}

/** One verdict over several: words that are praise and criticism are mixed; those without an opinion have no say. */
export function mergeVerdicts(verdicts: readonly (Polarity | undefined)[]): Polarity | undefined {
  const judged = new Set(
    verdicts.filter((verdict) => verdict === "positive" || verdict === "negative" || verdict === "mixed"),
  );
  return judged.size > 1 ? "mixed" : [...judged][0];
}

/**
 * The text as HTML in which an address can point at any of the spans: its first piece has the anchor's name, or an
 * empty element before it where it is part of several spans, and all of its pieces have the class `q<index>`. The style sheet
 * marks the span that is pointed at. Anchors are made of ids, which need no escape.
 */
export const buildMarkedHtml = (
  text: string,
  spans: readonly (Span & { polarity?: Polarity })[],
  toAnchor: (span: Span) => string,
  first = 0,
  last = text.length,
): string =>
  buildSegments(text, spans, first, last)
    .map(({ text: piece, begins, within }) => {
      const words = escapeMarkup(piece);
      if (within.length === 0) return words;
      const id = (index: number) => {
        const span = spans[index];
        return span === undefined ? "" : ` id="${toAnchor(span)}"`;
      };
      // A piece of several spans would, pointed at as one of them, mark the others too.
      const own = within.length === 1 ? begins[0] : undefined;
      const others = begins.filter((index) => index !== own);
      const points = others.map((index) => `<span${id(index)} class="q${index}"></span>`).join("");
      const said = mergeVerdicts(within.map((index) => spans[index]?.polarity));
      const classes = [...within.map((index) => `q${index}`), ...(said ? [`said-${said}`] : [])].join(" ");
      return `${points}<span${own === undefined ? "" : id(own)} class="${classes}">${words}</span>`;
    })
    .join("");

/** The text as HTML with a mark around each span; spans may overlap. */
export const buildHighlightedHtml = (
  text: string,
  spans: readonly Span[],
  first = 0,
  last = text.length,
): string =>
  buildSegments(text, spans, first, last)
    .map(({ text: piece, within }) =>
      within.length === 0 ? escapeMarkup(piece) : `<mark>${escapeMarkup(piece)}</mark>`,
    )
    .join("")
    .replaceAll("</mark><mark>", "");

/** The end of a sentence, closing brackets and quotation marks included. */
const sentenceEnd = /[.!?…。！？]+["'”’»)\]]*(?=\s|$)/gu;
const lastSentenceEnd = (text: string): number | undefined => {
  const last = [...text.matchAll(sentenceEnd)].at(-1);
  return last && last.index + last[0].length;
};
export const endsSentence = (text: string): boolean =>
  lastSentenceEnd(text.trimEnd()) === text.trimEnd().length;

/** The sentence that the words stand in, or the words themselves where it is long. */
export function sentenceAround(text: string, { start, end }: Span): Span {
  const before = text.slice(0, start);
  const from = Math.max(lastSentenceEnd(before) ?? 0, before.lastIndexOf("\n") + 1);
  const opens = from + (/\S/.exec(text.slice(from))?.index ?? 0);
  const [closing] = text.slice(end - 1).matchAll(/[.!?…。！？]+["'”’»)\]]*(?=\s|$)|\n|$/gu);
  const closes = closing === undefined ? end : end - 1 + closing.index + closing[0].trimEnd().length;
  return closes - opens > maxSentenceLength ? { start, end } : { start: opens, end: Math.max(closes, end) };
}
const maxSentenceLength = 200;

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
      quote.length > maxQuoteLength
        ? ""
        : after.length <= around
          ? after
          : toSentence(after.slice(0, around), quote),
  };
}

function fromSentence(text: string): string {
  const [first] = text.matchAll(sentenceEnd);
  const rest = first === undefined ? "" : text.slice(first.index + first[0].length).trimStart();
  return rest === "" ? text : rest;
}

function toSentence(text: string, quote: string): string {
  const end = lastSentenceEnd(text);
  if (end !== undefined) return text.slice(0, end);
  return endsSentence(quote) ? "" : `${cutEnd(text)}…`;
}

export const buildExcerptHtml = ({ before, quote, after }: Excerpt): string =>
  `${escapeMarkup(before)}<mark>${escapeMarkup(quote)}</mark>${escapeMarkup(after)}`;

/** The first words of a text, for a summary. */
export const buildOpening = (text: string, length: number): string =>
  text.length <= length ? text : `${cutEnd(text.slice(0, length))}…`;

// A cut never leaves half a surrogate pair, and half a word only when there is no space to cut at.
const cutStart = (text: string) => (/\s(.*)$/s.exec(text)?.[1] ?? text).replace(/^[\uDC00-\uDFFF]/, "");
const cutEnd = (text: string) => (/^(.*)\s/s.exec(text)?.[1] ?? text).replace(/[\uD800-\uDBFF]$/, "");
