/** What customers of any trade judge, as the network of sentences knows it. */
export const subjects = [
  "price",
  "time",
  "work",
  "staff",
  "communication",
  "honesty",
  "clean",
  "booking",
  "room",
  "location",
  "food",
  "ambience",
] as const;
export type Subject = (typeof subjects)[number];

/** The subjects that an aspect speaks of. */
export interface AspectSubjects {
  /** Into `subjects`. */
  indexes: readonly number[];
  /** No other aspect speaks of them: what a sentence says of them is this one's. */
  alone: boolean;
}
