/**
 * The words that the reader knows are data: `src/insights/words/*.json`, one file a subject, each with classes of
 * words by name. A phrase is lower case with single spaces; a line holds phrases parted by commas, or in a table
 * a key, a colon and the phrases that go with it.
 */
export interface WordClass {
  /** The values its words share. */
  means: string;
  words: readonly string[];
  /** Words of the class that stand in another class of the file too, on purpose. */
  also?: readonly string[];
}
export type WordFile = Readonly<Record<string, WordClass>>;

const phrasesOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(",").map((phrase) => phrase.trim()));

/** The phrases of each class of a file. */
export const parseWords = <File extends WordFile>(file: File): Record<keyof File, ReadonlySet<string>> =>
  Object.fromEntries(
    Object.entries(file).map(([name, { words, also = [] }]) => [
      name,
      new Set(phrasesOf([...words, ...also])),
    ]),
  ) as unknown as Record<keyof File, ReadonlySet<string>>;

/** The rows of a table, `key: phrase, phrase`, by key. */
export const parseTable = ({ words }: WordClass): ReadonlyMap<string, readonly string[]> =>
  new Map(
    words.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim(), phrasesOf([line.slice(colon + 1)])];
    }),
  );

const isTable = ({ words }: WordClass): boolean => words.every((line) => line.includes(":"));

/** So much of the smaller of two classes, and so much of the larger, may stand in both before one is a copy. */
const maxShared = { ofSmaller: 0.5, ofLarger: 0.25 };

/** Faults in files of words, by file name: duplicates, words in two classes, and spelling. */
export function checkWords(files: Readonly<Record<string, WordFile>>): string[] {
  const issues: string[] = [];
  const sets: [name: string, words: ReadonlySet<string>][] = [];
  for (const [file, classes] of Object.entries(files)) {
    const owners = new Map<string, string>();
    for (const [name, found] of Object.entries(classes)) {
      const at = `${file}: ${name}`;
      if (found.means.trim() === "") issues.push(`${at} does not say what it means`);
      const rows = isTable(found) ? [...parseTable(found)].map(([key, words]) => [key, ...words]) : [];
      const words = isTable(found) ? [...parseTable(found).keys()] : phrasesOf(found.words);
      if (isTable(found) && rows.length < found.words.length) issues.push(`${at} has a key twice`);
      for (const row of rows)
        if (new Set(row.slice(1)).size < row.length - 1) issues.push(`${at}, "${row[0]}" has a phrase twice`);
      for (const word of rows.length > 0 ? rows.flat() : [...words, ...phrasesOf(found.also ?? [])])
        if (word === "" || word !== word.toLowerCase().replaceAll(/\s+/g, " "))
          issues.push(`${at}: "${word}" must be lower case, with single spaces and no empty phrase`);
      if (rows.length > 0) continue;
      for (const word of words) {
        const owner = owners.get(word);
        if (owner !== undefined)
          issues.push(
            owner === name
              ? `${at} has "${word}" twice`
              : `${at} has "${word}", which ${owner} has; where both are meant, move it to "also"`,
          );
        owners.set(word, name);
      }
      sets.push([at, new Set(words)]);
    }
    for (const [name, { also = [] }] of Object.entries(classes))
      for (const word of phrasesOf(also))
        if ((owners.get(word) ?? name) === name)
          issues.push(`${file}: ${name} has "${word}" under "also", but no other class has it`);
  }
  for (const [index, [name, words]] of sets.entries())
    for (const [other, others] of sets.slice(0, index)) {
      const [smaller = 0, larger = 0] = [words.size, others.size].toSorted((a, b) => a - b);
      const shared = words.intersection(others).size;
      if (smaller >= 8 && shared > smaller * maxShared.ofSmaller && shared > larger * maxShared.ofLarger)
        issues.push(`${name} repeats ${shared} of the words of ${other}`);
    }
  return issues;
}
