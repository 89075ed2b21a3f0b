import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildBillOfMaterials, buildLicenseList, type Lockfile } from "./bill-of-materials.ts";

const usage = `Usage: npm run sbom [-- FOLDER]

Writes what the sidecar is made of into a folder (default: the present one): sbom.cdx.json (CycloneDX) and licenses.txt.`;

// It needs no package, so that an image can make both before anything is installed.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean", short: "h" } },
});
if (values.help) {
  console.log(usage);
  process.exit();
}
const folder = resolve(process.env["INIT_CWD"] || "", positionals[0] ?? ".");
const lockfile = JSON.parse(
  await readFile(join(import.meta.dirname, "../../package-lock.json"), "utf8"),
) as Lockfile;
await mkdir(folder, { recursive: true });
await writeFile(
  join(folder, "sbom.cdx.json"),
  `${JSON.stringify(buildBillOfMaterials(lockfile), null, 2)}\n`,
);
await writeFile(join(folder, "licenses.txt"), buildLicenseList(lockfile));
