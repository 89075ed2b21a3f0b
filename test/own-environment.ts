import { join } from "node:path";
import { Env } from "../server/env.ts";
import { demonstration } from "./demonstration.ts";

// The tests run on content and settings of their own, whatever content/ and the shell they are started from hold.
for (const name of [
  ...Object.keys(Env.shape),
  "PREVIOUS",
  "PREVIOUS_DEPLOY",
  "SOURCE_DATE_EPOCH",
  "LOG_KEY",
  "FINGERPRINT_KEY",
])
  delete process.env[name];
process.env["CONTENT"] = demonstration;
// Hundreds of processes begin with the same modules: Node compiles them once.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../.build/compile-cache");
