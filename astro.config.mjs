import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConfig } from "astro/config";

const site = fileURLToPath(new URL("./src/site.ts", import.meta.url));

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

export default defineConfig({
  site: baseUrl.origin,
  base: baseUrl.pathname,
  trailingSlash: "always",
  outDir: process.env.OUT_DIR ?? "dist",
  devToolbar: { enabled: false },
  // Whitespace in the pages is as HTML has it, not as JSX has it.
  compressHTML: true,
  // The content security policy allows no inline style and no inline script.
  build: { inlineStylesheets: "never" },
  vite: {
    build: { assetsInlineLimit: 0 },
    plugins: [oneSite],
    // The owner's pictures, wherever the owner's folder is.
    resolve: { alias: { "@content": resolve(process.env.CONTENT || "content") } },
  },
});
