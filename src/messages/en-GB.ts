import type { Catalogue } from "./words.ts";

export const enGB: Partial<Catalogue> = {
  "call.estimate": "Get a quote",
  "home.criticism": "{count} criticise it",
  "kind.criticism": "By what is criticised",
  "list.praiseText": "The words of praise are marked; some of these reviews criticise it as well.",
  "insights.description": {
    one: "What {count} verified review of {business} praises and criticises, in its own words.",
    other: "What {count} verified reviews of {business} praise and criticise, in their own words.",
  },
  "insights.seasonsAre": "Average stars, with the number of reviews. Fewer than three have no colour.",
  "insights.quarters":
    "Dots: average stars of a quarter, small for fewer than five reviews. Bars: reviews; the coloured part has our reply.",
  "share.accents": "any CSS colour",
};
