import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { PlainError } from "../schema/errors.ts";
import { memberOf } from "../schema/json.ts";

/** A path as whoever typed it means it: npm goes into the project's folder before it runs a command of it. */
export const toGivenPath = (path: string): string => resolve(process.env["INIT_CWD"] || "", path);

/** The folder that the owner writes: the one that is named, or content. */
export function givenContent(option?: string): string {
  const given = option || process.env["CONTENT"];
  return given ? toGivenPath(given) : resolve("content");
}

/** The same for commands that write into it. Reviews of real customers go into the demonstration only by name. */
export function givenOwnContent(option?: string): string {
  const folder = givenContent(option);
  if (option || process.env["CONTENT"] || memberOf(readBusiness(folder), "fictional") !== true) return folder;
  throw new PlainError(
    `${resolve(folder)} holds a made-up business (fictional: true in business.yaml), and nobody named this folder, so nothing is written into it: name your own with CONTENT=FOLDER, or this one with CONTENT=${resolve(folder)}`,
  );
}

/** business.yaml, unchecked; nothing where it cannot be read, which the loader reports. */
export function readBusiness(content: string): unknown {
  try {
    return parse(readFileSync(join(content, "business.yaml"), "utf8"));
  } catch {
    return undefined;
  }
}

/** The key that signs the history: LOG_KEY, or the one that a made-up business publishes beside its content. */
export function findLogKey(content: string): string | undefined {
  const published = join(content, "demonstration.key");
  return process.env["LOG_KEY"] || (existsSync(published) ? published : undefined);
}
