import { z } from "zod";
import { UsageError } from "../usage-error.ts";
import type { Draft, TextFile } from "./draft.ts";
import { toComparable } from "./identity.ts";

const GoogleLocation = z.object({ name: z.string().regex(/locations\//), title: z.string().min(1) });

/** What the owner calls each of Google's locations: Takeout has it in a file beside the reviews. */
export function findTitles(files: readonly TextFile[]): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { name, text } of files) {
    if (!name.endsWith("data.json")) continue;
    try {
      const { name: path, title } = GoogleLocation.parse(JSON.parse(text));
      const id = /locations\/([^/]+)/.exec(path)?.[1];
      if (id !== undefined) titles.set(id, `${title} (${id})`);
    } catch {
      // Another file of that name says nothing of locations.
    }
  }
  return titles;
}

/** The reviews of one place of the business; reviews of several are never put together without a word. */
export function chooseLocation(
  drafts: readonly Draft[],
  given: string | undefined,
  titles: ReadonlyMap<string, string> = new Map(),
): { drafts: readonly Draft[]; notes: string[] } {
  const places = Map.groupBy(
    drafts.filter(({ location }) => location !== undefined),
    ({ location = "" }) => titles.get(location) ?? location,
  );
  const list = () =>
    [...places].map(([name, { length }]) => `${JSON.stringify(name)} (${length})`).join(", ");
  if (given === undefined) {
    if (places.size < 2) return { drafts, notes: [] };
    throw new UsageError(
      `The export holds reviews of ${places.size} locations, and they are never merged: say which with --location, one of ${list()}; if that column is not about your locations, leave it out with --map "column=ignore"`,
    );
  }
  const exact = [...places.keys()].filter((name) => toComparable(name) === toComparable(given));
  const near =
    exact.length > 0
      ? exact
      : [...places.keys()].filter((name) => toComparable(name).includes(toComparable(given)));
  const [name] = near;
  if (name === undefined || near.length > 1) {
    throw new UsageError(
      `--location ${JSON.stringify(given)} names ${near.length === 0 ? "none" : "several"} of the locations in the export: ${list() || "it names none"}`,
    );
  }
  const chosen = places.get(name) ?? [];
  const others = drafts.length - chosen.length;
  return { drafts: chosen, notes: others > 0 ? [`${others} reviews of other locations are left out`] : [] };
}
