// As main.mjs, which any Node reads: the name for those that read TypeScript.
await import("./main.mjs");
