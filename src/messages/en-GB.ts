import type { Catalogue } from "./words.ts";

export const enGB: Partial<Catalogue> = {
  "call.estimate": "Get a quote",
  "home.criticism": "{count} criticise it",
  "kind.criticism": "By what is criticised",
  "list.praiseText": "The words of praise are marked; some of these reviews criticise it as well.",
};
