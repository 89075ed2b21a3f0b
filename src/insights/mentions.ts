import type { Mentions } from "../schema/review.ts";
import type { Site } from "../schema/site.ts";
import { wordClassOf } from "./english.ts";
import { readName } from "./person-context.ts";
import { createTree, entriesAt, type PhraseTree } from "./phrase-tree.ts";
import { isPlace } from "./place-context.ts";
import type { PreparedText } from "./polarity.ts";
import { serviceForms, spellings, type Deed } from "./service-forms.ts";
import { stripClitic, typingOf, type Scene } from "./spot.ts";
import type { Token } from "./tokens.ts";

export type Kind = "technicians" | "services" | "areas";

export interface Mention {
  kind: Kind;
  id: string;
  from: number;
  to: number;
}

export interface Found {
  mentions: Mention[];
  /** Names that stay unresolved because several people share them, as they stand in the text. */
  unresolved: { words: string; ids: string[] }[];
}

interface Entry {
  kind: Kind;
  ids: string[];
  /** For people: a name alone, a name with an initial, a full name, or a title with the surname. */
  form: "bare" | "initial" | "full" | "titled" | "phrase";
}

export interface Finder {
  root: PhraseTree<Entry>;
  /** What a verb or a thing may be part of, by either word. */
  deeds: Map<string, { deed: Deed; id: string }[]>;
  crew: ReadonlySet<string>;
  /** Words of the names of the business and its places. */
  known: ReadonlySet<string>;
}

function add(root: PhraseTree<Entry>, words: readonly string[], entry: Entry): void {
  const entries = entriesAt(root, words);
  const same = entries.find(({ kind }) => kind === entry.kind);
  if (!same) entries.push(entry);
  else if (!same.ids.includes(entry.ids[0]!)) same.ids.push(...entry.ids);
}

function addPerson(root: PhraseTree<Entry>, { id, name, aliases }: Site["technicians"][number]): string {
  const [first = "", ...rest] = spellings(name)[0] ?? [];
  const surname = rest.at(-1);
  const entry = (form: Entry["form"]): Entry => ({ kind: "technicians", ids: [id], form });
  for (const alias of [name, first, ...aliases]) {
    for (const words of spellings(alias)) {
      const bare = words.filter((word) => word !== ".");
      const initial = bare.length > 1 && bare.at(-1)!.length === 1;
      add(root, bare, entry(bare.length === 1 ? "bare" : initial ? "initial" : "full"));
      if (bare.length === 1 && surname) {
        add(root, [bare[0]!, surname], entry("full"));
        add(root, [bare[0]!, surname[0]!], entry("initial"));
      }
    }
  }
  if (surname)
    for (const title of ["mr", "mrs", "ms", "miss", "mister"]) add(root, [title, surname], entry("titled"));
  return first;
}

/** Knows all names of the site's people, services and areas; made once a build. */
export function createFinder(site: Pick<Site, "business" | "technicians" | "services" | "areas">): Finder {
  const root = createTree<Entry>();
  const deeds: Finder["deeds"] = new Map();
  const crew = new Set<string>();
  for (const technician of site.technicians) {
    crew.add(addPerson(root, technician));
    for (const alias of technician.aliases) if (!/\s/.test(alias)) crew.add(alias.toLowerCase());
  }
  for (const { id, name, aliases } of site.services) {
    for (const label of [name, ...aliases]) {
      const forms = serviceForms(label);
      for (const words of forms.phrases) add(root, words, { kind: "services", ids: [id], form: "phrase" });
      for (const deed of forms.deeds)
        for (const word of new Set([...deed.verbs, ...deed.objects]))
          deeds.set(word, [...(deeds.get(word) ?? []), { deed, id }]);
    }
  }
  for (const { id, name, aliases } of site.areas)
    for (const label of [name, ...aliases])
      for (const words of spellings(label))
        add(
          root,
          words.filter((word) => word !== "."),
          { kind: "areas", ids: [id], form: "phrase" },
        );
  const known = new Set(
    [site.business, ...site.areas].flatMap(({ name }) => name.toLowerCase().split(/\s+/)),
  );
  return { root, deeds, crew, known };
}

