import { foldAccents } from "../schema/names.ts";
import type { Site } from "../schema/site.ts";

const toWords = (text: string): string[] =>
  foldAccents(text)
    .split(/[^a-z]+/)
    .filter(Boolean);

/**
 * Whether the id holds the author's first name or surname. An id outlives its review: it stays in the tombstone,
 * in links and in everybody's copies.
 */
export function holdsName(id: string, author: string, source = ""): boolean {
  const names = toWords(author);
  const platform = new Set(toWords(source));
  const [first = ""] = names;
  const spelled = new Set([
    ...names.filter((name) => name.length > 1 && !platform.has(name)),
    // "karenm", "mkaren", "karenmiller"
    ...(names.length > 1
      ? [names.join(""), names.toReversed().join(""), first + (names.at(-1)?.[0] ?? "")]
      : []),
  ]);
  return author !== "Anonymous" && toWords(id).some((word) => word.length > 1 && spelled.has(word));
}

const maxNamed = 5;

/** Changes the owner should make while the reviews are still published. */
export function buildNamedIdWarnings({ reviews, withheld }: Pick<Site, "reviews" | "withheld">): string[] {
  const named = [...reviews, ...withheld].filter(({ id, author, source }) =>
    holdsName(id, author, source.name),
  );
  if (named.length === 0) return [];
  const shown = named.slice(0, maxNamed).map(({ id }) => id);
  const rest = named.length - shown.length;
  return [
    `warning: ${named.length === 1 ? "an id holds its author's name" : `${named.length} ids hold their authors' names`}, which would stay public when the review is erased: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}; give ${named.length === 1 ? "it" : "each"} a neutral id with npm run redact -- ID --new-id`,
  ];
}
