import { readBusiness, toGivenPath } from "../../src/content/given-path.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import type { PreviousDeploy, Site } from "../../src/schema/site.ts";
import { isCompressible } from "./compressor.ts";
import { isHashed, linkOrCopy, listFiles, readIfThere, writeBelow } from "./files.ts";
import { UsageError, causeOf, messageOf } from "../../src/schema/errors.ts";
import { listPhotos } from "../../src/publish/reviews.ts";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { photoPaths } from "../../src/publish/photo-paths.ts";
import { type Review, Tombstone } from "../../src/schema/review.ts";
import { memberOf } from "../../src/schema/json.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import { Id } from "../../src/schema/text.ts";
import { sha256 } from "../../server/data/hashes.ts";
import { readBounded } from "../read-bounded.ts";
import { hostName, isLoopback } from "../../server/http/client-address.ts";
import { placeholders } from "../init/questions.ts";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

/** The deploy that a build follows: its only memory of what was published. */
export interface Previous {
  /** As the owner named it. */
  place: string;
  isAddress: boolean;
  /** Where its files lie, when they lie here. */
  folder?: string;
  /** Whether the owner named it, rather than that it happened to be there. */
  isGiven: boolean;
  manifest: Manifest;
  /** The bytes at an address ("/feed.xml", "/faq/"); nothing when there is nothing. */
  read: (path: string) => Promise<Buffer | undefined>;
  /** Stable addresses of texts: documents and pages. */
  stablePaths: () => Promise<string[]>;
  /** Hashed files, the current and the earlier ones. */
  hashedPaths: () => Promise<string[]>;
}

const isAddress = (place: string) => /^https?:\/\//i.test(place);

const parsePreviousManifest = (bytes: Buffer, place: string): Manifest => {
  try {
    return Manifest.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new UsageError(
      `PREVIOUS: the manifest.json of ${place} was not made by a build of this project: name the folder or the address of the deploy that this build follows`,
    );
  }
};

const toFile = (path: string) => (path.endsWith("/") ? `${path}index.html` : path);
const toAddress = (file: string) => file.replace(/\/index\.html$/, "/");

async function openFolder(place: string, isGiven: boolean): Promise<Previous | undefined> {
  const folder = resolve(place);
  const bytes = await readIfThere(join(folder, "manifest.json"));
  if (bytes === undefined) return undefined;
  const list = async () => listFiles(folder).filter((path) => !/\/\.tmp-|\.(gz|br)$/.test(path));
  return {
    place,
    isAddress: false,
    folder,
    isGiven,
    manifest: parsePreviousManifest(bytes, place),
    read: (path) => readIfThere(join(folder, toFile(path))),
    stablePaths: async () =>
      (await list())
        .filter((path) => !isHashed(path) && isCompressible(path) && path !== "/purge.txt")
        .map(toAddress),
    hashedPaths: async () => (await list()).filter(isHashed),
  };
}

/** The pages below the base that a sitemap names, or those of the sitemaps that it names. */
async function readSitemap(read: Previous["read"], path: string, basePath: string): Promise<string[]> {
  const text = (await read(path))?.toString("utf8") ?? "";
  const paths = [...text.matchAll(/<loc>\s*([^<\s]+)/g)].flatMap(([, loc = ""]) => {
    const pathname = URL.parse(loc)?.pathname ?? "";
    return pathname.startsWith(`${basePath}/`) ? [pathname.slice(basePath.length)] : [];
  });
  if (!text.includes("<sitemapindex")) return paths;
  return (await Promise.all(paths.map((part) => readSitemap(read, part, basePath)))).flat();
}

/** Current documents are fetched once, and kept in memory only: they may hold reviews that are erased today. */
async function openAddress(place: string): Promise<Previous | undefined> {
  const base = place.replace(/\/+$/, "");
  const bytes = await readAddress(`${base}/manifest.json`);
  if (bytes === undefined) return undefined;
  const manifest = parsePreviousManifest(bytes, place);
  const current = new Set(manifest.documents.map(({ hashed_path }) => hashed_path));
  const fetched = new Map<string, Promise<Buffer | undefined>>();
  const read = (path: string) => {
    const known = fetched.get(path) ?? readAddress(base + path);
    if (current.has(path)) fetched.set(path, known);
    return known;
  };
  return {
    place,
    isAddress: true,
    isGiven: true,
    manifest,
    read,
    stablePaths: async () => [
      ...new Set([
        ...manifest.documents.map(({ path }) => path),
        "/llms.txt",
        ...(await readSitemap(read, "/sitemap.xml", basePathOf(base))),
      ]),
    ],
    hashedPaths: async () => [
      ...manifest.documents.map(({ hashed_path }) => hashed_path),
      ...(manifest.assets ?? []),
      ...Object.keys(manifest.earlier ?? {}),
    ],
  };
}

/** PREVIOUS as it is meant where the command was started; nothing when it is not given. */
export const parsePlace = (given: string | undefined): string | undefined =>
  given && given !== "none" && !isAddress(given) ? toGivenPath(given) : given || undefined;

/**
 * Opens the deploy that PREVIOUS names, a folder or an address; without it, what stands where the build goes.
 * Nothing when there is none.
 */
export async function openPrevious(given: string | undefined, out: string): Promise<Previous | undefined> {
  if (given === "none") return undefined;
  if (given && isAddress(given)) {
    if (URL.canParse(given)) return openAddress(given);
    throw new UsageError(`PREVIOUS must be a folder, an address or none, got ${JSON.stringify(given)}`);
  }
  return openFolder(given || out, Boolean(given));
}

