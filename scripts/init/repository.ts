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

/** The editor, in the version that this one of the project is made for. */
async function findEditor(): Promise<string> {
  const { devDependencies, peerDependencies } = (await readPackage(project)) ?? {};
  return `@sveltia/cms@${{ ...devDependencies, ...peerDependencies }["@sveltia/cms"] ?? "*"}`;
}

const buildReadme = (name: string, editor: string): string => `# Reviews of ${name}

\`content/\` holds what is published; [open-reviews](https://www.npmjs.com/package/open-reviews) makes the site from it.

\`\`\`sh
npm install && npm start                     # the site, on http://localhost:3000 (Ctrl+C ends it)
npx open-reviews import takeout.zip --jobs jobs.csv          # shows what it would bring; with --write it writes
npx open-reviews queue                       # asks about reviews whose customer is not certain
npx open-reviews invite --jobs jobs.csv      # links with which customers can write a review; sends nothing
npx open-reviews report                      # what is new, and which complaints have no reply
npx open-reviews check                       # looks through content
npm update open-reviews && npx open-reviews check            # a newer version
npx open-reviews                             # all commands; each has --help
\`\`\`

**Your reviews.** From Google: [takeout.google.com](https://takeout.google.com), choose only "Google Business Profile", and import the
zip file it sends you. From elsewhere: the export of that platform, or a CSV with columns such as \`date\`, \`rating\`, \`author\` and
\`text\`. Only verified reviews are published: \`jobs.csv\` (columns \`customer\` and \`date\`, saved from your calendar or invoices)
says who was a customer.

**An editor in your browser**, for replies, questions, people and hours: \`npm install --save-dev ${editor}\`, then \`npx open-reviews edit\`.

**Before the first deploy**: every \`TODO\` in \`content/\`; photos and logo in \`content/photos/\`; imprint and privacy in \`content/pages/\`.
Fields: \`node_modules/open-reviews/package/docs/content.md\`.

## Put it online

On GitHub, make a new, empty repository (its name becomes part of the address), then:

\`\`\`sh
git init -b main && git add . && git commit -m "Begin"
git remote add origin https://github.com/ACCOUNT/REPOSITORY.git
git push -u origin main
\`\`\`

**GitHub Pages, for nothing**: Settings, Pages, Source: GitHub Actions; then Actions, pages, Run workflow. The site is at
https://ACCOUNT.github.io/REPOSITORY/, or at the domain you set there. Every push to \`main\` is checked, built and deployed: after
an import or a reply, \`git add . && git commit -m "New reviews" && git push\`. \`npx open-reviews doctor https://…\` looks at the result.

**A server of your own**: set the variables \`BASE_URL\`, \`TARGET\` (such as web@host:/srv/reviews/site) and \`KNOWN_HOSTS\`, and
the secret \`DEPLOY_KEY\`; Pages is then left alone. How to set up the server: \`node_modules/open-reviews/package/docs/hosting.md\`,
which also has Netlify and Cloudflare Pages.

**Public or private?** A free GitHub account has Pages for public repositories only. Then everybody can also read \`content/\` and its
history: reviews that are withheld, and words that you withdrew. If that must not be, use a paid account with a private repository,
or a host that builds private repositories, such as Netlify or Cloudflare Pages.

\`jobs.csv\`, exports and keys stay on your computer; \`.gitignore\` sees to that. Keep a copy of \`.data/fingerprint.key\`: without
it, an import could bring back reviews that you withdrew.
`;

/** The files of the owner's repository beside content, by path; `folder` is where they go. */
export async function buildRepository(
  folder: string,
  name: string,
): Promise<Record<string, string | Uint8Array>> {
  const file = (await findFile(folder)) ?? (await findFile(project));
  const recipe = (file: string) => readFile(join(import.meta.dirname, "../deploy", file), "utf8");
  const isPnpm =
    process.env["npm_config_user_agent"]?.startsWith("pnpm") || existsSync(join(folder, "pnpm-lock.yaml"));
  return {
    // pnpm installs nothing as long as it does not know whether esbuild, which Astro brings, may run its script.
    ...(isPnpm && { "pnpm-workspace.yaml": "allowBuilds: { esbuild: true }\n" }),
    "package.json": await buildPackage(folder, file),
    // Whoever checks the repository out, a CI above all, has no other copy of it.
    ...(file !== undefined && { [basename(file)]: await readFile(file) }),
    ".gitignore": ignored,
    "README.md": buildReadme(name, await findEditor()),
    ".github/workflows/pages.yaml": await recipe("pages.yaml"),
    ".github/workflows/deploy.yaml": await recipe("ci.yaml"),
  };
}
