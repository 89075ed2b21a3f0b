import { resolve } from "node:path";

/** A path as whoever typed it means it: npm goes into the project's folder before it runs a command of it. */
export const toGivenPath = (path: string): string => resolve(process.env["INIT_CWD"] || "", path);

/** The folder that the owner writes. */
export const givenContent = (): string => {
  const given = process.env["CONTENT"];
  return given ? toGivenPath(given) : "content";
};
