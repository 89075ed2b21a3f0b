import { enableCompileCache } from "node:module";
import { takeNoArguments } from "./arguments.ts";

// The compiled form of every module is kept between starts, which halves the time to the first answer.
enableCompileCache();
await takeNoArguments(
  "npm run serve",
  "Serves search, since, MCP and the hub for the build in DIST, a folder or a deploy's URL.",
);
const { run } = await import("./run.ts");
await run({ pages: false });
