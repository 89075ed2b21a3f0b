import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readIfThere } from "../site-build/files.ts";
import { UsageError } from "../../src/schema/errors.ts";
import { findMissing, findStale, isAnswering, type LiveSite } from "./live-site.ts";
import {
  findObstacle,
  findReturning,
  listHashed,
  listKept,
  loadRelease,
  losesHistory,
  type Release,
  toPlan,
} from "./release.ts";
import { isBefore, nameRelease, type Target } from "./target.ts";

export interface Deployment {
  site: LiveSite;
  target: Target;
  /** As it was given. */
  place: string;
  /** How many releases stay. */
  keep: number;
  isDry: boolean;
  announces: boolean;
  /** Going back may show reviews that the site shows no longer, though nobody has withdrawn them. */
  showsAgain: boolean;
}

/** How a deploy ended, as exit codes. */
export const exitCodes = { well: 0, unchanged: 1, wrong: 2 } as const;
type Ended = (typeof exitCodes)[keyof typeof exitCodes];

const step = (text: string) => console.log(`\n== ${text}`);

const loadFrom = (target: Target, release: string): Promise<Release> =>
  loadRelease(release, (path) => target.read(path, release));

/** Runs another command of the project; true when it ended with 0. */
async function runs(script: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", script), ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, "exit");
  return code === 0;
}

/** Looks at the live site after a switch, and notifies subscribers. */
async function finish({ site, announces }: Deployment, version: string, dist: string): Promise<Ended> {
  step("Verify the live site");
  const stale = await findStale(site, version, { seconds: 30, replicaSeconds: 90 });
  if (stale !== undefined) {
    console.error(`${site.baseUrl} does not show version ${version}: ${stale}. Is TARGET what it serves?`);
    return exitCodes.wrong;
  }
  const connect = site.connect === undefined ? [] : ["--connect", site.connect];
  if (!(await runs("doctor.ts", [site.baseUrl, ...connect]))) return exitCodes.wrong;
  if (!announces) return exitCodes.well;
  step("Announce");
  return (await runs("announce.ts", [], { DIST: dist })) ? exitCodes.well : exitCodes.wrong;
}

/** Deletes releases beyond the number to keep, and at once those that show what is withdrawn. */
async function prune({ target, keep }: Deployment, current: string, { removed }: Release): Promise<void> {
  const others = (await target.list()).filter(({ name }) => name !== current).reverse();
  for (const [index, { name, isDeleted }] of others.entries()) {
    if (index >= keep - 1) await target.remove(name);
    else if (!isDeleted) {
      const { published } = await loadFrom(target, name).catch(() => ({ published: new Set<string>() }));
      const shown = [...removed.keys()].filter((id) => published.has(id));
      if (shown.length === 0) continue;
      await target.remove(name, shown);
      console.log(`Deleted release ${name}, which showed ${shown.join(", ")}`);
    }
  }
}

/** Throws when this build may not follow what the site shows. */
function assertFollows(live: Release, next: Release): void {
  const returning = findReturning(live, next);
  if (returning.length > 0)
    throw new UsageError(
      `this build would bring back what the site has withdrawn: ${returning.join(", ")}. Nothing was changed. Set PREVIOUS to the live address and build again; it says where these reviews come from`,
    );
  if (losesHistory(live, next))
    throw new UsageError(
      "this build has a shorter signed history than the site. Nothing was changed. Set LOG_KEY, and PREVIOUS to the live address, and build again",
    );
}

/** Copies the build beside what is served, and sees that visitors could read it. */
async function bring(
  { site, target }: Deployment,
  dist: string,
  release: string,
  live: Release,
  next: Release,
) {
  const before = await target.adopt();
  await target.put(dist, release);
  await target.share(before, release, listKept(live, next));
  await target.share(release, before, listHashed(next));
  if (!(await isAnswering(site))) return;
  const missing = await findMissing(site, next.manifest);
  if (missing === undefined) return;
  await target.remove(release);
  throw new UsageError(
    `${site.baseUrl}: ${missing}. Nothing visible has changed: the site is as it was. Is TARGET what it serves?`,
  );
}

/** A folder that becomes a release takes the first number. */
const nameNext = (names: string[], live: Release | undefined, { manifest }: Release) =>
  nameRelease(live === undefined || names.length > 0 ? names : ["1"], manifest.version);

