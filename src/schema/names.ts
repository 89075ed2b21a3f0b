import { fold } from "./fold.ts";

interface Named {
  id: string;
  name: string;
  aliases?: readonly string[] | undefined;
}

/** No name in content is longer, however its accents are composed; what is longer is not looked at. */
const longestName = 600;

/** Who or what is meant: by id, by full name, else by an alias. More than one when an alias does not tell them apart. */
export function resolveName<T extends Named>(known: readonly T[], given: string, toComparable = fold): T[] {
  if (given.length > longestName) return [];
  const name = toComparable(given);
  const isMeant = (candidate: string) => toComparable(candidate) === name;
  const steps = [
    ({ id }: T) => isMeant(id),
    (one: T) => isMeant(one.name),
    ({ aliases = [] }: T) => aliases.some(isMeant),
  ];
  for (const step of steps) {
    const meant = known.filter(step);
    if (meant.length > 0) return meant;
  }
  return [];
}
