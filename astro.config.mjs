import { defineConfig } from "astro/config";

export default defineConfig({
  site: process.env.BASE_URL ?? "http://localhost:3000",
  trailingSlash: "always",
  outDir: process.env.OUT_DIR ?? "dist",
  devToolbar: { enabled: false },
  // Whitespace in the pages is as HTML has it, not as JSX has it.
  compressHTML: true,
  // The content security policy allows no inline style and no inline script.
  build: { inlineStylesheets: "never" },
  vite: { build: { assetsInlineLimit: 0 } },
});