/** One deploy at a time: another one would compare with what this one is about to replace. */
async function alone(deploy: Deployment, task: () => Promise<Ended>): Promise<Ended> {
  if (deploy.isDry) return task();
  const release = await deploy.target.lock();
  try {
    return await task();
  } finally {
    await release();
  }
}

export const upload = (deploy: Deployment, dist: string): Promise<Ended> =>
  alone(deploy, () => replace(deploy, dist));
export const rollBack = (deploy: Deployment): Promise<Ended> => alone(deploy, () => restore(deploy));

/** Puts a build in place of what is served. */
async function replace(deploy: Deployment, dist: string): Promise<Ended> {
  const { site, target, place } = deploy;
  const next = await loadRelease(dist, (path) => readIfThere(join(dist, path)));
  if (next.baseUrl !== site.baseUrl)
    throw new UsageError(
      `the build in ${dist} was made for ${next.baseUrl}, not for BASE_URL ${site.baseUrl}: build it again`,
    );
  const live = (await target.served()) && (await loadRelease(place, (path) => target.read(path)));
  if (live !== undefined) assertFollows(live, next);
  const names = (await target.list()).map(({ name }) => name);
  const release = nameNext(names, live, next);
  console.log(`${live === undefined ? "First deploy" : "Deploy"} to ${place}: ${release}`);
  console.log(toPlan(live, next));
  if (deploy.isDry) return exitCodes.well;

  step("Upload");
  await (live === undefined ? target.put(dist, release) : bring(deploy, dist, release, live, next));
  step("Switch");
  await target.switchTo(release);
  console.log(`${place} is ${release}`);
  await prune(deploy, release, next);
  const purge = await readIfThere(join(dist, "purge.txt"));
  if (purge !== undefined)
    console.log(
      `Purge these addresses from your CDN; they showed reviews that are withdrawn:\n${purge.toString("utf8")}`,
    );
  const { version } = next.manifest;
  if (live === undefined && (await findStale(site, version, { seconds: 5 })) !== undefined) {
    console.log(
      `The build is in place. ${site.baseUrl} does not show it yet: set up the web server and the sidecar, then run npm run doctor -- ${site.baseUrl}`,
    );
    return exitCodes.well;
  }
  return finish(deploy, version, dist);
}

const toShort = (ids: readonly string[]) =>
  ids.length > 20 ? `${ids.slice(0, 20).join(", ")} and ${ids.length - 20} more` : ids.join(", ");

/** The release before, if the site may go back to it. */
async function findOlder(
  { site, target, place, showsAgain }: Deployment,
  current: string | undefined,
  live: Release,
) {
  const older = (await target.list()).filter(({ name }) => isBefore(name, current ?? "0")).at(-1);
  if (older === undefined)
    throw new UsageError(`${place} has no release before ${current ?? "this one"}. Nothing was changed`);
  const { name } = older;
  const refuse = (why: string) =>
    new UsageError(
      `${name} cannot come back: ${why}. Nothing was changed. Check out the content that you want, build it with PREVIOUS=${site.baseUrl}, and upload that`,
    );
  if (older.isDeleted) {
    const ids = await target.readWithdrawn(name);
    throw refuse(`it showed ${ids.join(", ")}, withdrawn since, and was deleted for that`);
  }
  const release = await loadFrom(target, name);
  const obstacle = findObstacle(live, release);
  if (obstacle !== undefined) throw refuse(obstacle);
  // They were most likely withheld since then, for a reason.
  const back = [...release.published].filter((id) => !live.published.has(id));
  if (back.length > 0 && !showsAgain)
    throw refuse(
      `it shows ${toShort(back)}, which the site shows no longer (if that is the mistake, add --show-again)`,
    );
  if (release.baseUrl !== site.baseUrl) throw refuse(`it was made for ${release.baseUrl}`);
  return { name, release };
}

/** Puts the release before in place of what is served. */
async function restore(deploy: Deployment): Promise<Ended> {
  const { site, target, place } = deploy;
  const served = await target.served();
  if (served === undefined) throw new UsageError(`${place} has no release. Nothing was changed`);
  const live = await loadRelease(place, (path) => target.read(path));
  const { name, release } = await findOlder(deploy, served.release, live);
  console.log(`Back to ${name}`);
  console.log(toPlan(live, release));
  if (deploy.isDry) return exitCodes.well;
  step("Switch");
  await target.share(await target.adopt(), name, listHashed(live));
  await target.switchTo(name);
  console.log(`${place} is ${name}`);
  return finish(deploy, release.manifest.version, site.baseUrl);
}
