import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { listFiles } from "./site-build/files.ts";

// Run by npm pack and npm publish. Node strips no types below node_modules, so the package holds JavaScript; Astro
// compiles pages by itself. npm takes package.json as it stands there, and an owner needs another one than a
// contributor: it stands there until everything is packed.

const root = join(import.meta.dirname, "..");
const out = join(root, "package");
const manifest = join(root, "package.json");
const kept = join(root, ".build", "package.json");

/** Files that only contributors run, or that no program reads. */
const isLeftOut = (file: string): boolean =>
  /^scripts\/(?:bench|training|pack\.ts|deploy\/sbom\.ts)/.test(file) ||
  file.endsWith(".d.ts") ||
  /^docs\/(?!\w+\.md$)/.test(file) ||
  (/\.(?:md|py)$/.test(file) && !/^(?:docs|scripts\/(?:deploy|init\/repository))\/\w+\.md$/.test(file));

/** Names of our own TypeScript in imports and in what is started: "./build.ts". */
const toJavaScriptNames = (text: string): string =>
  text.replace(/(["'])(?!test\/)([\w@./[\]-]+)(?<!\.d)\.ts\1/g, "$1$2.js$1");

async function compile(file: string): Promise<void> {
  const to = join(out, file.replace(/\.ts$/, ".js"));
  await mkdir(dirname(to), { recursive: true });
  if (!/\.(?:ts|astro|mjs)$/.test(file)) return cp(join(root, file), to);
  const text = await readFile(join(root, file), "utf8");
  // Types become spaces, so that lines and columns in a stack are those of the source.
  const code = toJavaScriptNames(file.endsWith(".ts") ? stripTypeScriptTypes(text) : text);
  // One program starts all commands, and not each of them itself.
  await writeFile(to, code.replaceAll("import.meta.main", "process.argv[1] === import.meta.filename"));
}

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** Types are for contributors; clients of language models and the editor, a fifth of all bytes, for those who want them. */
const [isType, isExtra] = [/^@types\//, /^(?:ai$|@ai-sdk\/|@sveltia\/)/];

function toPublished({ name, version, description, license, dependencies, devDependencies }: Manifest) {
  const needed = Object.entries(devDependencies).filter(([one]) => !isType.test(one));
  const extras = needed.filter(([one]) => isExtra.test(one));
  return {
    name,
    version,
    description,
    license,
    type: "module",
    bin: { "open-reviews": "package/scripts/open-reviews.js" },
    exports: { "./package.json": "./package.json" },
    files: ["package"],
    engines: { node: ">=22.19" },
    dependencies: {
      ...dependencies,
      ...Object.fromEntries(needed.filter(([one]) => !isExtra.test(one))),
    },
    peerDependencies: Object.fromEntries(extras),
    peerDependenciesMeta: Object.fromEntries(extras.map(([one]) => [one, { optional: true }])),
  };
}

/** Puts the contributor's package.json back, also after a run that was stopped. */
async function restore(): Promise<void> {
  if (existsSync(kept)) await rename(kept, manifest);
}

async function pack(): Promise<void> {
  await rm(out, { recursive: true, force: true });
  const files = ["src", "server", "scripts", "public", "docs"].flatMap((folder) =>
    listFiles(join(root, folder)).map((path) => folder + path),
  );
  for (const file of [...files, "astro.config.mjs"]) if (!isLeftOut(file)) await compile(file);
  const text = await readFile(manifest, "utf8");
  const published = `${JSON.stringify(toPublished(JSON.parse(text) as Manifest), null, 2)}\n`;
  // Beside the code, too, which reads there what it is.
  await writeFile(join(out, "package.json"), published);
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, text);
  await writeFile(manifest, published);
}

await restore();
if (!process.argv.includes("--restore")) await pack();
else await rm(out, { recursive: true, force: true });
