import { type Fields, idsOf, type EntryPlace } from "../review-files.ts";
import { type Draft, unnamedSource } from "./draft.ts";
import { toComparable, toFingerprints, toIdFingerprint } from "./identity.ts";
import { toSourceName } from "./sources.ts";
import { memberOf } from "../../src/schema/json.ts";

export const isTombstone = (entry: Fields) => "removed_at" in entry;
export const textOf = (value: unknown) => (typeof value === "string" ? value : "");
export const sourceOf = (entry: Fields) => textOf(memberOf(entry["source"], "name"));

const who = (source: string, author: string) =>
  JSON.stringify([toComparable(toSourceName(source)), toComparable(author)]);

const daysApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** Whether both may be of one platform; where one does not say, they may. */
const isSameSource = (a: string, b: string): boolean =>
  [a, b].includes(unnamedSource) || toComparable(toSourceName(a)) === toComparable(toSourceName(b));

/** What content knows, to find the reviews of an export in it. */
export function indexPlaces(places: readonly EntryPlace[], key: string | undefined) {
  const standing = places.filter(({ entry }) => !isTombstone(entry));
  const byId = new Map(standing.flatMap((place) => idsOf(place.entry).map((id) => [id, place] as const)));
  const removedIds = new Map<string, string>();
  for (const { entry } of places) {
    if (!isTombstone(entry)) continue;
    const id = textOf(entry["id"]);
    removedIds.set(id, id);
    for (const print of (entry["fingerprints"] as string[] | undefined) ?? []) removedIds.set(print, id);
  }
  const prints = [...removedIds.keys()].filter((mark) => mark.length >= 24 && !byId.has(mark));
  const hasKeyed = prints.some((print) => print.includes("-"));
  const hasPlain = prints.some((print) => !print.includes("-"));
  const byAuthor = Map.groupBy(standing, ({ entry }) => who(sourceOf(entry), textOf(entry["author"])));
  const byWords = Map.groupBy(standing, ({ entry }) => toComparable(textOf(entry["text"])));
  return {
    byId: (id: string) => byId.get(id),
    tombstone: (id: string, draft: Draft) =>
      [
        id,
        ...(hasPlain ? toFingerprints(draft) : []),
        ...(hasKeyed && key !== undefined ? [...toFingerprints(draft, key), toIdFingerprint(id, key)] : []),
      ]
        .map((mark) => removedIds.get(mark))
        .find((found) => found !== undefined),
    /**
     * An entry of the same review under another id: written by hand, or imported from another exporter. `isTaken`:
     * entries that another review of this export has.
     */
    alike(draft: Draft, isTaken: (place: EntryPlace) => boolean): EntryPlace | undefined {
      if (standing.length === 0) return undefined;
      const { source, author, date, text, rating } = draft;
      const words = toComparable(text);
      const isFree = (place: EntryPlace) => !isTaken(place);
      const isNear = ({ entry }: EntryPlace) =>
        daysApart(textOf(entry["date"]), date) <= 2 && entry["rating"] === rating;
      if (words !== "") {
        const same = (byWords.get(words) ?? []).filter(isFree);
        const twin = same.find((place) => isNear(place) && isSameSource(sourceOf(place.entry), source));
        if (twin) return twin;
      }
      const candidates = (byAuthor.get(who(source, author)) ?? []).filter(isFree);
      const sameWords = candidates.find(
        ({ entry }) => words.length >= 20 && toComparable(textOf(entry["text"])) === words,
      );
      if (sameWords) return sameWords;
      const sameDay = candidates.filter(
        (place) =>
          (place.entry["date"] === date && !isImported(place.entry) && isAlike(place.entry, text, rating)) ||
          (words === "" &&
            toComparable(textOf(place.entry["text"])) === "" &&
            isNear(place) &&
            author !== "Anonymous"),
      );
      return sameDay.length === 1 ? sameDay[0] : undefined;
    },
  };
}

/** Ids that an import made stand for one review of the platform, so no other one may take their place. */
const isImported = (entry: Fields) => /-[a-z2-7]{16}$/.test(textOf(entry["id"]));

/** Whether most words of the shorter text stand in the other; stars alone must be the same number. */
function isAlike(entry: Fields, text: string, rating: number): boolean {
  const [some = [], others = []] = [textOf(entry["text"]), text]
    .map((one) => [...new Set(toComparable(one).split(" ").filter(Boolean))])
    .toSorted((a, b) => a.length - b.length);
  if (some.length === 0) return entry["rating"] === rating;
  const known = new Set(others);
  return some.filter((word) => known.has(word)).length >= some.length / 2;
}
