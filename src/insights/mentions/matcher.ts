import type { Site } from "../../schema/site.ts";
import { createPhraseTree, entriesAt, type PhraseTree } from "../language/phrase-tree.ts";
import { nicknamesOf } from "./nicknames.ts";
import { serviceForms, spellings, type VerbObject } from "./service-forms.ts";
import { termsOf } from "./service-terms.ts";
import { generalVerbObjects } from "./service-things.ts";
import { findPronounWork } from "./service-pronouns.ts";
import { findWork } from "./service-work.ts";
import { pluralsOf } from "./service-verbs.ts";
import { stripClitic } from "../language/token-context.ts";
import type { Token } from "../language/tokens.ts";

export type Kind = "technicians" | "services" | "areas";

interface Entry {
  kind: Kind;
  ids: string[];
  /** For people: a first name alone, with an initial, a full name, a title with the surname, or the surname alone. */
  form: "bare" | "initial" | "full" | "titled" | "surname" | "phrase";
}

export interface Matcher {
  root: PhraseTree<Entry>;
  /** What a verb or a thing may be part of, by either word. */
  verbObjects: Map<string, { verbObject: VerbObject; id: string }[]>;
  staffNames: ReadonlySet<string>;
  /** Words of the names of the business and its places. */
  known: ReadonlySet<string>;
  /** State or country of each place, by its id. */
  regions: ReadonlyMap<string, string>;
}

function add(root: PhraseTree<Entry>, words: readonly string[], entry: Entry): void {
  const entries = entriesAt(root, words);
  const same = entries.find(({ kind }) => kind === entry.kind);
  if (!same) entries.push(entry);
  else same.ids.push(...entry.ids.filter((id) => !same.ids.includes(id)));
}

const titles = new Set(["dr", "doctor", "mr", "mrs", "ms", "miss", "mister", "prof", "professor"]);

const sameTitle = (title: string): string[] =>
  title === "dr" || title === "doctor" ? ["dr", "doctor", "doc"] : [title];

function addPerson(root: PhraseTree<Entry>, { id, name, aliases }: Site["technicians"][number]): string {
  const words = (spellings(name)[0] ?? []).filter((word) => word !== ".");
  const title = titles.has(words[0] ?? "");
  const [first = "", ...rest] = title ? words.slice(1) : words;
  const surname = rest.at(-1);
  const entry = (form: Entry["form"]): Entry => ({ kind: "technicians", ids: [id], form });
  const plain = [first, ...rest].join(" ");
  for (const alias of [plain, first, ...nicknamesOf(first), ...aliases]) {
    for (const words of spellings(alias)) {
      const bare = words.filter((word) => word !== ".");
      const [only = "", ...more] = bare;
      const initial = more.at(-1)?.length === 1;
      add(root, bare, entry(bare.length === 1 ? "bare" : initial ? "initial" : "full"));
      if (bare.length === 1 && surname) {
        add(root, [only, surname], entry("full"));
        add(root, [only, surname.charAt(0)], entry("initial"));
      }
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
  const verbObjects: Matcher["verbObjects"] = new Map();
  const staffNames = new Set<string>();
  for (const technician of site.technicians) {
    staffNames.add(addPerson(root, technician));
    for (const alias of technician.aliases) if (!/\s/.test(alias)) staffNames.add(alias.toLowerCase());
    for (const nickname of nicknamesOf(technician.name.split(/\s+/)[0] ?? "")) staffNames.add(nickname);
  }
  const addVerbObject = (verbObject: VerbObject, id: string): void => {
    for (const word of new Set([...verbObject.verbs, ...verbObject.objects]))
      verbObjects.set(word, [...(verbObjects.get(word) ?? []), { verbObject, id }]);
  };
  for (const { verbObject, id } of generalVerbObjects(site.services)) addVerbObject(verbObject, id);
  const services = new Map<string, Set<string>>();
  for (const { id, name, aliases } of site.services)
    for (const word of [name, ...aliases].join(" ").toLowerCase().split(/\s+/).flatMap(pluralsOf))
      services.set(word, (services.get(word) ?? new Set()).add(id));
  for (const { id, name, aliases } of site.services) {
    const isTaken = (word: string): boolean => [...(services.get(word) ?? [])].some((other) => other !== id);
    for (const label of [name, ...aliases]) {
      const forms = serviceForms(label, isTaken);
      for (const words of forms.phrases) add(root, words, { kind: "services", ids: [id], form: "phrase" });
      for (const verbObject of forms.verbObjects) addVerbObject(verbObject, id);
    }
  }
  // After the owner's own words, which win over what is known of his trade.
  for (const [id, { phrases, verbObjects: work }] of termsOf(site.services)) {
    for (const words of phrases) {
      const isNamed = entriesAt(root, words).some(({ kind }) => kind === "services");
      if (!isNamed) add(root, words, { kind: "services", ids: [id], form: "phrase" });
    }
    for (const verbObject of work) addVerbObject(verbObject, id);
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
  const regions = new Map(site.areas.map(({ id, region }) => [id, region]));
  return { root, verbObjects, staffNames, known, regions };
}

export interface Candidate extends Entry {
  first: number;
  /** Token index after the last word. */
  end: number;
  from: number;
  to: number;
}

/** Every name in a sentence, the longest from each word on; dots after initials and titles are passed over. */
function lookUp(matcher: Matcher, text: string, tokens: readonly Token[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [first, { from: start }] of tokens.entries()) {
    let node: PhraseTree<Entry> | undefined = matcher.root;
    for (let at = first; node;) {
      const token = tokens[at];
      if (token === undefined) break;
      const { word, from, to } = token;
      const bare = stripClitic(word);
      const exact: PhraseTree<Entry> | undefined =
        node.next.get(word) ?? (bare === word ? undefined : node.next.get(bare));
      if (!exact) break;
      node = exact;
      at += 1;
      for (const entry of node.entries) {
        // "Mike A" needs the capital; without a dot "a" is an article.
        if (entry.form === "initial" && !/^\p{Lu}/u.test(text.slice(from, to))) continue;
        const clitic = word.length - bare.length;
        const dot = entry.form === "initial" && text[to] === "." ? 1 : 0;
        candidates.push({ ...entry, first, end: at, from: start, to: to - clitic + dot });
      }
      if (bare !== word) break;
      const next = tokens[at + 1];
      if (tokens[at]?.word === "." && bare.length < 7 && next && node.next.has(stripClitic(next.word)))
        at += 1;
    }
  }
  return candidates;
}

/** Everything in a sentence that may be a name, overlaps included, the longest first. */
export const findCandidates = (matcher: Matcher, text: string, tokens: readonly Token[]): Candidate[] =>
  lookUp(matcher, text, tokens)
    .concat(findWork(matcher, tokens), findPronounWork(matcher, tokens))
    .sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
