import { spawnSync } from "node:child_process";

/**
 * PostgreSQL does not run as root. The package makes a user for it, and fails, or changes the user's number, when two
 * test files do so at the same moment on a new machine: so it is made before them.
 */
export default function setup(): void {
  if (process.getuid?.() !== 0 || spawnSync("id", ["-u", "postgres"]).status === 0) return;
  spawnSync("useradd", ["--system", "--user-group", "postgres"]);
}
