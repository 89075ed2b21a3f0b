import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { toInstant } from "./carry-over.ts";
import { givenContent, toGivenPath } from "../../src/content/given-path.ts";

export const usage = `Usage: npm run build -- [options]

Turns the content folder into every file of the site. The previous build stays as it is until the new one is
complete, and stays for good when content has an issue.

Options:
  --out <folder>         where the build goes (default: dist)
  --content <folder>     what the owner writes (default: CONTENT, or content)
  --keep-days <n>        hashed files of earlier builds stay at most so many days (default: 30)
  --keep-builds <n>      and at most so many builds (default: 10)
  --public               for a public deploy: refuses a BASE_URL that only this machine can open
  --if-changed           do nothing when neither content, sources nor BASE_URL changed since the last build
  --help                 this text

Environment:
  BASE_URL               the public address (default: http://localhost:3000)
  CONTENT                what the owner writes, as --content
  PREVIOUS               the deploy that this build follows, a folder or the live address (default: where the build
                         goes). From it come the times of documents that did not change, old hashed files, what to
                         purge, and all tombstones: a withdrawn review that would return stops the build. "none" when
                         there is no deploy yet
  SIDECAR                none for a host of files alone: nothing promises the search API, MCP or the hub
  SOURCE_DATE_EPOCH      the time that counts as now, in seconds since 1970

Examples:
  BASE_URL=https://reviews.example.com PREVIOUS=https://reviews.example.com npm run build -- --public
  npm run build -- --out /srv/www/reviews --keep-days 7

Exit codes: 0 built or unchanged, 1 an issue in content or options, 75 another build is under way.`;

export interface BuildOptions {
  out: string;
  content: string;
  limits: { days: number; builds: number };
  ifChanged: boolean;
  isPublic: boolean;
}

export function parseOptions(args: string[]): BuildOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: "string" },
      content: { type: "string" },
      "keep-days": { type: "string", default: "30" },
      "keep-builds": { type: "string", default: "10" },
      public: { type: "boolean", default: false },
      "if-changed": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return undefined;
  const whole = (name: "keep-days" | "keep-builds") => {
    if (!/^\d{1,6}$/.test(values[name])) {
      throw new UsageError(`--${name} must be a whole number from 0 on, got ${JSON.stringify(values[name])}`);
    }
    return Number(values[name]);
  };
  return {
    out: values.out === undefined ? "dist" : toGivenPath(values.out),
    content: givenContent(values.content),
    limits: { days: whole("keep-days"), builds: whole("keep-builds") },
    ifChanged: values["if-changed"],
    isPublic: values.public,
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
