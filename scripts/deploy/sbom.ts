import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildBillOfMaterials, buildLicenseList, type Lockfile } from "./bill-of-materials.ts";

const usage = `Usage: npm run sbom [-- <folder>]

Writes what the sidecar is made of to the folder (default: this one): sbom.cdx.json (CycloneDX) and licenses.txt.`;

// No package is needed, so that an image can make both before anything is installed.
const [given = ".", ...more] = process.argv.slice(2);
const folder = resolve(process.env["INIT_CWD"] || "", given);
const isHelp = given === "--help" || given === "-h";
if (isHelp || given.startsWith("-") || more.length > 0) {
  if (isHelp) console.log(usage);
  else console.error(`sbom takes one folder, got ${process.argv.slice(2).join(" ")}\n\n${usage}`);
  process.exit(isHelp ? 0 : 2);
}
const lockfile = JSON.parse(
  await readFile(join(import.meta.dirname, "../../package-lock.json"), "utf8"),
) as Lockfile;
await mkdir(folder, { recursive: true });
await writeFile(
  join(folder, "sbom.cdx.json"),
  `${JSON.stringify(buildBillOfMaterials(lockfile), null, 2)}\n`,
);
await writeFile(join(folder, "licenses.txt"), buildLicenseList(lockfile));
