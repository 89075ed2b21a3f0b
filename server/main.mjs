// The sidecar alone. Plain JavaScript that any Node since 14 understands, as one that cannot read TypeScript would
// otherwise only say so, and not which Node it takes.
const minNode = 24;
const { node } = process.versions;
if (Number(node.split(".")[0]) < minNode) {
  console.error(
    `cannot start: this needs Node ${minNode} or newer, and this is Node ${node}: run npm install and then npm run serve, which bring and use the right one`,
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
