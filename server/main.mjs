// Reached by the name main.ts, a link to this file: a Node that cannot read TypeScript would otherwise only say so, and
// not which Node it takes. So this is plain JavaScript that any Node since 14 understands.
const oldest = 24;
const [major] = process.versions.node.split(".");
if (Number(major) < oldest) {
  console.error(
    `cannot start: this needs Node ${oldest} or newer, and this is Node ${process.versions.node}: run npm install and then npm run serve, which bring and use the right one`,
  );
  process.exit(1);
}
const { keepCompiled } = await import("./compile-cache.mjs");
keepCompiled();
const { takeNoArguments } = await import("./arguments.ts");
await takeNoArguments(
  "npm run serve",
  "Serves search, since, MCP and the hub for the build in DIST, a folder or a deploy's URL.",
);
const { run } = await import("./run.ts");
await run({ pages: false });
