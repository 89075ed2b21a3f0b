import { existsSync } from "node:fs";
import { mkdir, rm, symlink } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { AstroInlineConfig } from "astro";
import config from "../../astro.config.mjs";
import { PlainError } from "../../src/schema/errors.ts";

/** Files beside content that a development server must not serve to others on this machine. */
export const secretFiles = [".env", ".env.*", "*.{crt,key,pem}", "**/.git/**", "**/.data/**"];

/** The packages of this project: its own, or those beside it where it is installed as one. */
function findPackages(folder = import.meta.dirname): string {
  const packages = join(folder, "node_modules");
  return existsSync(join(packages, "astro")) ? packages : findPackages(dirname(folder));
}

/** Astro writes below its root and looks for packages there: the folder gets a link to them, wherever the project is. */
export async function openAstroRoot(root: string): Promise<AstroInlineConfig> {
  const packages = findPackages();
  const [here, there] = [root, packages].map((path) => path.split(sep)[1]);
  if (here !== there)
    throw new PlainError(
      `Astro cannot build in ${resolve()} with the packages in ${packages}, which share no folder: install open-reviews in the folder that holds your content`,
    );
  const link = join(root, "node_modules");
  await mkdir(root, { recursive: true });
  await rm(link, { force: true });
  await symlink(packages, link, "junction");
  // Two that run at once, such as an editor beside a dev server, must not take prepared packages from under each other.
  return { ...config, configFile: false, root, vite: { ...config.vite, cacheDir: join(root, ".vite") } };
}
