import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseEnv, takeNoArguments } from "../server/env.ts";

takeNoArguments(
  "npm start",
  "Builds the site where content/ has changed, and serves it whole: pages, documents and the API.",
);
// DIST names a build that somebody else makes; ours is brought up to date first, in a process of its own, so that
// the server does not keep the memory of the build. Bad variables are for the server to name, all at once.
if (!process.env["DIST"] && parseEnv(process.env).ok) {
  const build = spawn(process.execPath, [join(import.meta.dirname, "build.ts"), "--if-changed"], {
    stdio: "inherit",
  });
  const [code] = (await once(build, "exit")) as [number | null];
  if (code !== 0) process.exit(code ?? 1);
}
const { run } = await import("../server/run.ts");
await run({ pages: true });
