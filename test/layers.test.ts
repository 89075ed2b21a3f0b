import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Imports between the parts of a folder that lead upwards: `order` names the parts from the highest to the lowest. */
function upwardImports(folder: string, order: readonly (readonly string[])[]): string[] {
  const levelOf = (path: string): number => {
    const [part = ""] = relative(folder, path).split("/");
    return order.findIndex((parts) => parts.includes(part.replace(/\.m?[jt]s$/, "")));
  };
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    const targets = [...source.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)].map(([, target = ""]) =>
      normalize(join(dirname(file), target)),
    );
    return targets
      .filter(
        (target) =>
          /^.*\.m?ts$/.test(target) && target.startsWith(`${folder}/`) && levelOf(target) < levelOf(file),
      )
      .map((target) => `${file} imports ${target}`);
  });
}

test("the parts of the server import only those below them", () => {
  const order = [["main"], ["run"], ["app", "mcp"], ["search"], ["hub", "http"], ["data"]];
  const leaves = ["log", "env", "process", "networks"];
  expect(upwardImports("server", [...order, leaves])).toEqual([]);
});

test("the parts of the analysis import only those below them", () => {
  const order = [
    ["analyse"],
    ["topics"],
    ["figures", "trigger-report"],
    ["reader"],
    ["entities"],
    ["verdict"],
    ["aspect-words", "network"],
    ["subjects"],
    ["mentions"],
    ["opinion-words", "phrases", "quotes", "text-language"],
    ["sentences", "english"],
    ["words"],
  ];
  expect(upwardImports("src/insights", order)).toEqual([]);
});

// Lint says the same of TypeScript; it reads neither of these.
test("no page, component or style sheet is longer than 500 lines", () => {
  const long = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:astro|css)$/.test(name))
    .map((name) => ({
      name,
      lines: readFileSync(join(root, "src", name), "utf8")
        .trimEnd()
        .split("\n").length,
    }))
    .filter(({ lines }) => lines > 500);
  expect(long).toEqual([]);
});
