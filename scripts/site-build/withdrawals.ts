import { permalinkPath, picturePath } from "../../src/publish/review-paths.ts";
import { photoFolder } from "../../src/publish/photo-paths.ts";
import { isRecord } from "../../src/schema/json.ts";
import type { Site } from "../../src/schema/site.ts";
import { forEach } from "./files.ts";
import { type Previous, readPublished } from "./previous.ts";

/** The words of a document but for its tombstones: in a dataset a list, in the Atom feed elements (RFC 6721). */
function withoutTombstones(text: string): string {
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document) ? JSON.stringify({ ...document, removed: [] }) : text;
  } catch {
    return text.replace(/<at:deleted-entry [^<>]*>/g, "");
  }
}

/**
 * Whether the text of a deployed file shows one of these reviews. A tombstone names an id without showing
 * anything, so it does not count.
 */
export function showsAny(text: string, ids: ReadonlySet<string>): boolean {
  if (ids.size === 0) return false;
  for (const [word] of withoutTombstones(text).matchAll(/[a-z0-9][a-z0-9-]*/g))
    if (ids.has(word)) return true;
  return false;
}

/** Those of the addresses at which the deploy shows one of the reviews, or may show it. */
export async function findShown(
  previous: Pick<Previous, "read">,
  paths: readonly string[],
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const shown: string[] = [];
  if (ids.size === 0) return shown;
  await forEach(paths, 8, async (path) => {
    // An unreadable file may show anything, and one address too many does no harm.
    const bytes = await previous.read(path).catch(() => "unreadable" as const);
    if (bytes === "unreadable" || (bytes && showsAny(bytes.toString("utf8"), ids))) shown.push(path);
  });
  return shown.sort();
}

/**
 * Stable addresses that may show one of the reviews. The pages of other reviews are very many; only those next to
 * one, which link to it, can name it.
 */
export async function listSuspects(
  previous: Previous,
  published: readonly string[],
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const isNear = (index: number) => [index - 1, index, index + 1].some((at) => ids.has(published[at] ?? ""));
  const others = new Set(published.filter((_, index) => !isNear(index)).map(permalinkPath));
  return (await previous.stablePaths()).filter((path) => !others.has(path));
}

/** The pictures of these reviews that the deploy shows: their words are drawn in them. */
export async function findPictures(
  previous: Pick<Previous, "read">,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const paths = [...ids].map(picturePath);
  const there = await Promise.all(paths.map((path) => previous.read(path).catch(() => true)));
  return paths.filter((_, index) => there[index] !== undefined);
}

export interface Withdrawals {
  /** Addresses whose bytes show a review that is withdrawn. */
  shown: string[];
  /** Reviews that were on the site and are now neither published nor withdrawn: withheld, most likely. */
  vanished: string[];
}

/**
 * What the previous deploy shows of reviews that are withdrawn: among hashed files those that are superseded, among
 * stable addresses those that showed it until now.
 */
export async function findWithdrawals(
  previous: Previous,
  { old, current }: { old: readonly string[]; current: ReadonlySet<string> },
  site: Pick<Site, "reviews" | "withheld" | "removed">,
): Promise<Withdrawals> {
  const shown = await readPublished(previous);
  const before = shown?.published ?? [];
  const published = new Set(site.reviews.map(({ id }) => id));
  const gone = before.filter((id) => !published.has(id));
  const tombstones = new Set(site.removed.map(({ id }) => id));
  const everGone = new Set([...gone, ...tombstones, ...site.withheld.map(({ id }) => id)]);
  const stable = gone.length === 0 ? [] : await listSuspects(previous, before, new Set(gone));
  const photos = new Set([...old.filter((path) => path.startsWith(photoFolder)), ...(shown?.photos ?? [])]);
  return {
    shown: [
      // Nothing keeps a picture that is not shown any more: it may be one that somebody wants gone.
      ...[...photos].filter((path) => !current.has(path)),
      ...(await findShown(
        previous,
        old.filter((path) => path.startsWith("/data/") && !current.has(path)),
        everGone,
      )),
      ...(await findShown(previous, stable, new Set(gone))),
      ...(await findPictures(previous, new Set(gone))),
    ],
    vanished: [...new Set([...(previous.manifest.vanished ?? []), ...gone])]
      .filter((id) => !published.has(id) && !tombstones.has(id))
      .sort(),
  };
}

const maxNamed = 20;

/**
 * Published reviews that are gone without a tombstone. Whoever keeps a copy asks for what is new, changed or removed, and
 * would keep them.
 */
export function findSilentChanges(
  published: readonly string[],
  { reviews, removed }: Pick<Site, "reviews" | "removed">,
): string[] {
  const known = new Set([...reviews, ...removed].map(({ id }) => id));
  const gone = published.filter((id) => !known.has(id));
  const named = gone
    .slice(0, maxNamed)
    .map(
      (id) =>
        `warning: ${id} is gone, and whoever keeps a copy of the reviews keeps it: withdraw it with npm run redact -- ${id}`,
    );
  const rest = gone.length - named.length;
  return [...named, ...(rest > 0 ? [`warning: ${rest} more are gone`] : [])];
}
