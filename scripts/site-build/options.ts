import { parseCommand, readHelp } from "../run-command.ts";
import { UsageError } from "../usage-error.ts";
import { toInstant } from "./carry-over.ts";
import { givenContent, toGivenPath } from "../../src/content/given-path.ts";

export const help = readHelp("build");

export interface BuildOptions {
  out: string;
  content: string;
  limits: { days: number; builds: number };
  ifChanged: boolean;
  isPublic: boolean;
}

export function parseOptions(args: string[]): BuildOptions {
  const { text, whole, flag } = parseCommand(help, args);
  const out = text("out");
  return {
    out: out === undefined ? "dist" : toGivenPath(out),
    content: givenContent(text("content")),
    limits: { days: whole("keep-days", 30, 0, 999_999), builds: whole("keep-builds", 10, 0, 999_999) },
    ifChanged: flag("if-changed"),
    isPublic: flag("public"),
  };
}

/** Throws when the address of a public deploy is one that nobody else can open. */
export function assertPublic(baseUrl: string): void {
  const { hostname, protocol } = new URL(baseUrl);
  const isLocal =
    /^(localhost|.*\.(localhost|local|internal|test|example|invalid)|0\.0\.0\.0|\[::1?\])$/.test(hostname) ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
  if (isLocal || protocol !== "https:") {
    throw new UsageError(
      `BASE_URL must be the https address at which everybody reads the site, such as https://reviews.example.com, got ${baseUrl}: every link, feed and canonical address is made from it. Set BASE_URL, or build without --public`,
    );
  }
}

export function parseNow(epoch: string | undefined): string {
  if (!epoch) return toInstant(Date.now());
  if (!/^\d{1,12}$/.test(epoch)) {
    throw new UsageError(`SOURCE_DATE_EPOCH must be seconds since 1970, got ${JSON.stringify(epoch)}`);
  }
  return toInstant(Number(epoch) * 1000);
}
