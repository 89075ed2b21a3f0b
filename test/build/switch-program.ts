import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openWork, switchDeploy } from "../../scripts/site-build/work-folder.ts";

// A build of two files, to be killed in the middle.
const dist = process.argv[2] ?? "";
const work = await openWork(dist, dist);
await mkdir(join(work.staging, "page"), { recursive: true });
for (const name of ["manifest.json", "page/index.html"]) await writeFile(join(work.staging, name), "new");
await switchDeploy(work);
