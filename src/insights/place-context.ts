import { functionWords, firstNames, honorifics, placeNouns } from "./english.ts";
import { stripClitic, type Scene } from "./person-context.ts";

/** Names of places that are also words: without a capital they are the word. */
const placeWords = new Set(
  `riverside lakeside downtown midtown uptown westside eastside heights highlands meadows meadow summit park springs village hillside
  hillcrest creek brook grove glen harbor valley ridge woodland woodlands woods plaza hills orchard crossing landing center
  fairview pleasant greenfield clearwater fields oaks pines maples lakes shores point green commons estates farms`.split(
    /\s+/,
  ),
);
const otherPlaceBefore = new Set(
  "north south east west upper lower new lake mount mt fort ft port st saint san".split(" "),
);
const groups = new Set(
  `lawn landscaping landscapes turf garden gardens nursery hardware motors bakery diner gazette tavern police fire dental
  vet veterinary animal construction realty times herald news tigers lions`.split(/\s+/),
);
const withAreas = new Set(
  `village estates farms commons heights hills ohio oh area neighborhood subdivision township customers customer neighbors people
  residents home house houses lawn lawns yard yards property properties route crew family families office`.split(
    /\s+/,
  ),
);

/** Is the name at tokens [from, to) the place, and not a road, a school or a person called after it? */
export function isPlace({ text, tokens, typing, crew, business }: Scene, from: number, to: number): boolean {
  const at = (index: number): string => tokens[index]?.word ?? "";
  const raw = (index: number): string =>
    tokens[index] === undefined ? "" : text.slice(tokens[index].from, tokens[index].to);
  const capital = (index: number): boolean => /^\p{Lu}/u.test(raw(index));
  const isWord = (index: number): boolean => /^\p{L}/u.test(at(index));
  const first = tokens[from]!;
  const last = tokens[to - 1]!;
  if (
    /[@/_]$/.test(text.slice(0, first.from)) ||
    /^(?:[@_]|\.\p{Ll})/u.test(text.slice(last.to, last.to + 2))
  )
    return false;
  if (to - from === 1 && placeWords.has(stripClitic(at(from)))) {
    if (!capital(from) || typing === "upper" || from === 0) return false;
  }
  if (
    placeNouns.has(at(to)) &&
    !["park", "drive", "place", "way", "club", "center", "square", "school", "high"].includes(at(to))
  )
    return false;
  if (typing === "lower" || typing === "upper") return !["school", "drive", "way", "high"].includes(at(to));
  if (["school", "high"].includes(at(to)) || (capital(to) && (placeNouns.has(at(to)) || groups.has(at(to)))))
    return false;
  if (capital(from) && capital(from - 1)) {
    const previous = at(from - 1);
    if (otherPlaceBefore.has(previous)) return false;
    if (honorifics.has(previous) || (firstNames.has(previous) && !crew.has(previous))) return false;
  }
  if (at(from - 1) === "." && honorifics.has(at(from - 2))) return false;
  if (typing === "title" || !capital(to) || !isWord(to)) return true;
  const next = stripClitic(at(to));
  const abbreviation = raw(to) === raw(to).toUpperCase();
  return (
    abbreviation || functionWords.has(at(to)) || withAreas.has(next) || crew.has(next) || business.has(next)
  );
}
