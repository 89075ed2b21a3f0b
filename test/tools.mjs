import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// node test/tools.mjs <command> [arguments]: runs a tool of test/package.json. What serves and builds has a package.json
// of its own, so that an owner's installation brings no browsers, databases and linters.

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, "node_modules");
/** Holds the hash of the lockfile that was installed; it goes when an installation begins, with the folder. */
const stamp = join(packages, ".installed");
const maxMinutes = 15;

/** @param {string} file */
const readOrNothing = (file) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/** Installs the packages of the lockfile, unless it has done so already: then nothing is asked of the network. */
function install() {
  const lockfile = createHash("sha256")
    .update(readFileSync(join(here, "package-lock.json")))
    .digest("hex");
  if (readOrNothing(stamp) === lockfile) return;
  console.error("Installing what tests and checks need (test/package.json), once…");
  const npm = process.env["npm_execpath"];
  const [program, ...first] = npm === undefined ? ["npm"] : [process.execPath, npm];
  const { status, error } = spawnSync(
    program ?? "npm",
    [...first, "ci", "--prefix", here, "--no-audit", "--no-fund", "--loglevel=error"],
    { stdio: ["ignore", 2, 2], timeout: maxMinutes * 60_000 },
  );
  if (status !== 0) {
    console.error(
      `The packages in test/package.json could not be installed (${error?.message ?? `npm ended with ${status}`}): run npm ci --prefix test where the registry can be reached`,
    );
    process.exit(1);
  }
  writeFileSync(stamp, lockfile);
}

install();
const [command = "node", ...args] = process.argv.slice(2);
// First the Node that the project brings.
const own = join(here, "../node_modules/.bin");
const path = [own, join(packages, ".bin"), process.env["PATH"]].join(delimiter);
const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, PATH: path } });
child.on("error", ({ message }) => {
  console.error(`${command} cannot be run: ${message}`);
  process.exit(1);
});
// npm sends signals to all of its group; this process waits for the end of the other.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
