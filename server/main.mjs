import { readFileSync } from "fs";

// The sidecar alone. Plain JavaScript that any Node since 14 understands, as one that cannot read TypeScript would
// otherwise only say so, and not which Node it takes.
const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const { node } = process.versions;
const [minMajor, minMinor = 0] = engines.node.slice(2).split(".").map(Number);
const [major, minor] = node.split(".").map(Number);
if (major < minMajor || (major === minMajor && minor < minMinor)) {
  console.error(
    `cannot start: this needs Node ${engines.node.slice(2)} or newer, and this is Node ${node}: install that, or, in a checkout of the project, run npm install and then npm run serve, which bring and use the right one`,
  );
  process.exit(1);
}
const { keepCompiled } = await import("./compile-cache.mjs");
keepCompiled();
const { takeNoArguments } = await import("./env.ts");
takeNoArguments(
  "npm run serve",
  "Serves search, since, MCP and the hub for the build in DIST, a folder or a deploy's URL.",
);
const { run } = await import("./run.ts");
await run({ pages: false });
