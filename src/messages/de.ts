import type { Catalogue } from "./words.ts";

export const de: Partial<Catalogue> = {};
