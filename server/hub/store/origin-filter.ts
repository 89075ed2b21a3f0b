import { type RawBuilder, sql } from "kysely";
import type { Engine } from "./engine.ts";

/** The origins whose jobs a claim leaves out, and the only ones whose jobs it takes, if not all. */
export interface OriginFilter {
  not: readonly string[];
  only?: readonly string[];
}

export const originMatches = (
  { among }: Pick<Engine, "among">,
  { not, only }: OriginFilter,
): RawBuilder<boolean> =>
  only === undefined
    ? sql`not origin ${among(not)}`
    : sql`(not origin ${among(not)} and origin ${among(only)})`;
