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

export const phrasesOf = (lines: readonly string[]): string[] =>
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
