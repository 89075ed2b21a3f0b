import type { Manifest } from "../../src/schema/manifest.ts";

/** What a build remembers of the files that earlier builds left behind. */
export interface RetentionState {
  /** Hashed files that are no longer current: since when, and how many builds ago they were. In the manifest. */
  files: NonNullable<Manifest["earlier"]>;
  /** What was withdrawn and must go from every cache, and when. In a file of its own that is not public. */
  purged: Record<string, string>;
}

export interface RetentionLimits {
  days: number;
  builds: number;
}

export interface Retention {
  /** Old files that stay for now. */
  kept: string[];
  /** Addresses to purge from caches, because their bytes held something that is withdrawn. */
  purge: string[];
  state: RetentionState;
}

/** Hashed files never change, so pages and programs may still ask for those of an earlier build. */
export const isHashed = (path: string): boolean => path.startsWith("/data/") || path.startsWith("/_astro/");

/** Which hashed files of earlier builds stay; those named `withdrawn` go at once, with their stable addresses. */
export function planRetention(
  before: RetentionState,
  {
    old,
    current,
    withdrawn,
    now,
    limits,
  }: {
    old: readonly string[];
    current: ReadonlySet<string>;
    withdrawn: readonly string[];
    now: string;
    limits: RetentionLimits;
  },
): Retention {
  const superseded = old.filter((path) => !current.has(path));
  // Building the same content again makes nothing older.
  const isNewBuild = superseded.some((path) => !Object.hasOwn(before.files, path));
  const oldest = toInstant(Date.parse(now) - limits.days * 86_400_000);
  const gone = new Set(withdrawn);
  const files: RetentionState["files"] = {};
  for (const path of superseded) {
    const known = before.files[path];
    const next = {
      since: known?.since ?? now,
      builds: known ? known.builds + (isNewBuild ? 1 : 0) : 1,
    };
    if (gone.has(path) || next.builds > limits.builds || next.since < oldest) continue;
    files[path] = next;
  }
  // The list outlives this build, so that a purge is not lost when two builds come before one deploy.
  const purged = Object.fromEntries(
    Object.entries(before.purged).filter(
      ([path, since]) => since >= oldest && !(isHashed(path) && current.has(path)),
    ),
  );
  for (const path of withdrawn) purged[path] = now;
  return { kept: Object.keys(files).sort(), purge: Object.keys(purged).sort(), state: { files, purged } };
}

export const toInstant = (milliseconds: number): string =>
  `${new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().slice(0, 19)}Z`;
