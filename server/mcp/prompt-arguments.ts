import { Day } from "../../src/schema/text.ts";
import { invalidParams } from "./sdk.ts";
import type { View } from "./view.ts";

/** What an argument of a prompt may be: its values to complete from, and a check that says what to mend. */
export interface ArgumentKind {
  description: string;
  values: (view: View) => string[];
  parse: (view: View, given: string) => string;
}

const fold = (text: string) => text.normalize("NFC").toLowerCase();

const mustBeOneOf = (what: string, known: string[], given: string): Error =>
  invalidParams(`${what} must be one of ${known.slice(0, 50).join(", ")}, got ${given.slice(0, 100)}`);

export const technician: ArgumentKind = {
  description: "Name of a technician",
  values: ({ overview }) => overview().filters.technicians.map(({ name }) => name),
  parse: ({ overview }, given) => {
    const found = overview().business.technicians.filter(({ id, name, aliases = [] }) =>
      [id, name, ...aliases].some((known) => fold(known) === fold(given)),
    );
    const [only] = found;
    if (only && found.length === 1) return only.id;
    throw mustBeOneOf(
      "technician",
      overview().filters.technicians.map(({ name }) => name),
      given,
    );
  },
};

export const service: ArgumentKind = {
  description: "Id of a service",
  values: ({ overview }) => overview().filters.services.map(({ id }) => id),
  parse: (view, given) => {
    const known = service.values(view);
    if (known.includes(given)) return given;
    throw mustBeOneOf("service", known, given);
  },
};

export const review: ArgumentKind = {
  description: "Id of a review",
  values: ({ recentIds }) => recentIds(),
  parse: (view, given) => {
    if (view.snapshot.reviews.get(given)) return given;
    throw invalidParams(
      `review_id must be the id of a published review, got ${given.slice(0, 100)}; search_reviews shows ids`,
    );
  },
};

export const day: ArgumentKind = {
  description: "A day, YYYY-MM-DD",
  values: ({ overview }) => Object.values(overview().date_range ?? {}),
  parse: (_, given) => {
    const parsed = Day.safeParse(given);
    if (parsed.success) return parsed.data;
    throw invalidParams(`a day must be a real day, written YYYY-MM-DD, got ${given.slice(0, 100)}`);
  },
};

export const words: ArgumentKind = {
  description: "Words of your own",
  values: () => [],
  parse: (_, given) => {
    if (Array.from(given).length <= 500) return given.replace(/\s+/g, " ").trim();
    throw invalidParams("the words must be at most 500 characters");
  },
};
