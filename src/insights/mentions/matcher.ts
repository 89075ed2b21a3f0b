import { stripClitic } from "../sentences.ts";
import type { Site } from "../../schema/site.ts";
import { createPhraseTree, entriesAt, type PhraseTree } from "../phrases.ts";
import type { Token } from "../sentences.ts";
import { parseTable, parseWords } from "../words.ts";
import lists from "../words/names.json" with { type: "json" };
import { pluralsOf, spellings } from "./forms.ts";
import { termsOfTrades } from "./trade-terms.ts";
import { findWork, indexWork, termsOfNames, type WorkIndex } from "./service-terms.ts";

export type Kind = "technicians" | "services" | "areas";

interface Entry {
  kind: Kind;
  ids: string[];
  /** For people: a first name alone, with an initial, a full name, a title with the surname, or the surname alone. */
  form: "bare" | "initial" | "full" | "titled" | "surname" | "phrase";
}

export interface Matcher {
  root: PhraseTree<Entry>;
  work: WorkIndex;
  staffNames: ReadonlySet<string>;
  /** Words of the names of the business and its places. */
  known: ReadonlySet<string>;
  /** State or country of each place, by its id. */
  regions: ReadonlyMap<string, string>;
}

const { titles } = parseWords(lists);
const nicknames = parseTable(lists.nicknames);
const nicknamesOf = (first: string): readonly string[] => nicknames.get(first.toLowerCase()) ?? [];
const sameTitle = (title: string): string[] =>
  title === "dr" || title === "doctor" ? ["dr", "doctor", "doc"] : [title];

function add(root: PhraseTree<Entry>, words: readonly string[], entry: Entry): void {
  const entries = entriesAt(root, words);
  const same = entries.find(({ kind }) => kind === entry.kind);
  if (!same) entries.push(entry);
  else same.ids.push(...entry.ids.filter((id) => !same.ids.includes(id)));
}

function addPerson(root: PhraseTree<Entry>, { id, name, aliases }: Site["technicians"][number]): string {
  const words = (spellings(name)[0] ?? []).filter((word) => word !== ".");
  const title = titles.has(words[0] ?? "");
  const [first = "", ...rest] = title ? words.slice(1) : words;
  const surname = rest.at(-1);
  const entry = (form: Entry["form"]): Entry => ({ kind: "technicians", ids: [id], form });
  for (const alias of [[first, ...rest].join(" "), first, ...nicknamesOf(first), ...aliases])
    for (const spelling of spellings(alias)) {
      const bare = spelling.filter((word) => word !== ".");
      const [only = "", ...more] = bare;
      const initial = more.at(-1)?.length === 1;
      add(root, bare, entry(bare.length === 1 ? "bare" : initial ? "initial" : "full"));
      if (bare.length === 1 && surname) {
        add(root, [only, surname], entry("full"));
        add(root, [only, surname.charAt(0)], entry("initial"));
      }
    }
  // "Amy Jo" of Amy Jo Smith.
  if (rest.length > 1 && (rest[0]?.length ?? 0) > 1) add(root, [first, rest[0] ?? ""], entry("full"));
  if (surname) {
    const own = title ? sameTitle(words[0] ?? "") : [];
    for (const each of new Set([...titles, ...own])) add(root, [each, surname], entry("titled"));
    // "Dr. Rose" of Dr. Rose Chen; without a title of her own the name belongs to somebody else.
    for (const each of own)
      for (const short of [first, ...nicknamesOf(first)]) add(root, [each, short], entry("titled"));
    add(root, [surname], entry("surname"));
  }
  return first;
}

/** Knows all names of the site's people, services and areas; made once a build. */
export function createMatcher(site: Pick<Site, "business" | "technicians" | "services" | "areas">): Matcher {
  const root = createPhraseTree<Entry>();
  const staffNames = new Set<string>();
  for (const technician of site.technicians) {
    staffNames.add(addPerson(root, technician));
    for (const alias of technician.aliases) if (!/\s/.test(alias)) staffNames.add(alias.toLowerCase());
    for (const nickname of nicknamesOf(technician.name.split(/\s+/)[0] ?? "")) staffNames.add(nickname);
  }
  const own = termsOfNames(site.services);
  const trade = termsOfTrades(site.services);
  for (const terms of [own, trade]) {
    const isNamed = new Set<Entry>();
    for (const [id, { phrases }] of terms)
      for (const phrase of phrases) {
        // The owner's own words win over what is known of his trade.
        const held = entriesAt(root, phrase).find(({ kind }) => kind === "services");
        if (held !== undefined && !isNamed.has(held) && terms === trade) continue;
        const entry: Entry = { kind: "services", ids: [id], form: "phrase" };
        isNamed.add(held ?? entry);
        add(root, phrase, entry);
      }
  }
  const known = new Set(site.business.name.toLowerCase().split(/\s+/));
  for (const area of site.areas)
    for (const name of [area.name, ...area.aliases])
      for (const words of spellings(name)) {
        add(root, words, { kind: "areas", ids: [area.id], form: "phrase" });
        for (const word of words) known.add(word);
      }
  for (const form of [...known].flatMap(pluralsOf)) known.add(form);
  return {
    root,
    work: indexWork([...own, ...trade].map(([id, { work }]) => [id, work] as const)),
    staffNames,
    known,
    regions: new Map(site.areas.map(({ id, region }) => [id, region])),
  };
}

export interface Candidate extends Entry {
  /** Token indexes, `end` exclusive. */
  first: number;
  end: number;
  from: number;
  to: number;
  /** The tokens that say it, where others stand between them. */
  hits: readonly number[];
}

/** Every name in a sentence, the longest from each word on; dots after initials and titles are passed over. */
function lookUp({ root }: Matcher, text: string, tokens: readonly Token[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [first, { from: start }] of tokens.entries()) {
    let node: PhraseTree<Entry> | undefined = root;
    for (let at = first; node;) {
      const token = tokens[at];
      if (token === undefined) break;
      const { word, from, to } = token;
      const bare = stripClitic(word);
      const next: PhraseTree<Entry> | undefined =
        node.next.get(word) ?? (bare === word ? undefined : node.next.get(bare));
      if (!next) break;
      node = next;
      at += 1;
      for (const entry of node.entries) {
        // "Mike A" needs the capital; without a dot "a" is an article.
        if (entry.form === "initial" && !/^\p{Lu}/u.test(text.slice(from, to))) continue;
        const dot = entry.form === "initial" && text[to] === "." ? 1 : 0;
        const hits = tokens.slice(first, at).map((_, step) => first + step);
        candidates.push({
          ...entry,
          first,
          end: at,
          from: start,
          to: to - (word.length - bare.length) + dot,
          hits,
        });
      }
      if (bare !== word) break;
      const after = tokens[at + 1];
      if (tokens[at]?.word === "." && bare.length < 7 && after && node.next.has(stripClitic(after.word)))
        at += 1;
    }
  }
  return candidates;
}

/** Everything in a sentence that may be a name, overlaps included, the longest first. */
export const findCandidates = (matcher: Matcher, text: string, tokens: readonly Token[]): Candidate[] =>
  lookUp(matcher, text, tokens)
    .concat(
      findWork(matcher.work, tokens).map(({ id, first, end, hits }) => ({
        kind: "services" as const,
        ids: [id],
        form: "phrase" as const,
        first,
        end,
        from: tokens[first]!.from,
        to: tokens[end - 1]!.to,
        hits,
      })),
    )
    .sort((a, b) => b.hits.length - a.hits.length || b.to - b.from - (a.to - a.from) || a.from - b.from);
