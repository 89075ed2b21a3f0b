import { randomInt } from "node:crypto";
import { idsOf, type EntryPlace } from "../review-files.ts";

const letters = "bcdfghjkmnpqrstvwxz23456789";

/** An id that says nothing and that nothing has had before; without vowels it spells nothing either. */
export function createNeutralId(places: readonly EntryPlace[]): string {
  const taken = new Set(places.flatMap(({ entry }) => idsOf(entry)));
  for (;;) {
    const id = `r-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("")}`;
    if (!taken.has(id)) return id;
  }
}