interface Candidate extends Entry {
  first: number;
  /** Token index after the last word. */
  end: number;
  from: number;
  to: number;
}

/** Every name in a sentence, the longest from each word on; dots after initials and titles are passed over. */
function lookUp(finder: Finder, text: string, tokens: readonly Token[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (let first = 0; first < tokens.length; first++) {
    let node: PhraseTree<Entry> | undefined = finder.root;
    for (let at = first; at < tokens.length && node;) {
      const { word, from, to } = tokens[at]!;
      const bare = stripClitic(word);
      const exact: PhraseTree<Entry> | undefined =
        node.next.get(word) ?? (bare === word ? undefined : node.next.get(bare));
      if (!exact) break;
      node = exact;
      at++;
      for (const entry of node.entries) {
        // "Mike A" needs the capital; without a dot "a" is an article.
        if (entry.form === "initial" && !/^\p{Lu}/u.test(text.slice(from, to))) continue;
        const clitic = word.length - bare.length;
        const dot = entry.form === "initial" && text[to] === "." ? 1 : 0;
        candidates.push({ ...entry, first, end: at, from: tokens[first]!.from, to: to - clitic + dot });
      }
      if (bare !== word) break;
      if (
        tokens[at]?.word === "." &&
        bare.length < 7 &&
        tokens[at + 1] &&
        node.next.has(stripClitic(tokens[at + 1]!.word))
      )
        at++;
    }
  }
  return candidates;
}

/** "kitchen renovation" is none of ours. */
const otherTrades = new Set("kitchen bathroom bath basement roof interior hair tire".split(" "));

const fillers = new Set(
  `the a an our my your their his her all of both some up down away off out for entire whole front back side old new big little few
  overgrown tall long two three four five six several dead neighbor's yard's last more any these those every large small`.split(
    /\s+/,
  ),
);
const passives = new Set(
  `was were is are been get gets got getting being all both nicely just have has had freshly perfectly well beautifully evenly
  neatly finally not never be properly professionally`.split(/\s+/),
);

/** "trimmed our front hedges", "the hedges were trimmed". */
function findDeeds(finder: Finder, tokens: readonly Token[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { word } = tokens[at]!;
    for (const { deed, id } of finder.deeds.get(word) ?? []) {
      const active = deed.verbs.has(word);
      const [through, wanted] = active ? [fillers, deed.objects] : [passives, deed.verbs];
      let end = at + 1;
      while (end < at + 5 && through.has(tokens[end]?.word ?? "")) end++;
      const found = tokens[end]?.word ?? "";
      if (!wanted.has(found) || (!active && !/(?:ed|en|wn|ut|id)$/.test(found))) continue;
      candidates.push({
        kind: "services",
        ids: [id],
        form: "phrase",
        first: at,
        end: end + 1,
        from: tokens[at]!.from,
        to: tokens[end]!.to,
      });
    }
  }
  return candidates;
}

/** What one text mentions, in order; offsets are of the text. */
export function findMentions(finder: Finder, { text, sentences }: PreparedText): Found {
  const mentions: Mention[] = [];
  const open: (Candidate & { words: string })[] = [];
  const namesakes = new Set<string>();
  for (const { tokens } of sentences) {
    const candidates = lookUp(finder, text, tokens).concat(findDeeds(finder, tokens));
    if (candidates.length === 0) continue;
    const scene: Scene = {
      text,
      tokens,
      typing: typingOf(text, tokens),
      crew: finder.crew,
      known: finder.known,
    };
    const taken: Candidate[] = [];
    for (const candidate of candidates.toSorted(
      (a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from,
    )) {
      if (taken.some(({ from, to }) => candidate.from < to && from < candidate.to)) continue;
      const { first, end, kind, form } = candidate;
      if (kind === "services" && otherTrades.has(tokens[first - 1]?.word ?? "")) continue;
      if (kind === "areas" && !isPlace(scene, first, end)) continue;
      if (kind === "technicians" && !isTechnician(scene, candidate, namesakes)) continue;
      taken.push(candidate);
      if (kind === "technicians" && form === "bare" && candidate.ids.length === 1)
        open.push({ ...candidate, words: tokens[first]!.word });
      else if (candidate.ids.length > 1)
        open.push({ ...candidate, words: text.slice(candidate.from, candidate.to) });
      else mentions.push({ kind, id: candidate.ids[0]!, from: candidate.from, to: candidate.to });
    }
  }
  const unresolved: Found["unresolved"] = [];
  for (const { kind, ids, from, to, words } of open) {
    if (ids.length === 1) {
      if (!namesakes.has(stripClitic(words))) mentions.push({ kind, id: ids[0]!, from, to });
      continue;
    }
    if (kind === "technicians" && namesakes.has(words.toLowerCase())) continue;
    // The review itself says which of them: exactly one is named in full.
    const named = ids.filter((id) => mentions.some((mention) => mention.id === id));
    if (named.length === 1 && kind === "technicians") mentions.push({ kind, id: named[0]!, from, to });
    else unresolved.push({ words, ids });
  }
  return { mentions: mentions.sort((a, b) => a.from - b.from || a.to - b.to), unresolved };
}

function isTechnician(scene: Scene, { form, first, end }: Candidate, namesakes: Set<string>): boolean {
  if (form === "titled") return true;
  const words = scene.tokens.slice(first, end).map(({ word }) => stripClitic(word));
  if (form === "full" || form === "initial") {
    const names = words.filter((word) => word.length > 1);
    const ordinary = names.every((word) => wordClassOf(word) !== undefined);
    const capitals = /^\p{Lu}/u.test(scene.text.slice(scene.tokens[end - 1]!.from));
    if (ordinary && !capitals) return false;
    return true;
  }
  const reading = readName(scene, first, end);
  if (reading === "namesake") namesakes.add(words[0]!);
  return reading === "crew";
}

/** The owner's corrections win: each names the words it rests on. */
export function correct(
  found: Found,
  text: string,
  corrections: readonly Correction[],
  kindOf: ReadonlyMap<string, Kind>,
): Found {
  let { mentions, unresolved } = found;
  for (const correction of corrections) {
    const id = "is" in correction ? correction.is : correction.is_not;
    const kind = kindOf.get(id);
    if (kind === undefined) continue;
    for (const { from, to } of occurrences(text, correction.words)) {
      const overlaps = (mention: Mention) => mention.from < to && from < mention.to;
      mentions = mentions.filter(
        (mention) => !(overlaps(mention) && ("is" in correction ? mention.kind === kind : mention.id === id)),
      );
      if ("is" in correction) mentions.push({ kind, id, from, to });
    }
    unresolved = unresolved.filter(
      ({ words, ids }) => !(ids.includes(id) && correction.words.toLowerCase().includes(words.toLowerCase())),
    );
  }
  return { mentions: mentions.toSorted((a, b) => a.from - b.from || a.to - b.to), unresolved };
}
export type Correction = { is: string; words: string } | { is_not: string; words: string };

/** Where the words stand; as whole words if they do so anywhere. */
function occurrences(text: string, words: string): { from: number; to: number }[] {
  const spans = [];
  for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + words.length))
    spans.push({ from, to: from + words.length });
  const whole = spans.filter(
    ({ from, to }) => !/[\p{L}\p{N}]/u.test(text[from - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(text[to] ?? " "),
  );
  return whole.length > 0 ? whole : spans;
}

/** The mentions as a review carries them: each once, in the order of content. */
export function toReviewMentions(
  site: Pick<Site, "technicians" | "services" | "areas">,
  mentions: readonly Mention[],
): Mentions {
  const named = (kind: Kind) =>
    site[kind]
      .filter(({ id }) => mentions.some((mention) => mention.kind === kind && mention.id === id))
      .map(({ id, name }) => ({ id, name }));
  return { technicians: named("technicians"), services: named("services"), areas: named("areas") };
}
