import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConfig } from "astro/config";

const toPath = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const site = toPath("./src/site.ts");

/** Pages take the very module that the build has loaded, so that content is read and analysed only once. */
const oneSite = {
  name: "one-site",
  apply: "build",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!source.endsWith("/site.ts") || importer === undefined) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved?.id === site ? { id: pathToFileURL(site).href, external: true } : null;
  },
};

const baseUrl = new URL(process.env.BASE_URL || "http://localhost:3000");

/** The style sheet of colors in those of the owner. */
const brand = {
  name: "brand",
  async transform(css, id) {
    if (!id.endsWith("/src/styles/tokens.css")) return null;
    const [{ site }, { dressTokens }] = await Promise.all([
      import("./src/site.ts"),
      import("./src/picture/brand-colors.ts"),
    ]);
    return { code: dressTokens(css, site.business.brand?.color), map: null };
  },
};

/** The editor's script shares parts with the search: where there is no editor, nobody loads them in a file of their own. */
const editor = {
  name: "editor",
  async load(id) {
    if (!id.endsWith("/src/components/editor/editor.ts")) return null;
    const { localFiles, site: owned } = await import("./src/site.ts");
    return (owned.business.editor ?? localFiles) ? null : "";
  },
};

/** The English messages as a type, by which each use of one must fill its slots: TypeScript takes no texts from JSON. */
const messages = {
  name: "messages",
  hooks: {
    async "astro:config:done"({ injectTypes }) {
      const text = await readFile(toPath("./src/messages/en-US.json"), "utf8");
      injectTypes({ filename: "messages.d.ts", content: `type EnglishMessages = ${text};` });
    },
  },
};

export default defineConfig({
  site: baseUrl.origin,
  base: baseUrl.pathname,
  trailingSlash: "always",
  // Sources lie in this project, which may be a package in the owner's folder; all that is written goes into that folder.
  srcDir: toPath("./src"),
  publicDir: toPath("./public"),
  cacheDir: resolve(".build/astro"),
  devToolbar: { enabled: false },
  integrations: [messages],
  // Whitespace in the pages is as HTML has it, not as JSX has it.
  compressHTML: true,
  // The content security policy allows no inline style and no inline script.
  build: { inlineStylesheets: "never" },
  vite: {
    build: { assetsInlineLimit: 0 },
    plugins: [oneSite, brand, editor],
  },
});
