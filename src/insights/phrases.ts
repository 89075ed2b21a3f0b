import { stripClitic, type Range, type Token } from "./sentences.ts";

/** Many phrases, found in one pass over the words of a sentence. */
export interface PhraseTree<Entry> {
  next: Map<string, PhraseTree<Entry>>;
  entries: Entry[];
}

export interface FoundPhrase<Entry> extends Range {
  entry: Entry;
  /** Its tokens, `end` exclusive. */
  first: number;
  end: number;
}

export const createPhraseTree = <Entry>(): PhraseTree<Entry> => ({ next: new Map(), entries: [] });

/** The entries of a phrase, to add to. */
export function entriesAt<Entry>(root: PhraseTree<Entry>, words: readonly string[]): Entry[] {
  let node = root;
  for (const word of words) {
    let next = node.next.get(word);
    if (!next) node.next.set(word, (next = createPhraseTree()));
    node = next;
  }
  return node.entries;
}

/** Every phrase from every word on; `from` and `to` are offsets of the text. */
export function findAll<Entry>(root: PhraseTree<Entry>, tokens: readonly Token[]): FoundPhrase<Entry>[] {
  const found: FoundPhrase<Entry>[] = [];
  for (const [first, { from }] of tokens.entries()) {
    let node: PhraseTree<Entry> | undefined = root;
    for (let at = first; node; at += 1) {
      const token = tokens[at];
      if (token === undefined) break;
      const { word, to } = token;
      const exact: PhraseTree<Entry> | undefined = node.next.get(word);
      node = exact ?? node.next.get(stripClitic(word));
      if (!node) break;
      const clitic = exact ? 0 : word.length - stripClitic(word).length;
      for (const entry of node.entries) found.push({ entry, from, to: to - clitic, first, end: at + 1 });
    }
  }
  return found;
}
