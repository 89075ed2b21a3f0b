import type { Catalogue } from "./words.ts";

export const fr: Partial<Catalogue> = {};
