import { requireNode } from "./node-version.mjs";

// The sidecar alone.
requireNode(
  new URL("../package.json", import.meta.url),
  "install that, or, in a checkout of the project, run npm install and then npm run serve, which bring and use the right one",
);
const { takeNoArguments } = await import("./env.ts");
takeNoArguments(
  "npm run serve",
  "Serves search, since, MCP and the hub for the build in DIST, a folder or a deploy's URL.",
);
const { run } = await import("./run.ts");
await run({ pages: false });
