import { link, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AstroIntegration, type RouteData, build } from "astro";
import {
  buildReviewPage,
  pagedReviews,
  createTemplate,
  templateId,
} from "../../src/components/review/review-page.ts";
import type { Manifest, ManifestDocument } from "../../src/schema/manifest.ts";
import { baseUrl, documents, hasSidecar, site } from "../../src/site.ts";
import { basePathOf } from "../../src/schema/endpoints.ts";
import {
  type Effort,
  type Facts,
  createOutput,
  isCompressible,
  maxPagesInBrotli,
  writeCompressed,
} from "./compressor.ts";
import { openAstroRoot } from "./astro-root.ts";
import { forEach, listFiles, writeBelow } from "./files.ts";
import type { Progress } from "../run-command.ts";
import { permalinkPath } from "../../src/schema/review-paths.ts";
import { type Document, buildManifest, toHashedPath } from "../../src/publish/documents.ts";
import { manifestVersion } from "../../server/data/hashes.ts";
import type { Work } from "./work-folder.ts";
import { setImmediate } from "node:timers/promises";

export interface BuildFolders extends Work {
  previous: Manifest | undefined;
  now: string;
}

/** Whether a file of Astro's output belongs to the site. */
const isBrought = (path: string): boolean =>
  // Astro also bundles scripts of pages that are not built, such as the editor's without the setting.
  !path.startsWith("/.prerender/") &&
  (site.business.editor !== undefined || !path.startsWith("/_astro/_admin_"));

/** The file that every search on the site loads: worth the best compression, as documents are. */
const isIndex = (path: string): boolean => path === "/search-index/words.json";

/** Where Astro puts the page with slots in place of a review. */
const templateFile = `${permalinkPath(templateId)}index.html`;

/** Pages of reviews that wait to be compressed, each a few kilobytes. */
const maxPagesAtOnce = 64;

/**
 * Renders the site into the staging folder, every text with its compressed variants. While Astro renders on one core,
 * threads of Node's compress what it has rendered, and pages of reviews are filled as soon as theirs is there.
 */
export async function render(place: BuildFolders, progress: Progress): Promise<Manifest> {
  const kept = documents.filter(({ inManifest }) => inManifest);
  const best = new Set(kept.map(({ path }) => path));
  const template = Promise.withResolvers<Uint8Array>();
  const left = new Set<string>();
  let [all, done, pages] = [0, 0, 0];
  const onProgress = () => progress.count(`Writing files: ${++done} of ${all}…`);
  const output = createOutput(place.staging, onProgress);
  const effortOf = (path: string): Effort => {
    if (best.has(path) || isIndex(path)) return "document";
    return pages > maxPagesInBrotli && path.endsWith(".html") ? "small" : "page";
  };
  const rendering = handOver({
    begin: async (files) => {
      // With what vite and the public folder brought, without what Astro renders with.
      const brought = listFiles(place.rendered).filter(isBrought);
      for (const file of [...files, ...brought])
        if (isCompressible(file) && file !== templateFile) left.add(file);
      all = pagedReviews.length + left.size;
      pages = pagedReviews.length + [...left].filter((file) => file.endsWith(".html")).length;
    },
    take: async (path, bytes) => {
      left.delete(path);
      if (path === templateFile) template.resolve(bytes);
      else if (isCompressible(path)) await output.write(path, effortOf(path), bytes);
      else await writeBelow(place.staging, path, bytes);
    },
  });
  const renderAll = async () => {
    const config = await openAstroRoot(place.root);
    await build({ ...config, logLevel: "warn", outDir: place.rendered, integrations: [rendering] });
    template.reject(new Error("Astro rendered no page of a review"));
  };
  const fillAll = async () => {
    const fill = createTemplate(new TextDecoder().decode(await template.promise));
    await forEach(pagedReviews, maxPagesAtOnce, async (paged) => {
      const file = join(place.staging, permalinkPath(paged.review.id), "index.html");
      await writeCompressed(file, "small", fill(buildReviewPage(paged)));
      onProgress();
    });
  };
  await Promise.all([renderAll(), fillAll()]);
  // Files from the public folder, and redirects.
  for (const path of listFiles(place.rendered).filter(isBrought))
    await writeBelow(place.staging, path, await readFile(join(place.rendered, path)));
  for (const path of left) await output.write(path, effortOf(path));
  const written = await output.finish();
  const entries: ManifestDocument[] = [];
  for (const document of kept) entries.push(await addHashedCopy(document, written.get(document.path), place));
  return buildManifest(entries, manifestVersion(entries), hasSidecar);
}

/** Takes the files that Astro renders, so that Astro does not write them. */
interface Taker {
  /** Told of all files before the first is rendered. */
  begin: (files: readonly string[]) => Promise<void>;
  /** Resolves when the next may come. */
  take: (file: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
}

/** Astro renders addresses below it. */
const basePath = basePathOf(baseUrl);

/** The file that Astro makes of an address, as an address itself. */
function toFile(pathname: string, { type }: RouteData): string {
  const path = pathname.replace(/\/$/, "");
  if (type === "endpoint") return path;
  return path === "/404" ? "/404.html" : `${path}/index.html`;
}

/** Hands over what Astro renders at once, so that other threads work on it while Astro goes on. */
const handOver = ({ begin, take }: Taker): AstroIntegration => ({
  name: "hand-over",
  hooks: {
    "astro:build:start": ({ setPrerenderer }) => {
      setPrerenderer((astro) => ({
        ...astro,
        getStaticPaths: async () => {
          const paths = await astro.getStaticPaths();
          await begin(paths.map(({ pathname, route }) => toFile(pathname, route)));
          return paths;
        },
        render: async (request, options) => {
          const rendered = await astro.render(request, options);
          const file = toFile(
            decodeURI(new URL(request.url).pathname).slice(basePath.length),
            options.routeData,
          );
          const response = rendered instanceof Response ? rendered : rendered.response;
          // Astro makes the page of a redirect only afterwards.
          if (response.headers.has("Location")) return rendered;
          await take(file, new Uint8Array(await response.arrayBuffer()));
          // Rendering waits for nothing, so messages of the threads need a turn.
          await setImmediate();
          // An answer without a body is not written.
          return new Response(null);
        },
      }));
    },
  },
});

/** Puts a copy of a document under its hash; returns its entry in the manifest. */
async function addHashedCopy(
  document: Document,
  facts: Facts | undefined,
  { staging, previous, now }: BuildFolders,
): Promise<ManifestDocument> {
  if (facts === undefined) throw new Error(`${document.path} was not compressed as a document`);
  const { path, type } = document;
  const { sha256, etag, bytes, encodings } = facts;
  const hashed_path = toHashedPath(document, sha256);
  await mkdir(join(staging, dirname(hashed_path)), { recursive: true });
  for (const ending of ["", ".gz", ".br"])
    await link(join(staging, path + ending), join(staging, hashed_path + ending));
  const same = previous?.documents.find((one) => one.path === path && one.sha256 === sha256);
  const last_modified = same?.last_modified ?? now;
  return { path, hashed_path, sha256, etag, bytes, type, last_modified, encodings };
}
