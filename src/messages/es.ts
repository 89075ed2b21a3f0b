import type { Catalogue } from "./words.ts";

export const es: Partial<Catalogue> = {};
