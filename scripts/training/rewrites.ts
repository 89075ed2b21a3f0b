import { readSentence } from "../../src/insights/language/clauses.ts";
import type { SentenceReading } from "../../src/insights/language/sentence-reading.ts";
import { phraseBooks } from "../../src/insights/language/phrases.ts";
import { type Token, tokenize } from "../../src/insights/language/tokens.ts";
import { pick } from "../../src/schema/lists.ts";

/** A sentence with a target at [from, to) and its label. */
export interface Labelled {
  id: string;
  text: string;
  term: string;
  from: number;
  to: number;
  polarity: "positive" | "neutral" | "negative";
}

const books = phraseBooks([]);

const opposites: Record<string, string> = Object.fromEntries(
  `good bad|great terrible|excellent awful|delicious disgusting|tasty tasteless|friendly rude|polite impolite|nice unpleasant|fresh stale
  fast slow|quick slow|amazing horrible|wonderful dreadful|fantastic poor|best worst|better worse|clean dirty|attentive inattentive|helpful unhelpful
  cheap overpriced|reasonable unreasonable|affordable expensive|comfortable uncomfortable|cozy cramped|perfect flawed|professional unprofessional
  prompt slow|beautiful ugly|love hate|loved hated|like dislike|liked disliked|enjoyed hated|recommend avoid|pleasant unpleasant|bright dim|sharp blurry
  smooth rough|easy hard|reliable unreliable|quiet noisy|spacious tiny|warm cold|outstanding dreadful|superb abysmal|awesome awful|decent poor
  fine bad|interesting boring|impressive disappointing|impressed disappointed|happy unhappy|satisfied dissatisfied|juicy dry|tender tough
  flavorful bland|crisp soggy|lovely nasty|generous stingy|large small|huge tiny|high low|courteous rude|knowledgeable clueless|accommodating unaccommodating
  romantic gloomy|relaxing stressful|charming dull|incredible terrible|exceptional dreadful|top bottom|worth unworthy|powerful weak|durable flimsy`
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(" "))
    .flatMap(([one = "", other = ""]): [string, string][] => [
      [one, other],
      [other, one],
    ])
    .toReversed(),
);

interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Applies edits outside the target and moves its offsets along. */
function edit(line: Labelled, edits: readonly Edit[], changes: Partial<Labelled>): Labelled {
  let { text, from, to } = line;
  for (const change of edits.toSorted((left, right) => right.from - left.from)) {
    text = text.slice(0, change.from) + change.text + text.slice(change.to);
    if (change.from >= line.to) continue;
    const shift = change.text.length - (change.to - change.from);
    from += shift;
    to += shift;
  }
  return { ...line, text, from, to, ...changes };
}

interface View {
  reading: SentenceReading;
  first: number;
  last: number;
}
function view(line: Labelled): View {
  const tokens = tokenize(line.text);
  const first = Math.max(
    0,
    tokens.findIndex((token) => token.to > line.from),
  );
  let last = first;
  for (const { from } of tokens.slice(first)) if (from < line.to) last += 1;
  return { reading: readSentence(tokens, books), first, last };
}

/** The target's own clause alone, when it is shorter than the sentence and still tells what the label says. */
export function crop(line: Labelled): Labelled | undefined {
  const { reading, first, last } = view(line);
  const { tokens, words } = reading;
  const barrierAt = (at: number): number => words[at]?.barrier ?? 0;
  const size = words.length;
  if (size === 0) return undefined;
  const isJoined = (low: number): boolean =>
    barrierAt(first) - barrierAt(low - 1) < 1 && barrierAt(low) - barrierAt(low - 1) < 1;
  let low = first;
  while (low > 0 && isJoined(low)) low -= 1;
  let high = last;
  while (high < size && barrierAt(high) - barrierAt(last - 1) < 1) high += 1;
  if (high - low >= size - 2 || high - low < 3) return undefined;
  const total = words.slice(low, high).reduce((sum, { valence }) => sum + valence, 0);
  if (
    line.polarity === "neutral"
      ? Math.abs(total) > 0.5
      : total * (line.polarity === "positive" ? 1 : -1) <= 0.5
  )
    return undefined;
  const start = tokens[low]?.from ?? 0;
  const text = line.text.slice(start, tokens[high - 1]?.to);
  return { ...line, id: `${line.id}-crop`, text: `${text}.`, from: line.from - start, to: line.to - start };
}

