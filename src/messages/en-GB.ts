import type { Catalogue } from "./words.ts";

export const enGB: Partial<Catalogue> = {};
