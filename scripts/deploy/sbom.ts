import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const usage = `Usage: npm run sbom [-- <folder>]

Writes sbom.cdx.json (CycloneDX) to the folder (default: this one): the packages of the sidecar, with their licenses.`;

/** A package in npm's lockfile; `name` only where it is installed under another name. */
interface LockedPackage {
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  bin?: Record<string, string>;
  os?: string | string[];
  cpu?: string | string[];
  dependencies?: Record<string, string>;
}

export interface Lockfile {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

interface Part {
  name: string;
  version: string;
  path: string;
  locked: LockedPackage;
}

/** The packages that `npm ci --omit=dev --omit=optional` installs: all that runs but Node. */
export const listProductionPackages = ({ packages }: Lockfile): Part[] =>
  Object.entries(packages)
    .filter(([path, { dev = false, optional = false }]) => path !== "" && !dev && !optional)
    .map(([path, locked]) => {
      const name = locked.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, version: locked.version ?? "", path, locked };
    });

const toPurl = ({ name, version }: Pick<Part, "name" | "version">): string =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

const toHashes = (integrity = ""): { alg: string; content: string }[] => {
  const [algorithm = "", digest = ""] = integrity.split("-", 2);
  return digest === ""
    ? []
    : [
        {
          alg: algorithm.toUpperCase().replace("SHA", "SHA-"),
          content: Buffer.from(digest, "base64").toString("hex"),
        },
      ];
};

/** Where Node finds a dependency of the package at `path`: beside it or further up. */
function findDependency({ packages }: Lockfile, path: string, name: string): string | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const candidate = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (at === "") return undefined;
  }
}

/**
 * A CycloneDX 1.5 document of what runs in production. From the lockfile alone, so that the same lockfile gives the
 * same bytes; `npm sbom --omit=dev` (11.19) leaves out what development uses too.
 */
export function buildBillOfMaterials(lockfile: Lockfile): object {
  const parts = listProductionPackages(lockfile);
  const references = new Map(parts.map((part) => [part.path, toPurl(part)]));
  const dependsOn = (path: string, { dependencies = {} }: LockedPackage): string[] => [
    ...new Set(
      Object.keys(dependencies).flatMap(
        (name) => references.get(findDependency(lockfile, path, name) ?? "") ?? [],
      ),
    ),
  ];
  const components = new Map(
    parts.map((part) => [
      toPurl(part),
      {
        "bom-ref": toPurl(part),
        type: "library",
        name: part.name,
        version: part.version,
        purl: toPurl(part),
        hashes: toHashes(part.locked.integrity),
        licenses: part.locked.license === undefined ? [] : [{ expression: part.locked.license }],
      },
    ]),
  );
  const root = { name: lockfile.name, version: lockfile.version };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { "bom-ref": toPurl(root), type: "application", ...root } },
    components: [...components.values()],
    dependencies: [
      { ref: toPurl(root), dependsOn: dependsOn("", lockfile.packages[""] ?? {}) },
      ...parts.map((part) => ({ ref: toPurl(part), dependsOn: dependsOn(part.path, part.locked) })),
    ].filter(({ ref }, index, all) => all.findIndex((other) => other.ref === ref) === index),
  };
}

// No package is needed, so that an image can make it before anything is installed.
if (import.meta.main) {
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
}