function reversal({ reading, first, last }: View, line: Labelled): Edit | undefined {
  const wanted = line.polarity === "positive" ? 1 : -1;
  const { tokens, words } = reading;
  let best: { at: number; token: Token; unit: number[]; cost: number } | undefined;
  for (const [at, token] of tokens.entries()) {
    const read = words[at];
    if (read === undefined || read.valence * wanted <= 0 || (at >= first && at < last)) continue;
    const distance = at < first ? first - at : at - last + 1;
    const between = Math.abs(read.barrier - (words[first]?.barrier ?? 0));
    const { holder, unit } = read;
    const held = holder !== undefined && holder.from < last && holder.to > first;
    if (!held && (between >= 1 || distance > 5)) continue;
    const cost = distance + 3 * between - (held ? 10 : 0);
    if (!best || cost < best.cost) best = { at, token, unit, cost };
  }
  if (!best) return undefined;
  const { word, from, to } = best.token;
  const negator = best.unit
    .flatMap((at) => tokens[at] ?? [])
    .find((token) => /^(?:not|never|n't)$/.test(token.word));
  if (negator) return { from: negator.from, to: negator.to + 1, text: "" };
  const opposite = opposites[word];
  if (opposite) return { from, to, text: opposite };
  const before = tokens[best.at - 1]?.word ?? "";
  if (/^(?:is|was|are|were|very|really|so|extremely)$/.test(before)) {
    const copula = /^(?:is|was|are|were)$/.test(before);
    if (copula) return { from, to: from, text: "not " };
  }
  return undefined;
}

const flipped = { positive: "negative", neutral: "neutral", negative: "positive" } as const;

/** The same sentence with what is said of the target turned round. */
export function reverseTarget(line: Labelled): Labelled | undefined {
  if (line.polarity === "neutral") return undefined;
  const change = reversal(view(line), line);
  return change && edit(line, [change], { id: `${line.id}-reversed`, polarity: flipped[line.polarity] });
}

/** The same sentence with what is said of other targets turned round; the label stays. */
export function reverseOthers(line: Labelled, siblings: readonly Labelled[]): Labelled | undefined {
  const mine = line.polarity === "neutral" ? undefined : reversal(view(line), line);
  const edits: Edit[] = [];
  for (const sibling of siblings) {
    if (sibling.from === line.from || sibling.polarity === "neutral") continue;
    const change = reversal(view(sibling), sibling);
    if (!change || (change.from < line.to && change.to > line.from)) continue;
    if ((mine && change.from === mine.from) || edits.some((other) => other.from === change.from)) continue;
    edits.push(change);
  }
  return edits.length > 0 ? edit(line, edits, { id: `${line.id}-others` }) : undefined;
}

const distractions = {
  things:
    `the food|the service|the staff|the room|the price|the screen|the battery|the drinks|the crew|the office|the decor|the music|the menu|the dessert|the location|the keyboard|the design|the manager|the wine|the bathroom|the delivery|the billing|the breakfast|the speed|the bread|the portions|the speakers|the mulch`.split(
      "|",
    ),
  positive:
    `great|excellent|very good|wonderful|amazing|friendly|the best|fantastic|nice|perfect|outstanding|beautiful|fresh and tasty|reliable|fast|superb|quite good|lovely|fairly priced|worth it|impressive|clean|reasonable|delicious|helpful`.split(
      "|",
    ),
  negative:
    `terrible|awful|very bad|horrible|poor|rude|the worst|disappointing|slow|dirty|overpriced|mediocre|dull|unreliable|disgusting|not good|not great|too small|too expensive|cold and bland|unpleasant|a mess|noisy|boring|broken`.split(
      "|",
    ),
};

/** The same sentence with one to three clauses of the other sign behind it; the label stays. */
export function distract(line: Labelled, random: () => number): Labelled | undefined {
  if (line.polarity === "neutral" && random() < 0.5) return undefined;
  const sign =
    line.polarity === "positive"
      ? "negative"
      : line.polarity === "negative"
        ? "positive"
        : random() < 0.5
          ? "positive"
          : "negative";
  const some = <T>(list: readonly T[]): T => pick(list, random);
  const clause = (): string => {
    const thing = some(distractions.things);
    return `${thing} ${some(thing.endsWith("s") && !thing.endsWith("ss") ? ["were", "are"] : ["was", "is"])} ${some(distractions[sign])}`;
  };
  const count = 1 + Math.floor(random() * 3);
  const clauses = Array.from({ length: count }, clause);
  const tail = [clauses.slice(0, -1).join(", "), ...clauses.slice(-1)].filter(Boolean).join(" and ");
  const body = line.text.trimEnd().replace(/[.!?\s]+$/, "");
  if (body.length < line.to || /[.!?]\s/.test(body)) return undefined;
  return {
    ...line,
    id: `${line.id}-distracted`,
    text: `${body}${some([", but", ", but", " but", ", although", ", however", "; "])} ${tail}.`,
  };
}

/** A short sentence without its opinions: then nothing is said of the target. */
export function bare(line: Labelled): Labelled | undefined {
  const { reading, first, last } = view(line);
  const gone = new Set<number>();
  for (const [at, { valence, unit }] of reading.words.entries()) {
    if (valence === 0) continue;
    if (at >= first && at < last) return undefined;
    for (const member of unit) gone.add(member);
  }
  if (gone.size === 0 || reading.tokens.length - gone.size > 9) return undefined;
  const edits = [...gone]
    .filter((at) => at < first || at >= last)
    .flatMap((at) => reading.tokens[at] ?? [])
    .map(({ from, to }) => ({ from, to, text: "" }));
  return edit(line, edits, { id: `${line.id}-bare`, polarity: "neutral" });
}
