import { spawn } from "node:child_process";
import { basename } from "node:path";
import { UsageError } from "../usage-error.ts";

/**
 * The folder that is served, here or on another machine (`web@host:/srv/reviews/site`). It is a link to one of the
 * releases in a folder beside it (`/srv/reviews/site.releases`), so that one rename switches every file at once.
 */
export interface Target {
  isRemote: boolean;
  /** What is served: a release, or a folder that no upload made; nothing before the first deploy. */
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

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What the command prints; fails with what it said. */
function execute(command: string, args: readonly string[], input = ""): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    const output: Buffer[] = [];
    let errors = "";
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.stdin.on("error", () => {});
    child.on("error", (error) => reject(new UsageError(`${command} cannot be run: ${error.message}`)));
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new UsageError(errors.trim() || `${command} ended with ${code}`));
    });
    child.stdin.end(input);
  });
}

// $1 is always the folder that is served; a shell runs them here or on the other machine.
const scripts = {
  served: `if [ -L "$1" ]; then readlink "$1"; elif [ -e "$1/manifest.json" ]; then echo folder
    elif [ -d "$1" ] && [ -n "$(ls -A "$1")" ]; then echo foreign; fi`,
  adopt: `mkdir -p "$1.releases" && mv -T "$1" "$1.releases/$2" && ln -s "$3.releases/$2" "$1"`,
  list: `[ ! -d "$1.releases" ] || ls -1 "$1.releases"`,
  read: `[ ! -f "$1$2" ] || cat "$1$2"`,
  // What a run that was cut left behind goes after a day.
  begin: `mkdir -p "$1.releases" && find "$1.releases" -maxdepth 1 -name '*.part' -mmin +1440 -exec rm -rf {} + && mkdir "$1.releases/$2.part"`,
  copy: `cp -a "$3/." "$1.releases/$2.part/"`,
  end: `mv -T "$1.releases/$2.part" "$1.releases/$2"`,
  share: `cd "$1.releases/$2" && while IFS= read -r path; do for file in ".$path" ".$path.gz" ".$path.br"; do
      if [ -f "$file" ] && [ ! -e "../$3/$file" ]; then mkdir -p "$(dirname "../$3/$file")" && ln "$file" "../$3/$file" || exit 1; fi
    done; done`,
  switch: `[ ! -d "$1" ] || [ -L "$1" ] || rmdir "$1"; ln -sfn "$3.releases/$2" "$1.next" && mv -fT "$1.next" "$1"`,
  remove: `rm -rf "$1.releases/$2"; if [ -n "$3" ]; then echo "$3" > "$1.releases/$2.withdrawn"; fi`,
  forget: `rm -rf "$1.releases/$2" "$1.releases/$2.withdrawn"`,
};

export function openTarget(given: string): Target {
  const [, host, path = given] = /^([^/:]+):(.+)$/.exec(given) ?? [];
  const folder = path.replace(/(?<=.)\/+$/, "");
  const name = basename(folder);
  const run = (script: keyof typeof scripts, args: readonly string[] = [], input = "") => {
    const command = ["-c", scripts[script], "sh", folder, ...args];
    return host === undefined
      ? execute("sh", command, input)
      : execute("ssh", [host, "sh", ...command.map(quote)], input);
  };
  const text = async (...given: Parameters<typeof run>) => (await run(...given)).toString("utf8").trim();

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
