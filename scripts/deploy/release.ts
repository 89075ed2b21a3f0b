import { z } from "zod";
import { Manifest } from "../../src/schema/manifest.ts";
import { parsePublished } from "../site-build/previous-deploy.ts";
import { UsageError } from "../../src/schema/errors.ts";

/** The facts about a build that are needed to replace another one with it. */
export interface Release {
  manifest: Manifest;
  /** For which address it was built. */
  baseUrl: string;
  published: ReadonlySet<string>;
  removed: ReadonlyMap<string, string>;
  /** The end of its signed history, where it has one. */
  checkpoint: string | undefined;
}

const Described = z.object({ servers: z.array(z.object({ url: z.string() })) });

/** The address that an OpenAPI document was built for. */
export const baseUrlOf = (openApi: Buffer): string | undefined =>
  Described.safeParse(JSON.parse(openApi.toString("utf8"))).data?.servers[0]?.url;

/** Reads a release by its files. */
export async function loadRelease(
  place: string,
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<Release> {
  const need = async (path: string) => {
    const bytes = await read(path);
    if (bytes === undefined) throw new UsageError(`${place} has no ${path}: run npm run build -- --public`);
    return bytes;
  };
  const manifest = Manifest.safeParse(JSON.parse((await need("/manifest.json")).toString("utf8")));
  if (!manifest.success)
    throw new UsageError(`the manifest.json of ${place} was not made by a build of this project`);
  const { published, removed } = parsePublished(await need("/reviews.json"));
  return {
    manifest: manifest.data,
    baseUrl: baseUrlOf(await need("/.well-known/openapi.json")) ?? "",
    published: new Set(published),
    removed: new Map(removed.map(({ id, removed_at }) => [id, removed_at])),
    checkpoint: (await read("/log/checkpoint"))?.toString("utf8"),
  };
}

/** Reviews that the site has withdrawn and this release would show again. */
export const findReturning = (live: Release, next: Pick<Release, "published">): string[] =>
  [...live.removed.keys()].filter((id) => next.published.has(id)).sort();

/** The signed part of a checkpoint, without the signatures that witnesses add. */
const toTree = (checkpoint: string | undefined) => checkpoint?.split("\n\n")[0];
const sizeOf = ({ checkpoint }: Release) => Number(checkpoint?.split("\n")[1] ?? 0);

/** Whether the signed history of the site would lose entries. */
export const losesHistory = (live: Release, next: Release): boolean => sizeOf(next) < sizeOf(live);

/** Why the site cannot go back to an older release; undefined when it can. */
export function findObstacle(live: Release, older: Release): string | undefined {
  const returning = findReturning(live, older);
  if (returning.length > 0) return `it shows ${toWithdrawn(returning, live)}`;
  const forgotten = [...live.removed.keys()].filter((id) => !older.removed.has(id)).sort();
  if (forgotten.length > 0) return `it does not know of ${toWithdrawn(forgotten, live)}`;
  if (toTree(live.checkpoint) !== toTree(older.checkpoint))
    return "its signed history is shorter or another one, and a history that goes back is what its readers watch for";
  return undefined;
}

const toWithdrawn = (ids: readonly string[], { removed }: Release) =>
  ids.map((id) => `${id} (withdrawn on ${removed.get(id)})`).join(", ");

/** Hashed files that visitors of this release may still ask for after the switch. */
export const listHashed = ({ manifest }: Release): string[] => [
  ...manifest.documents.map(({ hashed_path }) => hashed_path),
  ...(manifest.assets ?? []),
];

/**
 * Of these, what the next release may keep: data files hold all reviews, so they stay only when no review of theirs
 * has gone since.
 */
export function listKept(live: Release, next: Release): string[] {
  const hasGone = [...live.published].some((id) => !next.published.has(id));
  return listHashed(live).filter((path) => !(hasGone && path.startsWith("/data/")));
}

/** The changes that a switch would make, for people. */
export function toPlan(live: Release | undefined, next: Release): string {
  const before = new Map(live?.manifest.documents.map(({ path, sha256 }) => [path, sha256]));
  const changed = next.manifest.documents.filter(({ path, sha256 }) => before.get(path) !== sha256);
  const added = [...next.published].filter((id) => !live?.published.has(id));
  const gone = [...(live?.published ?? [])].filter((id) => !next.published.has(id));
  return [
    `Reviews: ${next.published.size}, ${added.length} of them new${gone.length > 0 ? `; gone: ${gone.join(", ")}` : ""}`,
    `Documents that change: ${changed.map(({ path }) => path).join(" ") || "none"}`,
  ].join("\n");
}
