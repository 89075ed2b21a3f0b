import { Env } from "../server/env.ts";

// The tests run on the project's own content and settings, whatever those of the shell they are started from.
for (const name of [
  ...Object.keys(Env.shape),
  "CONTENT",
  "PREVIOUS",
  "PREVIOUS_DEPLOY",
  "SOURCE_DATE_EPOCH",
  "LOG_KEY",
  "FINGERPRINT_KEY",
])
  delete process.env[name];
