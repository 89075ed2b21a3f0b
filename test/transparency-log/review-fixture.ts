import type { Review } from "../../src/schema/review.ts";

/** A review whose text names its id. */
export const review = (id: string, changes: Partial<Review> = {}): Review => ({
  id,
  url: `http://localhost:3000/reviews/${id}/`,
  date: "2026-01-01",
  rating: 5,
  text: `What ${id} says.`,
  author: { name: "Ann K." },
  source: { name: "Google" },
  verification: { method: "invoice" },
  verified: true,
  mentions: { technicians: [], services: [], areas: [] },
  ...changes,
});
