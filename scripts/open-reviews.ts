#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { requireNode } from "../server/node-version.mjs";
import { commands, toUsage } from "./commands.ts";

// npx open-reviews NAME: the commands of the package, in the owner's folder.

const packageFile = new URL("../package.json", import.meta.url);
requireNode(packageFile, "https://nodejs.org has it");

/** The nearest folder from here on up that holds content; where there is none, this one. */
function findHome(folder = process.cwd()): string {
  if (existsSync(join(folder, "content", "business.yaml"))) return folder;
  const above = dirname(folder);
  return above === folder ? process.cwd() : findHome(above);
}

const [given = "--help", ...args] = process.argv.slice(2);
// The name that a checkout of the project has for it: there, npm run check looks at the code.
const name = given === "check:content" ? "check" : given;
const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
if (command !== undefined) {
  // Relative paths count from where they are typed, and everything else from the owner's folder.
  process.env["INIT_CWD"] ??= process.cwd();
  if (name !== "init") process.chdir(findHome());
  process.argv.splice(1, process.argv.length, join(import.meta.dirname, command.file), ...args);
  await import(command.file);
} else if (given === "--version") {
  console.log(JSON.parse(readFileSync(packageFile, "utf8")).version);
} else if (["--help", "-h", "help"].includes(given)) {
  console.log(toUsage());
} else {
  console.error(`unknown command ${JSON.stringify(given)}\n\n${toUsage()}`);
  process.exitCode = 2;
}
