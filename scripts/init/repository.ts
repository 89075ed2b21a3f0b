import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { commands } from "../commands.ts";

const PackageJson = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  scripts: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
type PackageJson = z.infer<typeof PackageJson>;

const project = join(import.meta.dirname, "../..");
const self = "open-reviews";

async function readPackage(folder: string): Promise<PackageJson | undefined> {
  const file = join(folder, "package.json");
  return existsSync(file) ? PackageJson.parse(JSON.parse(await readFile(file, "utf8"))) : undefined;
}

/** The file that this package came from, if it was one. */
async function findFile(folder: string): Promise<string | undefined> {
  const spec = (await readPackage(folder))?.dependencies?.[self];
  const file = spec?.startsWith("file:") ? resolve(folder, spec.slice("file:".length)) : undefined;
  if (file?.endsWith(".tgz") && existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder ? undefined : findFile(above);
}

async function buildPackage(folder: string, file: string | undefined): Promise<string> {
  const there = await readPackage(folder);
  const { version = "*" } = (await readPackage(project)) ?? {};
  const known = there?.dependencies?.[self] ?? `^${version}`;
  const scripts = Object.keys(commands).filter((name) => name !== "init");
  return `${JSON.stringify(
    {
      name:
        basename(folder)
          .toLowerCase()
          .replace(/[^a-z0-9-]+/g, "-")
          .replace(/^-+|-+$/g, "") || "reviews",
      private: true,
      type: "module",
      ...there,
      scripts: {
        ...Object.fromEntries(scripts.map((name) => [name, `${self} ${name}`])),
        ...there?.scripts,
      },
      dependencies: {
        ...there?.dependencies,
        [self]: file === undefined ? known : `file:${basename(file)}`,
      },
      allowScripts: { esbuild: true },
    },
    null,
    2,
  )}\n`;
}

/** The editor, in the version that this one of the project is made for. */
async function findEditor(): Promise<string> {
  const { devDependencies, peerDependencies } = (await readPackage(project)) ?? {};
  return `@sveltia/cms@${{ ...devDependencies, ...peerDependencies }["@sveltia/cms"] ?? "*"}`;
}

/** The files of the owner's repository beside content, by path; `folder` is where they go. */
export async function buildRepository(
  folder: string,
  name: string,
): Promise<Record<string, string | Uint8Array>> {
  const file = (await findFile(folder)) ?? (await findFile(project));
  const read = (path: string) => readFile(join(import.meta.dirname, path), "utf8");
  const readme = (await read("repository/README.md")).replaceAll("{name}", () => name);
  const isPnpm =
    process.env["npm_config_user_agent"]?.startsWith("pnpm") || existsSync(join(folder, "pnpm-lock.yaml"));
  return {
    // pnpm installs nothing as long as it does not know whether esbuild, which Astro brings, may run its script.
    ...(isPnpm && { "pnpm-workspace.yaml": "allowBuilds: { esbuild: true }\n" }),
    "package.json": await buildPackage(folder, file),
    // Whoever checks the repository out, a CI above all, has no other copy of it.
    ...(file !== undefined && { [basename(file)]: await readFile(file) }),
    ".gitignore": await read("repository/gitignore.txt"),
    "README.md": readme.replace("{editor}", await findEditor()),
    ".github/workflows/pages.yaml": await read("../deploy/pages.yaml"),
    ".github/workflows/deploy.yaml": await read("../deploy/ci.yaml"),
  };
}
