import { existsSync } from "node:fs";

if (process.env["DIST"] === undefined && !existsSync("dist/manifest.json")) await import("./build.ts");
await import("../server/main.ts");
