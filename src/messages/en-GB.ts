import type { Catalogue } from "./words.ts";

export const enGB: Partial<Catalogue> = {
  "insights.description": {
    one: "What {count} verified review of {business} praises and criticises, in its own words.",
    other: "What {count} verified reviews of {business} praise and criticise, in their own words.",
  },
  "insights.seasonsAre": "Average stars, with the number of reviews. Fewer than three have no colour.",
  "share.accents": "any CSS colour",
};
