import { readFileSync } from "fs";

// Plain JavaScript that any Node since 14 understands: one that is too old could not say so otherwise.

/**
 * Ends the process with one plain line where Node is too old for this project.
 * @param {URL} packageFile the package.json that says which Node is needed
 * @param {string} advice
 */
export function requireNode(packageFile, advice) {
  const needed = JSON.parse(readFileSync(packageFile, "utf8")).engines.node.slice(2);
  const [minMajor, minMinor = 0] = needed.split(".").map(Number);
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  console.error(
    `cannot start: this needs Node ${needed} or newer, and this is Node ${process.versions.node}: ${advice}`,
  );
  process.exit(1);
}
