import { toGivenPath } from "../../src/content/given-path.ts";
import { join, resolve } from "node:path";
import { Manifest, type ManifestDocument } from "../../src/schema/manifest.ts";
import type { PreviousDeploy } from "../../src/schema/site.ts";
import { isCompressible } from "./compression.ts";
import { listFiles, readIfThere } from "./files.ts";
import { readAddress } from "./live-deploy.ts";
import { UsageError } from "../usage-error.ts";
import { isHashed } from "./retention.ts";
import { sha256 } from "../../server/data/hashes.ts";

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

const parseManifest = (bytes: Buffer, place: string): Manifest => {
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
    manifest: parseManifest(bytes, place),
    read: (path) => readIfThere(join(folder, toFile(path))),
    stablePaths: async () =>
      (await list())
        .filter((path) => !isHashed(path) && isCompressible(path) && path !== "/purge.txt")
        .map(toAddress),
    hashedPaths: async () => (await list()).filter(isHashed),
  };
}

/** The pages that a sitemap names, or those of the sitemaps that it names. */
async function readSitemap(read: Previous["read"], path: string): Promise<string[]> {
  const text = (await read(path))?.toString("utf8") ?? "";
  const paths = [...text.matchAll(/<loc>\s*([^<\s]+)/g)].flatMap(([, loc = ""]) =>
    URL.canParse(loc) ? [new URL(loc).pathname] : [],
  );
  if (!text.includes("<sitemapindex")) return paths;
  return (await Promise.all(paths.map((part) => readSitemap(read, part)))).flat();
}

/** The bytes that many ask for are fetched once, and kept in memory only: they may hold what is erased today. */
async function openAddress(place: string): Promise<Previous | undefined> {
  const base = place.replace(/\/+$/, "");
  const bytes = await readAddress(`${base}/manifest.json`);
  if (bytes === undefined) return undefined;
  const manifest = parseManifest(bytes, place);
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
        ...(await readSitemap(read, "/sitemap.xml")),
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
  const isRight = (bytes: Buffer | undefined) => bytes !== undefined && sha256(bytes) === entry.sha256;
  for (const address of [entry.hashed_path, path] satisfies [string, string]) {
    const bytes = await previous.read(address);
    if (isRight(bytes)) return bytes;
  }
  throw damaged(previous, entry);
}

const damaged = ({ place }: Previous, { path }: ManifestDocument) =>
  new UsageError(
    `PREVIOUS: ${place} has no ${path} as its manifest.json promises it: a deploy is under way, or the build is damaged. Try again, or set PREVIOUS to another copy of the last build, or to none`,
  );

/** Ids and tombstones in the bytes of a /reviews.json of ours. */
export function parsePublished(reviews: Buffer): Pick<PreviousDeploy, "published" | "removed"> {
  const text = reviews.toString("utf8");
  return {
    published: [...text.matchAll(/\{"id":"([a-z0-9-]+)","url":/g)].map(([, id = ""]) => id),
    removed: [...text.matchAll(/\{"id":"([a-z0-9-]+)","removed_at":"([0-9-]+)"\}/g)].map(
      ([, id = "", removed_at = ""]) => ({ id, removed_at }),
    ),
  };
}
