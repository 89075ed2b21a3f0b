import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Instant } from "../../src/schema/text.ts";
import type { Retention } from "./retention.ts";

/** What the sidecar answers from the same data, of so many addresses that only their beginnings can be named. */
const answerPrefixes = ["/api/reviews/search*", "/api/reviews/since/*"];

/** /.retained.json: addresses under which caches may still hold what was withdrawn. */
export const Purged = z.object({ purged: z.record(z.string(), Instant) });

/** Writes purge.txt, which says what a CDN has to forget, and what the next build must know of it. */
export async function writePurgeList(
  staging: string,
  baseUrl: string,
  { purge, state }: Pick<Retention, "purge" | "state">,
): Promise<void> {
  if (purge.length === 0) return;
  const addresses = [...purge, ...answerPrefixes].map((path) => `${baseUrl}${path}\n`);
  await writeFile(join(staging, "purge.txt"), addresses.join(""));
  await writeFile(join(staging, ".retained.json"), `${JSON.stringify({ purged: state.purged })}\n`);
}

/** What the owner has to do after this build; nothing when nothing was withdrawn. */
export const toPurgeNotes = (purge: readonly string[], out: string): string[] =>
  purge.length === 0
    ? []
    : [
        `Some addresses showed reviews that are withdrawn. Purge them from your CDN; they are listed in ${join(out, "purge.txt")}. Answers of search and since (${answerPrefixes.join(" and ")}) are gone from caches after 11 minutes without it`,
      ];
