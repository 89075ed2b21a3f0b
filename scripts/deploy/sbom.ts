import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildBillOfMaterials, buildLicenseList, type Lockfile } from "./bill-of-materials.ts";

// npm run sbom [-- <folder>]: what the sidecar is made of, as sbom.cdx.json (CycloneDX) and licenses.txt. It needs no
// package, so that an image can make both before anything is installed.
const [folder = "."] = process.argv.slice(2);
const lockfile = JSON.parse(
  await readFile(join(import.meta.dirname, "../../package-lock.json"), "utf8"),
) as Lockfile;
await mkdir(folder, { recursive: true });
await writeFile(
  join(folder, "sbom.cdx.json"),
  `${JSON.stringify(buildBillOfMaterials(lockfile), null, 2)}\n`,
);
await writeFile(join(folder, "licenses.txt"), buildLicenseList(lockfile));
