import type { Token } from "../language/tokens.ts";
import type { Candidate, Matcher } from "./matcher.ts";

/** Verbs that say too little of "it" to tell which work was done. */
const weak = new Set(
  `do does did done doing get got getting take took taken taking have has had look looked looking work worked working put puts putting
  care handle handled check checked test tested add added cut love`.split(/\s+/),
);
const customers = new Set(["i", "we", "husband", "wife", "myself", "neighbor", "neighbour"]);
const farthest = 14;

/** "The pump quit, so they replaced it", "… put a new one in": the thing is named before, the work done to "it". */
export function findPronounWork(matcher: Matcher, tokens: readonly Token[]): Candidate[] {
  const wordAt = (index: number): string => tokens[index]?.word ?? "";
  return tokens.flatMap(({ word }, index): Candidate[] => {
    const isNewOne = word === "one" && wordAt(index - 1) === "new" && wordAt(index - 2) === "a";
    if (!isNewOne && word !== "it" && word !== "them") return [];
    const at = index - (isNewOne ? 3 : 1);
    const verb = wordAt(at);
    if ((weak.has(verb) && !isNewOne) || customers.has(wordAt(at - 1))) return [];
    for (let thing = at - 1; thing >= Math.max(0, at - farthest); thing -= 1) {
      const about = (matcher.verbObjects.get(wordAt(thing)) ?? []).filter(({ verbObject }) =>
        verbObject.objects.has(wordAt(thing)),
      );
      const token = tokens[thing];
      if (about.length === 0 || !token) continue;
      const ids = new Set(about.filter(({ verbObject }) => verbObject.verbs.has(verb)).map(({ id }) => id));
      return [...ids].map((id) => ({
        kind: "services",
        ids: [id],
        form: "phrase",
        first: thing,
        end: thing + 1,
        from: token.from,
        to: token.to,
      }));
    }
    return [];
  });
}
