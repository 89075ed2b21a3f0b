import { enableCompileCache } from "node:module";

// The compiled form of every module is kept between starts, which halves the time to the first answer.
enableCompileCache();
const { run } = await import("./run.ts");
await run({ pages: false });
