import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseCommand, readHelp } from "../../scripts/run-command.ts";

const scripts = join(import.meta.dirname, "../../scripts");
const helps = readdirSync(join(scripts, "help")).map((file) => basename(file, ".txt"));

/** Where a command reads options besides its own file. */
const parts: Record<string, string[]> = { init: ["init/questions.ts"] };

test.each(helps)("npm run %s reads the options that its help names, and no other", (name) => {
  const files = [`${name}.ts`, ...(parts[name] ?? [])];
  const source = files.map((file) => readFileSync(join(scripts, file), "utf8")).join("\n");
  const read = [...source.matchAll(/\b(?:(?:choice|flag|given|texts?|whole)\(|option: )"([a-z-]+)"/g)].map(
    ([, option]) => option,
  );
  const heads = [...readHelp(name).matchAll(/^ +((?:-\w, )?--.*?)(?: {2}|$)/gm)].map(([, head = ""]) => head);
  const options = heads.flatMap((head) => head.match(/(?<=--)[a-z-]+/g) ?? []);
  expect(new Set(read)).toEqual(new Set(options.filter((option) => option !== "help")));
});

describe("a command takes what its help says", () => {
  const help = `Options:
  -y, --yes        do not ask; --no is no option
  --out <folder>   where to
  --count N        how many (default 3)
  --by NAME, --for NAME   who`;

  test.each<[string[], Record<string, unknown>]>([
    [[], { yes: false, out: undefined, count: 3, by: undefined, positionals: [] }],
    [["-y", "--out", "a", "--out=b"], { yes: true, out: "b" }],
    [
      ["--count", "1", "x", "--by", "Ann", "--for", "Bob"],
      { count: 1, by: "Ann", for: "Bob", positionals: ["x"] },
    ],
    [["--count", "9"], { count: 9 }],
  ])("%j", (args, expected) => {
    const { positionals, flag, text, whole } = parseCommand(help, args, true);
    const [yes, count] = [flag("yes"), whole("count", 3, 1, 9)];
    const texts = { out: text("out"), by: text("by"), for: text("for") };
    expect({ yes, count, ...texts, positionals }).toMatchObject(expected);
  });

  test.each([
    [["--count", "0"], '--count must be a whole number from 1 to 9, got "0"'],
    [["--count", "10"], "from 1 to 9"],
    [["--count", "two"], "from 1 to 9"],
    [["--no"], "--no"],
    [["--yes=1"], "--yes"],
    [["--out"], "--out"],
    [["x"], "x"],
  ])("%j is refused", (args, message) => {
    expect(() => parseCommand(help, args).whole("count", 3, 1, 9)).toThrow(message);
  });

  test("an option that no help names is a mistake of the program", () => {
    const { flag, text } = parseCommand(help, []);
    expect(() => flag("out")).toThrow(RangeError);
    expect(() => text("yes")).toThrow(RangeError);
  });
});
