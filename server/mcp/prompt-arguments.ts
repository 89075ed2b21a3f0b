import { resolveName } from "../../src/schema/names.ts";
import { Day } from "../../src/schema/text.ts";
import type { View } from "./view.ts";

/** What an argument of a prompt may be: its values to complete from, and a check that says what would be accepted. */
export interface ArgumentKind {
  description: string;
  values: (view: View) => string[];
  parse: (view: View, given: string) => { value: string } | { mustBe: string };
}

const longestWords = 500;

const oneOf = (known: readonly string[]) => ({
  mustBe:
    known.length === 0 ? "a name that is known here, and none is" : `one of ${known.slice(0, 50).join(", ")}`,
});

/** Who or what is meant, as search understands it. */
function parseName(
  entries: readonly { id: string; name: string; aliases?: readonly string[] | undefined }[],
  given: string,
  values: readonly string[],
) {
  const meant = resolveName(entries, given);
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return { value: only.id };
  const { mustBe } = oneOf(values);
  const names = meant.map(({ name }) => name).join(" or ");
  return { mustBe: names === "" ? mustBe : `${mustBe} (this can be ${names})` };
}

export const technician: ArgumentKind = {
  description: "Name of a technician",
  values: ({ overview }) => overview().filters.technicians.map(({ name }) => name),
  parse: (view, given) => parseName(view.overview().business.technicians, given, technician.values(view)),
};

export const service: ArgumentKind = {
  description: "Id of a service",
  values: ({ overview }) => overview().filters.services.map(({ id }) => id),
  parse: (view, given) => parseName(view.overview().business.services, given, service.values(view)),
};

export const review: ArgumentKind = {
  description: "Id of a review",
  values: ({ recentIds }) => recentIds(),
  parse: (view, given) =>
    view.snapshot.reviews.get(given)
      ? { value: given }
      : { mustBe: "the id of a published review, as in the results of search_reviews" },
};

export const day: ArgumentKind = {
  description: "A day, YYYY-MM-DD",
  values: ({ overview }) => Object.values(overview().date_range ?? {}),
  parse: (_, given) => {
    const parsed = Day.safeParse(given);
    return parsed.success ? { value: parsed.data } : { mustBe: "a real day, written YYYY-MM-DD" };
  },
};

export const ownWords: ArgumentKind = {
  description: "Words of your own",
  values: () => [],
  parse: (_, given) => {
    // Two code units at most make a character.
    const value = given.length <= longestWords * 2 ? given.replace(/\s+/g, " ").trim() : "";
    const isFit = value !== "" && Array.from(given).length <= longestWords;
    return isFit ? { value } : { mustBe: `words, at most ${longestWords} characters` };
  },
};
