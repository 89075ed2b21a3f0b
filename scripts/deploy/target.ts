import { basename } from "node:path";
import { UsageError } from "../usage-error.ts";
import { execute, holdLock, runScript, type ScriptName } from "./shell.ts";

/**
 * The folder that is served, here or on another machine (`web@host:/srv/reviews/site`). It is a link to one of the
 * releases in a folder beside it (`/srv/reviews/site.releases`), so that one rename switches every file at once.
 */
export interface Target {
  isRemote: boolean;
  /** Keeps every other upload to it away until the function it gives is called, or until this process ends. */
  lock: () => Promise<() => Promise<void>>;
  /** The folder being served: a release, or one that no upload made; nothing before the first deploy. */
  served: () => Promise<{ release?: string } | undefined>;
  /** Makes such a folder the first release, and names the release that is served. */
  adopt: () => Promise<string>;
  /** Names of releases, oldest first, those that were deleted because they showed a withdrawn review included. */
  list: () => Promise<{ name: string; isDeleted: boolean }[]>;
  /** A file of a release, or without one of what is served; undefined when there is none. */
  read: (path: string, release?: string) => Promise<Buffer | undefined>;
  /** The withdrawn reviews for which a release was deleted. */
  readWithdrawn: (release: string) => Promise<string[]>;
  /** Copies the build into a release that nobody sees yet. */
  put: (dist: string, release: string) => Promise<void>;
  /** Gives a release files of another one, with their compressed variants, where it has none of these names. */
  share: (from: string, to: string, paths: readonly string[]) => Promise<void>;
  switchTo: (release: string) => Promise<void>;
  /** With ids, a note stays that says which withdrawn reviews it showed. */
  remove: (release: string, withdrawn?: readonly string[]) => Promise<void>;
}

const releasePattern = /^\d{4,}-[0-9a-z]+$/;

const toNumber = (release: string) => Number.parseInt(release, 10);
export const isBefore = (one: string, other: string): boolean => toNumber(one) < toNumber(other);

/** The name of a release that follows all of these; its number orders it, the version names it to people. */
export const nameRelease = (names: readonly string[], version: string): string => {
  const last = Math.max(0, ...names.map(toNumber));
  return `${String(last + 1).padStart(4, "0")}-${version.slice(0, 8)}`;
};

type Run = (script: ScriptName, args?: readonly string[], input?: string) => Promise<Buffer>;

/** Operations on the served folder and the releases beside it. */
const createReading = (run: Run, given: string, name: string): Pick<Target, "list" | "served" | "read"> => {
  const text = async (script: ScriptName) => (await run(script)).toString("utf8").trim();

  const list = async () => {
    const names = (await text("list")).split("\n");
    const releases = names.flatMap((file) => {
      const release = file.replace(/\.withdrawn$/, "");
      return releasePattern.test(release) ? [{ name: release, isDeleted: release !== file }] : [];
    });
    return releases.sort((a, b) => toNumber(a.name) - toNumber(b.name));
  };

  const served = async () => {
    const found = await text("served");
    if (found === "") return undefined;
    if (found === "folder") return {};
    if (found === "foreign")
      throw new UsageError(`${given} holds files that no build of this project made: name another folder`);
    const release = basename(found);
    if (found !== `${name}.releases/${release}` || !releasePattern.test(release))
      throw new UsageError(`${given} is a link to ${found}, which no upload made: name that folder itself`);
    return { release };
  };

  const read = async (file: string, release?: string) => {
    const bytes = await run("read", [release === undefined ? file : `.releases/${release}${file}`]);
    return bytes.length === 0 ? undefined : bytes;
  };

  return { list, served, read };
};

export function openTarget(given: string): Target {
  const [, host, path = given] = /^([^/:]+):(.+)$/.exec(given) ?? [];
  const folder = path.replace(/(?<=.)\/+$/, "");
  const name = basename(folder);
  const run: Run = (script, args = [], input = "") => runScript(host, script, [folder, ...args], input);
  const { list, served, read } = createReading(run, given, name);

  const copy = async (dist: string, release: string) => {
    if (host === undefined) return run("copy", [release, dist]);
    const { release: before } = (await served()) ?? {};
    const same = before === undefined ? [] : [`--link-dest=../${before}`];
    // By their bytes: builds that are reproducible give different files the same size and time.
    const args = ["--archive", "--checksum", ...same, `${dist}/`];
    return execute("rsync", [...args, `${host}:${folder}.releases/${release}.part/`]);
  };

  return {
    isRemote: host !== undefined,
    lock: async () => {
      const { line, end } = await holdLock(host, folder);
      if (line === "held") return end;
      throw new UsageError(
        line === "busy"
          ? `another upload to ${given} is under way: nothing was changed. Wait until it has ended, then run this again`
          : `${given}.releases cannot be made or locked: nothing was changed`,
      );
    },
    served,
    adopt: async () => {
      const { release } = (await served()) ?? {};
      if (release !== undefined) return release;
      const names = (await list()).map((one) => one.name);
      const first = nameRelease(names, "adopted");
      await run("adopt", [first, name]);
      return first;
    },
    list,
    read,
    readWithdrawn: async (release) =>
      ((await read(".withdrawn", release))?.toString("utf8") ?? "").trim().split(" "),
    put: async (dist, release) => {
      await run("begin", [release]);
      await copy(dist, release);
      await run("end", [release]);
    },
    share: async (from, to, paths) => {
      const safe = paths.filter((one) => !one.includes("/.."));
      if (safe.length > 0) await run("share", [from, to], safe.map((one) => `${one}\n`).join(""));
    },
    switchTo: async (release) => void (await run("switch", [release, name])),
    remove: async (release, withdrawn = []) =>
      void (withdrawn.length > 0
        ? await run("remove", [release, withdrawn.join(" ")])
        : await run("forget", [release])),
  };
}
