import { Day } from "../../src/schema/text.ts";
import type { View } from "./view.ts";

/** What an argument of a prompt may be: its values to complete from, and a check that says what would be accepted. */
export interface ArgumentKind {
  description: string;
  values: (view: View) => string[];
  parse: (view: View, given: string) => { value: string } | { mustBe: string };
}

const fold = (text: string) => text.normalize("NFC").toLowerCase();

const oneOf = (known: string[]) => ({ mustBe: `one of ${known.slice(0, 50).join(", ")}` });

export const technician: ArgumentKind = {
  description: "Name of a technician",
  values: ({ overview }) => overview().filters.technicians.map(({ name }) => name),
  parse: (view, given) => {
    const found = view
      .overview()
      .business.technicians.filter(({ id, name, aliases = [] }) =>
        [id, name, ...aliases].some((known) => fold(known) === fold(given)),
      );
    const [only] = found;
    return only && found.length === 1 ? { value: only.id } : oneOf(technician.values(view));
  },
};

export const service: ArgumentKind = {
  description: "Id of a service",
  values: ({ overview }) => overview().filters.services.map(({ id }) => id),
  parse: (view, given) => {
    const known = service.values(view);
    return known.includes(given) ? { value: given } : oneOf(known);
  },
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

export const words: ArgumentKind = {
  description: "Words of your own",
  values: () => [],
  parse: (_, given) => {
    const value = given.replace(/\s+/g, " ").trim();
    const isFit = value !== "" && Array.from(given).length <= 500;
    return isFit ? { value } : { mustBe: "words, at most 500 characters" };
  },
};
