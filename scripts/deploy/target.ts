import { basename } from "node:path";
import { UsageError } from "../../src/schema/errors.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command's output; throws with its error output. */
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

/**
 * Runs a command that prints one line and stays until its input ends. Answers with the line, if there is one, and with
 * what ends it.
 */
async function hold(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", () => {});
  const ended = new Promise<undefined>((resolve, reject) => {
    child.on("error", (error) => reject(new UsageError(`${command} cannot be run: ${error.message}`)));
    child.on("close", () => resolve(undefined));
  });
  const line = await Promise.race([once(child.stdout, "data"), ended]);
  const end = async () => {
    child.stdin.end();
    await ended;
  };
  return { line: line === undefined ? undefined : String(line[0]).trim(), end };
}

// $1 is always the folder that is served; a shell runs them here or on the other machine.
const scripts = {
  // The lock goes with the process that holds it, so that a killed upload leaves none behind.
  lock: `mkdir -p "$1.releases" && exec 9< "$1.releases" && if flock --nonblock 9; then echo held; cat > /dev/null; else echo busy; fi`,
  served: `if [ -L "$1" ]; then readlink "$1"; elif [ -e "$1/manifest.json" ]; then echo folder
    elif [ -d "$1" ] && [ -n "$(ls -A "$1")" ]; then echo foreign; fi`,
  adopt: `mkdir -p "$1.releases" && mv -T "$1" "$1.releases/$2" && ln -s "$3.releases/$2" "$1"`,
  list: `[ ! -d "$1.releases" ] || ls -1 "$1.releases"`,
  read: `[ ! -f "$1$2" ] || cat "$1$2"`,
  // Leftovers of an aborted run are deleted after a day.
  begin: `mkdir -p "$1.releases" && find "$1.releases" -maxdepth 1 -name '*.part' -mmin +1440 -exec rm -rf {} + && mkdir "$1.releases/$2.part"`,
  copy: `cp -a "$3/." "$1.releases/$2.part/"`,
  end: `mv -T "$1.releases/$2.part" "$1.releases/$2"`,
  share: `cd "$1.releases/$2" && while IFS= read -r path; do for file in ".$path" ".$path.gz" ".$path.br"; do
      if [ -f "$file" ] && [ ! -e "../$3/$file" ]; then mkdir -p "$(dirname "../$3/$file")" && ln "$file" "../$3/$file" || exit 1; fi
    done; done`,
  switch: `[ ! -d "$1" ] || [ -L "$1" ] || rmdir "$1"; ln -sfn "$3.releases/$2" "$1.next" && mv -fT "$1.next" "$1"`,
  remove: `rm -rf "$1.releases/$2" "$1.releases/$2.withdrawn"; if [ -n "$3" ]; then echo "$3" > "$1.releases/$2.withdrawn"; fi`,
};

const releasePattern = /^\d{4,}-[0-9a-z]+$/;

const toNumber = (release: string) => Number.parseInt(release, 10);
export const isBefore = (one: string, other: string): boolean => toNumber(one) < toNumber(other);

/** The name of a release that follows all of these; its number orders it, the version names it to people. */
export const nameRelease = (names: readonly string[], version: string): string => {
  const last = Math.max(0, ...names.map(toNumber));
  return `${String(last + 1).padStart(4, "0")}-${version.slice(0, 8)}`;
};

/**
 * The folder that is served, here or on another machine (`web@host:/srv/reviews/site`). It is a link to one of the
 * releases in a folder beside it (`/srv/reviews/site.releases`), so that one rename switches every file at once.
 */
export class Target {
  readonly isRemote: boolean;
  readonly #given: string;
  readonly #host: string | undefined;
  readonly #folder: string;
  readonly #name: string;

  constructor(given: string) {
    const [, host, path = given] = /^([^/:]+):(.+)$/.exec(given) ?? [];
    this.isRemote = host !== undefined;
    this.#given = given;
    this.#host = host;
    this.#folder = path.replace(/(?<=.)\/+$/, "");
    this.#name = basename(this.#folder);
  }

