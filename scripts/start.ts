import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";

enableCompileCache();
if (process.env["DIST"] === undefined && !existsSync("dist/manifest.json")) await import("./build.ts");
const { run } = await import("../server/run.ts");
await run({ pages: true });