/** A document of the deploy, whole and as its manifest promises. */
export async function readDocument(previous: Previous, path: string): Promise<Buffer | undefined> {
  const entry = previous.manifest.documents.find((document) => document.path === path);
  if (entry === undefined) return undefined;
  for (const address of [entry.hashed_path, path]) {
    const bytes = await previous.read(address);
    if (bytes !== undefined && sha256(bytes) === entry.sha256) return bytes;
  }
  throw new UsageError(
    `PREVIOUS: ${previous.place} has no ${path} as its manifest.json promises it: a deploy is under way, or the build is damaged. Try again, or set PREVIOUS to another copy of the last build, or to none`,
  );
}

/**
 * Puts a file of the deploy below another folder, as the same file where it lies here. False when there is none, or
 * something else in its place.
 */
export async function takeOver(
  { folder, read }: Pick<Previous, "folder" | "read">,
  path: string,
  to: string,
  isRight: (bytes: Buffer) => boolean = () => true,
): Promise<boolean> {
  if (folder !== undefined) return linkOrCopy(join(folder, path), join(to, path));
  const bytes = await read(path);
  if (bytes === undefined || !isRight(bytes)) return false;
  await writeBelow(to, path, bytes);
  return true;
}

const Identity = z.object({
  name: z.string().optional().catch(undefined),
  telephone: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  fictional: z.boolean().default(false).catch(false),
});
type Identity = z.infer<typeof Identity>;

const PublishedDataset = z.object({
  business: Identity.extend({ url: z.string() }).optional().catch(undefined),
  reviews: z.array(z.object({ id: Id })),
  removed: z.array(Tombstone),
});

/** The content of a /reviews.json of ours: ids and tombstones are checked, reviews taken as they are. */
export interface PublishedDataset extends Pick<PreviousDeploy, "published" | "removed"> {
  business: z.infer<typeof PublishedDataset>["business"];
  reviews: Review[];
  /** Paths of the files of its pictures. */
  photos: string[];
}

export function parsePublished(bytes: Buffer): PublishedDataset {
  try {
    const dataset: unknown = JSON.parse(bytes.toString("utf8"));
    const { business, reviews, removed } = PublishedDataset.parse(dataset);
    return {
      business,
      published: reviews.map(({ id }) => id),
      removed,
      reviews: memberOf(dataset, "reviews") as Review[],
      photos: listPhotos(dataset as ReviewsDataset).flatMap(photoPaths),
    };
  } catch (error) {
    throw new UsageError(
      `the /reviews.json of the previous deploy was not made by a build of this project: ${messageOf(error).split("\n")[0]}`,
    );
  }
}

const parsed = new WeakMap<Previous, Promise<PublishedDataset | undefined>>();

/** The deploy's files, parsed once. */
export function readPublished(previous: Previous): Promise<PublishedDataset | undefined> {
  const known =
    parsed.get(previous) ??
    readDocument(previous, "/reviews.json").then((bytes) => bytes && parsePublished(bytes));
  parsed.set(previous, known);
  return known;
}

const mebibyte = 1024 * 1024;
/** More than any file of a deploy has. */
const maxBytes = 512 * mebibyte;
const timeout = 60_000;
/** Waits before each further try. */
const pauses = [500, 2_000];

const tooLarge = (address: string) =>
  new UsageError(`${address} has more than ${maxBytes / mebibyte} MB, so it cannot be part of a deploy`);

/** The body at the address; nothing when it is missing. A failure may be temporary, so the request is repeated. */
async function readAddress(address: string): Promise<Buffer | undefined> {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
      if (response.ok) return await readBounded(response, maxBytes, () => tooLarge(address));
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return undefined;
      throw new Error(`it answered ${response.status}`);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const pause = pauses[tries];
      if (pause === undefined)
        throw new UsageError(
          `PREVIOUS: ${address} cannot be read (${messageOf(causeOf(error))}). Without the previous deploy, a build could bring back reviews that were withdrawn: try again, or set PREVIOUS to the folder of the last build, or, if there is none, to none`,
        );
      await wait(pause);
    }
  }
}

export interface FoundPrevious {
  previous: Previous | undefined;
  /** Why there is none, where that is not plain. */
  note?: string;
}

/**
 * The previous deploy; one that nobody named and that is damaged is as good as none, and that of another business, such as
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

/** Only the deploy that filled the caches knows their content. */
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

/**
 * Whether both are the same business: by name or, as names change, by address, telephone or e-mail. A fictional and a
 * real business are never the same.
 */
export function isSameBusiness(before: Identity, now: Identity, isSameAddress: boolean): boolean {
  if (before.name === now.name) return true;
  if (before.fictional !== now.fictional) return false;
  const isShared = (key: keyof typeof placeholders) =>
    before[key] !== undefined && before[key] === now[key] && before[key] !== placeholders[key];
  return isSameAddress || isShared("telephone") || isShared("email");
}

/**
 * The name of the other business that the deploy shows, such as the demonstration; nothing when it is the one of
 * content. A deploy that the owner named is followed under another name too, unless it is made up.
 */
async function findOtherBusiness(
  previous: Previous,
  content: string,
  baseUrl: string,
): Promise<string | undefined> {
  const before = (await readPublished(previous).catch(() => undefined))?.business;
  const now = Identity.safeParse(readBusiness(content)).data;
  if (before === undefined || now?.name === undefined) return undefined;
  if (previous.isGiven && !before.fictional) return undefined;
  // Several businesses may share a host, each with a path of its own.
  const isSameAddress = !isLoopback(hostName(new URL(before.url).host)) && before.url === `${baseUrl}/`;
  return isSameBusiness(before, now, isSameAddress) ? undefined : before.name;
}