  /** How one of the scripts is run on the folder, here or on the other machine. */
  #toCommand(script: keyof typeof scripts, args: readonly string[]): [string, readonly string[]] {
    const command = ["-c", scripts[script], "sh", this.#folder, ...args];
    return this.#host === undefined ? ["sh", command] : ["ssh", [this.#host, "sh", ...command.map(quote)]];
  }

  #run(script: keyof typeof scripts, args: readonly string[] = [], input = ""): Promise<Buffer> {
    return execute(...this.#toCommand(script, args), input);
  }

  /** Keeps every other upload to it away until the function it gives is called, or until this process ends. */
  async lock(): Promise<() => Promise<void>> {
    const { line, end } = await hold(...this.#toCommand("lock", []));
    if (line === "held") return end;
    throw new UsageError(
      line === "busy"
        ? `another upload to ${this.#given} is under way: nothing was changed. Wait until it has ended, then run this again`
        : `${this.#given}.releases cannot be made or locked: nothing was changed`,
    );
  }

  /** The folder being served: a release, or one that no upload made; nothing before the first deploy. */
  async served(): Promise<{ release?: string } | undefined> {
    const found = (await this.#run("served")).toString("utf8").trim();
    if (found === "") return undefined;
    if (found === "folder") return {};
    if (found === "foreign")
      throw new UsageError(
        `${this.#given} holds files that no build of this project made: name another folder`,
      );
    const release = basename(found);
    if (found !== `${this.#name}.releases/${release}` || !releasePattern.test(release))
      throw new UsageError(
        `${this.#given} is a link to ${found}, which no upload made: name that folder itself`,
      );
    return { release };
  }

  /** Makes such a folder the first release, and names the release that is served. */
  async adopt(): Promise<string> {
    const { release } = (await this.served()) ?? {};
    if (release !== undefined) return release;
    const names = (await this.list()).map((one) => one.name);
    const first = nameRelease(names, "adopted");
    await this.#run("adopt", [first, this.#name]);
    return first;
  }

  /** Names of releases, oldest first, those that were deleted because they showed a withdrawn review included. */
  async list(): Promise<{ name: string; isDeleted: boolean }[]> {
    const names = (await this.#run("list")).toString("utf8").trim().split("\n");
    const releases = names.flatMap((file) => {
      const release = file.replace(/\.withdrawn$/, "");
      return releasePattern.test(release) ? [{ name: release, isDeleted: release !== file }] : [];
    });
    return releases.sort((a, b) => toNumber(a.name) - toNumber(b.name));
  }

  /** A file of a release, or without one of what is served; undefined when there is none. */
  async read(path: string, release?: string): Promise<Buffer | undefined> {
    const bytes = await this.#run("read", [release === undefined ? path : `.releases/${release}${path}`]);
    return bytes.length === 0 ? undefined : bytes;
  }

  /** The withdrawn reviews for which a release was deleted. */
  async readWithdrawn(release: string): Promise<string[]> {
    return ((await this.read(".withdrawn", release))?.toString("utf8") ?? "").trim().split(" ");
  }

  /** Copies the build into a release that nobody sees yet. */
  async put(dist: string, release: string): Promise<void> {
    await this.#run("begin", [release]);
    if (this.#host === undefined) await this.#run("copy", [release, dist]);
    else {
      const { release: before } = (await this.served()) ?? {};
      const same = before === undefined ? [] : [`--link-dest=../${before}`];
      // By their bytes: builds that are reproducible give different files the same size and time.
      const args = ["--archive", "--checksum", ...same, `${dist}/`];
      await execute("rsync", [...args, `${this.#host}:${this.#folder}.releases/${release}.part/`]);
    }
    await this.#run("end", [release]);
  }

  /** Gives a release files of another one, with their compressed variants, where it has none of these names. */
  async share(from: string, to: string, paths: readonly string[]): Promise<void> {
    const safe = paths.filter((one) => !one.includes("/.."));
    if (safe.length > 0) await this.#run("share", [from, to], safe.map((one) => `${one}\n`).join(""));
  }

  async switchTo(release: string): Promise<void> {
    await this.#run("switch", [release, this.#name]);
  }

  /** With ids, a note stays that says which withdrawn reviews it showed. */
  async remove(release: string, withdrawn: readonly string[] = []): Promise<void> {
    await this.#run("remove", [release, withdrawn.join(" ")]);
  }
}
