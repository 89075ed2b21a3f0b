import { hash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PlainError } from "../../schema/errors.ts";

const name = "@sveltia/cms";
const version = "0.221.1";

export interface CmsFiles {
  /** Where the deploy serves its program, by hash. */
  script: string;
  files: { path: string; body: Uint8Array<ArrayBuffer> }[];
}

/** Beside the owner's content, or beside this project. */
function findPackage(): string {
  const folder = [join(process.cwd(), "package.json"), import.meta.filename]
    .flatMap((place) => createRequire(place).resolve.paths(name) ?? [])
    .map((modules) => join(modules, name))
    .find((candidate) => existsSync(join(candidate, "dist/sveltia-cms.js")));
  if (folder !== undefined) return folder;
  throw new PlainError(
    `the editor needs the package ${name}, which is not installed: npm install --save-dev ${name}@${version}`,
  );
}

/** The editor's program and fonts, as the deploy itself serves them: nothing of it comes from anywhere else. */
export function loadCmsFiles(): CmsFiles {
  const folder = findPackage();
  const assets = join(folder, "npm/assets");
  const fonts = readdirSync(assets).filter((file) => file.endsWith(".woff2"));
  const program = readFileSync(join(folder, "dist/sveltia-cms.js"), "utf8")
    .replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n")
    .replaceAll(
      /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([a-z0-9-]+)[:@][^)]+/g,
      (_, font: string) => {
        const file = fonts.find((one) => one.startsWith(`${font}-`));
        return `fonts/${file ?? font}`;
      },
    )
    // It does without the lookups it would make there, such as newer versions and code colors.
    .replaceAll("https://unpkg.com", "data:,");
  const script = `/admin/sveltia-cms.${hash("sha256", program).slice(0, 16)}.js`;
  return {
    script,
    files: [
      { path: script, body: new TextEncoder().encode(program) },
      ...fonts.map((file) => ({
        path: `/admin/fonts/${file}`,
        body: new Uint8Array(readFileSync(join(assets, file))),
      })),
    ],
  };
}
