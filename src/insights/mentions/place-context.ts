import { firstNames, functionWords, honorifics, placeNouns } from "../language/english.ts";
import { isAddress } from "./namesakes.ts";
import { createSpot, type Scene } from "../language/token-context.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Names of places that are also words: without a capital they are the word. */
const placeWords =
  words(`riverside lakeside downtown midtown uptown westside eastside heights highlands meadows meadow
  summit park springs village hillside hillcrest creek brook grove glen harbor valley ridge woodland woodlands woods plaza
  hills orchard crossing landing center fairview pleasant greenfield clearwater fields oaks pines maples lakes shores point
  green commons estates farms`);
const otherPlaceBefore = words(
  "north south east west upper lower new lake mount mt fort ft port st saint san",
);
const groups =
  words(`lawn landscaping landscapes turf garden gardens nursery hardware motors bakery diner gazette tavern
  police fire dental vet veterinary animal construction realty times herald news tigers lions`);
/** Place nouns that are also plain words behind a place: "the Fernwick park", "our Dunmere place". */
const plainNouns = words("park drive place way club center square school high");
const withAreas =
  words(`village estates farms commons heights hills ohio oh area neighborhood subdivision township customers
  customer neighbors people residents home house houses lawn lawns yard yards property properties route crew family
  families office`);

/** Is the name at tokens [from, to) the place, and not a road, a school or a person called after it? */
export function isPlace(scene: Scene, from: number, to: number): boolean {
  const spot = createSpot(scene, from, to);
  const { typing, crew, known, at, bare, raw, isWord, isCapital, isShouted } = spot;
  if (isAddress(spot)) return false;
  if (to - from === 1 && placeWords.has(bare(from)) && (!isCapital(from) || typing === "upper" || from === 0))
    return false;
  const next = at(to);
  if (placeNouns.has(next) && !plainNouns.has(next)) return false;
  if (typing === "lower" || typing === "upper") return !["school", "drive", "way", "high"].includes(next);
  if (["school", "high"].includes(next)) return false;
  if (isCapital(to) && (placeNouns.has(next) || groups.has(next))) return false;
  if (isCapital(from) && isCapital(from - 1)) {
    const previous = at(from - 1);
    if (otherPlaceBefore.has(previous) || honorifics.has(previous)) return false;
    if (firstNames.has(previous) && !crew.has(previous)) return false;
  }
  if (at(from - 1) === "." && honorifics.has(at(from - 2))) return false;
  if (typing === "title" || !isCapital(to) || !isWord(to)) return true;
  const after = bare(to);
  return (
    (raw(to).length > 1 && isShouted(to)) ||
    functionWords.has(next) ||
    withAreas.has(after) ||
    crew.has(after) ||
    known.has(after)
  );
}
