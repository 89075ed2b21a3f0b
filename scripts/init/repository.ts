import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { commands } from "../commands.ts";

const PackageJson = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  scripts: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
});
type PackageJson = z.infer<typeof PackageJson>;

const project = join(import.meta.dirname, "../..");
const self = "open-reviews";

async function readPackage(folder: string): Promise<PackageJson | undefined> {
  const file = join(folder, "package.json");
  return existsSync(file) ? PackageJson.parse(JSON.parse(await readFile(file, "utf8"))) : undefined;
}

/** Where this package came from, if that was a file: the repository then takes it from there, too. */
async function findFile(folder: string): Promise<string | undefined> {
  const spec = (await readPackage(folder))?.dependencies?.[self];
  if (spec?.startsWith("file:")) return resolve(folder, spec.slice("file:".length));
  const above = dirname(folder);
  return above === folder ? undefined : findFile(above);
}

async function buildPackage(folder: string): Promise<string> {
  const there = await readPackage(folder);
  const file = await findFile(project);
  const { version = "*" } = (await readPackage(project)) ?? {};
  const spec = file === undefined ? `^${version}` : `file:${relative(folder, file)}`;
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
      dependencies: { [self]: spec, ...there?.dependencies },
      allowScripts: { esbuild: true },
    },
    null,
    2,
  )}\n`;
}

const ignored = `# Names and days of customers, exports of platforms, keys: never in a repository.
*.csv
*.eml
*.key
*.mbox
*.zip
/*.json
/*.jsonl
!/package.json
!/package-lock.json
.data/
.env
/exports/
/invitations/

# Made anew.
.*.build/
.build/
dist/
node_modules/
`;

const buildReadme = (name: string): string => `# Reviews of ${name}

\`content/\` holds what is published; the rest is made from it by [open-reviews](https://www.npmjs.com/package/open-reviews).

\`\`\`sh
npm install && npm start                                     # the site, on http://localhost:3000
npm run import -- exports/takeout.zip --jobs jobs.csv --write  # reviews; without --write it only shows them
npm run check                                                # looks through content
npm update open-reviews && npm run check                     # a newer version
npx open-reviews                                             # all commands
\`\`\`

Only verified reviews are published: \`jobs.csv\` (columns \`customer\` and \`date\`) says who was a customer. It, exports and keys
stay on your computer; \`.gitignore\` sees to that. Keep a copy of \`.data/fingerprint.key\`: without it, an import could bring
back reviews that you withdrew.

**Is this repository public?** Then everybody also sees its history, withdrawn reviews included. Keep it private.

Before the first deploy: every \`TODO\` in \`content/\`, your photos and logo in \`content/public/\`, imprint and privacy in
\`content/pages/\`.

**GitHub Pages**: Settings, Pages, Source: GitHub Actions. With a domain of your own, set the repository variable \`BASE_URL\`
(Settings, Secrets and variables, Actions) to its address. Every push to \`main\` is checked, built and deployed.

**A server of your own**: set the variables \`BASE_URL\`, \`TARGET\` (such as web@host:/srv/reviews/site) and \`KNOWN_HOSTS\`, and
the secret \`DEPLOY_KEY\`; Pages is then left alone. How to set up the server: \`node_modules/open-reviews/package/scripts/deploy/README.md\`.
`;

/** What stands in the owner's repository beside content, by path; `folder` is where it goes. */
export async function buildRepository(folder: string, name: string): Promise<Record<string, string>> {
  const recipe = (file: string) => readFile(join(import.meta.dirname, "../deploy", file), "utf8");
  const isPnpm =
    process.env["npm_config_user_agent"]?.startsWith("pnpm") || existsSync(join(folder, "pnpm-lock.yaml"));
  return {
    // pnpm installs nothing as long as it does not know whether esbuild, which Astro brings, may run its script.
    ...(isPnpm && { "pnpm-workspace.yaml": "allowBuilds: { esbuild: true }\n" }),
    "package.json": await buildPackage(folder),
    ".gitignore": ignored,
    "README.md": buildReadme(name),
    ".github/workflows/pages.yaml": await recipe("pages.yaml"),
    ".github/workflows/deploy.yaml": await recipe("ci.yaml"),
  };
}
