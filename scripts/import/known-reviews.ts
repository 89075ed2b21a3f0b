import { type Fields, idsOf, type EntryPlace } from "../review-files.ts";
import { type Draft, anonymous, unnamedSource } from "./draft.ts";
import { toComparable, toFingerprints, toIdFingerprint } from "./identity.ts";
import { toSourceName } from "./sources.ts";
import { memberOf } from "../../src/schema/json.ts";

export const isTombstone = (entry: Fields) => "removed_at" in entry;
export const textOf = (value: unknown) => (typeof value === "string" ? value : "");
export const sourceOf = (entry: Fields) => textOf(memberOf(entry["source"], "name"));

const who = (source: string, author: string) =>
  JSON.stringify([toComparable(toSourceName(source)), toComparable(author)]);

/** Exporters differ in their clocks and in what they take for the day of a review. */
const maxDaysApart = 2;
const daysApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** The days near a day, itself first. */
const daysNear = (day: string): string[] =>
  [0, -1, 1, -2, 2].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10));

/** Whether both may be of one platform; where one does not say, they may. */
const isSameSource = (a: string, b: string): boolean =>
  [a, b].includes(unnamedSource) || toComparable(toSourceName(a)) === toComparable(toSourceName(b));

/** What content knows, to find the reviews of an export in it. */
export function indexPlaces(places: readonly EntryPlace[], key: string | undefined) {
  const standing = places.filter(({ entry }) => !isTombstone(entry));
  const byId = new Map(standing.flatMap((place) => idsOf(place.entry).map((id) => [id, place] as const)));
  const byAuthor = Map.groupBy(
    standing,
    ({ entry }) => who(sourceOf(entry), textOf(entry["author"])) + textOf(entry["date"]),
  );
  const byWords = Map.groupBy(standing, ({ entry }) => toComparable(textOf(entry["text"])));
  const byAuthorsWords = Map.groupBy(
    standing,
    ({ entry }) => who(sourceOf(entry), textOf(entry["author"])) + toComparable(textOf(entry["text"])),
  );
  return {
    byId: (id: string) => byId.get(id),
    tombstone: indexTombstones(places, byId, key),
    /**
     * An entry of the same review under another id: written by hand, or imported from another exporter. `isTaken`:
     * entries that another review of this export has.
     */
    alike(draft: Draft, isTaken: (place: EntryPlace) => boolean): EntryPlace | undefined {
      if (standing.length === 0) return undefined;
      const { source, author, date, text, rating } = draft;
      const words = toComparable(text);
      const writer = who(source, author);
      if (words !== "") {
        const twin = (byWords.get(words) ?? []).find(
          (place) =>
            place.entry["rating"] === rating &&
            !isTaken(place) &&
            daysApart(textOf(place.entry["date"]), date) <= maxDaysApart &&
            isSameSource(sourceOf(place.entry), source),
        );
        const own = words.length < 20 ? undefined : byAuthorsWords.get(writer + words);
        const known = twin ?? own?.find((place) => !isTaken(place));
        if (known) return known;
      }
      const near = daysNear(date)
        .flatMap((day) => byAuthor.get(writer + day) ?? [])
        .filter((place) => !isTaken(place));
      const starsAlone = near.filter(
        ({ entry }) =>
          words === "" && toComparable(textOf(entry["text"])) === "" && entry["rating"] === rating,
      );
      // Stars of nobody are all alike, so any of them is as good as another.
      if (author === anonymous && starsAlone[0]) return starsAlone[0];
      const sameDay = near.filter(
        ({ entry }) => entry["date"] === date && !isImported(entry) && isAlike(entry, text, rating),
      );
      const likely = new Set([...starsAlone, ...sameDay]);
      return likely.size === 1 ? [...likely][0] : undefined;
    },
  };
}

/** Finds the tombstone of a review, by its id or by a fingerprint. */
function indexTombstones(
  places: readonly EntryPlace[],
  standing: ReadonlyMap<string, EntryPlace>,
  key: string | undefined,
): (id: string, draft: Draft) => string | undefined {
  const removedIds = new Map<string, string>();
  for (const { entry } of places) {
    if (!isTombstone(entry)) continue;
    const id = textOf(entry["id"]);
    removedIds.set(id, id);
    for (const print of (entry["fingerprints"] as string[] | undefined) ?? []) removedIds.set(print, id);
  }
  const prints = [...removedIds.keys()].filter((mark) => mark.length >= 24 && !standing.has(mark));
  const hasKeyed = prints.some((print) => print.includes("-"));
  const hasPlain = prints.some((print) => !print.includes("-"));
  return (id, draft) =>
    [
      id,
      ...(hasPlain ? toFingerprints(draft) : []),
      ...(hasKeyed && key !== undefined ? [...toFingerprints(draft, key), toIdFingerprint(id, key)] : []),
    ]
      .map((mark) => removedIds.get(mark))
      .find((found) => found !== undefined);
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
