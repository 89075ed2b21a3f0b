import { objectMembers, parseElements } from "../../server/data/json-slices.ts";
import type { Site } from "../../src/schema/site.ts";

const max = 20;

/**
 * Published reviews of the earlier /reviews.json that are gone without a tombstone. Whoever keeps a copy asks for what is
 * new, changed or removed, and would keep them.
 */
export function findSilentChanges(
  before: Uint8Array,
  { reviews, removed }: Pick<Site, "reviews" | "removed">,
): string[] {
  const { elements } = objectMembers(before, "reviews");
  if (elements === undefined) return [];
  const known = new Set([...reviews, ...removed].map(({ id }) => id));
  const gone = [...(parseElements(before, elements) as Generator<{ id: string }>)].filter(
    ({ id }) => !known.has(id),
  );
  const rest = gone.length - max;
  return [
    ...gone
      .slice(0, max)
      .map(
        ({ id }) =>
          `warning: ${id} is gone, and whoever keeps a copy of the reviews keeps it: withdraw it with npm run redact -- ${id}`,
      ),
    ...(rest > 0 ? [`warning: ${rest} more are gone`] : []),
  ];
}
