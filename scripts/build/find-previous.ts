import { messageOf } from "../../src/schema/errors.ts";
import type { Site } from "../../src/schema/site.ts";
import { openPrevious, type Previous } from "./previous.ts";
import { findOtherBusiness } from "./same-business.ts";

export interface FoundPrevious {
  previous: Previous | undefined;
  /** Why there is none, where that is not plain. */
  note?: string;
}

/**
 * The deploy before; one that nobody named and that is damaged is as good as none, and that of another business, such as
 * the demonstration, is no memory of this one.
 */
export async function findPrevious(
  given: string | undefined,
  { dist, content, baseUrl }: { dist: string; content: string; baseUrl: string },
): Promise<FoundPrevious> {
  try {
    const previous = await openPrevious(given, dist);
    const other = previous && (await findOtherBusiness(previous, content, baseUrl));
    if (previous === undefined || other === undefined) return { previous };
    const note = `note: ${previous.place} shows another business, ${other}: this build does not follow it, and begins anew`;
    return { previous: undefined, note };
  } catch (error) {
    if (given) throw error;
    return { previous: undefined, note: `note: ${messageOf(error)}` };
  }
}

/** What is in caches can only be known from the deploy that filled them. */
export function toPreviousNotes(
  { previous, note }: FoundPrevious,
  given: string | undefined,
  site: Pick<Site, "removed">,
): string[] {
  if (note !== undefined) return [note];
  if (previous !== undefined) {
    const carried = site.removed.filter((entry) => entry.carried);
    return carried.map(
      ({ id, removed_at }) =>
        `warning: content has no tombstone of ${id}, which the site withdrew on ${removed_at}; it stays withdrawn. Is this an older state of content? To keep the tombstone there too, add "- { id: ${id}, removed_at: ${removed_at} }" to a file of reviews`,
    );
  }
  if (given === "none") return [];
  if (given) {
    return [
      `warning: there is no build at ${given} (PREVIOUS), so this one follows none: times start over, old hashed files go, and what to purge is not known. Is it the address or folder of the deploy? For a first deploy set PREVIOUS=none`,
    ];
  }
  return site.removed.length === 0
    ? []
    : [
        "note: there was no build here to follow, so what to purge is not known. If the site is live already, set PREVIOUS to its address and build again",
      ];
}
