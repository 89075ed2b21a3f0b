import { spawn } from "node:child_process";
import { once } from "node:events";
import { UsageError } from "../usage-error.ts";

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command's output; throws with its error output. */
export function execute(command: string, args: readonly string[], input = ""): Promise<Buffer> {
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
  remove: `rm -rf "$1.releases/$2"; if [ -n "$3" ]; then echo "$3" > "$1.releases/$2.withdrawn"; fi`,
  forget: `rm -rf "$1.releases/$2" "$1.releases/$2.withdrawn"`,
};

export type ScriptName = keyof typeof scripts;

/** How one of the scripts is run on a folder, here or on the other machine. */
function toCommand(
  host: string | undefined,
  script: ScriptName,
  args: readonly string[],
): [command: string, args: readonly string[]] {
  const command = ["-c", scripts[script], "sh", ...args];
  return host === undefined ? ["sh", command] : ["ssh", [host, "sh", ...command.map(quote)]];
}

export const runScript = (
  host: string | undefined,
  script: ScriptName,
  args: readonly string[],
  input: string,
): Promise<Buffer> => execute(...toCommand(host, script, args), input);

/** Locks the folder's releases: "held" until what this gives is called, or "busy". */
export const holdLock = (host: string | undefined, folder: string) =>
  hold(...toCommand(host, "lock", [folder]));
