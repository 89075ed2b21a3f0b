import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { toGivenPath } from "../src/content/given-path.ts";
import { parseBaseUrl } from "../src/schema/endpoints.ts";
import { assertPublic } from "./site-build/options.ts";
import { parseConnect } from "./deploy/live-site.ts";
import { type Deployment, ended, rollBack, upload } from "./deploy/switch.ts";
import { openTarget } from "./deploy/target.ts";
import { runCommand } from "./run-command.ts";
import { UsageError } from "./usage-error.ts";

const usage = `Usage: npm run upload -- [options]

Puts a build where it is served, and switches to it in one step, so that no visitor ever sees half of it. TARGET is
then a link to a release in TARGET.releases beside it. Hashed files of the previous release stay for those who still
read its pages. A build or an older release that would bring back a review that the site has withdrawn is refused.

With a signed history (LOG_KEY), --rollback goes only to a release with the same entries: a history that goes back is
what its readers watch for, and witnesses refuse to sign. Check out the content that you want instead, build it with
PREVIOUS=$BASE_URL, which adds to the history what changes back, and upload that.

Options:
  --rollback    back to the previous release, with its own files as they were
  --show-again  with --rollback: even if that shows reviews that the site no longer shows
  --list        the releases there are
  --dry-run     say what would happen, and change nothing
  --keep <n>    how many releases to keep, including the one that is served (default: 3)
  --help        this text

Environment:
  BASE_URL      the public address for which the build was made
  TARGET        the folder that is served: /srv/reviews/site, or web@host:/srv/reviews/site (ssh and rsync)
  DIST          the build (default: dist)
  CONNECT       host:port to check instead of BASE_URL's own, before DNS points there
  ANNOUNCE      0 to notify no subscribers

Examples:
  export BASE_URL=https://reviews.example.com TARGET=web@reviews.example.com:/srv/reviews/site
  PREVIOUS=$BASE_URL npm run build -- --public && npm run upload
  npm run upload -- --rollback

Exit codes: 0 live and well (a first deploy: in place), 1 nothing visible has changed, 2 live, but something is wrong.`;

interface Given {
  keep: string;
  isDry: boolean;
  showsAgain: boolean;
}

function parseDeploy(env: NodeJS.ProcessEnv, { keep, isDry, showsAgain }: Given): Deployment {
  const [given, place] = [env["BASE_URL"], env["TARGET"]];
  const missing = [
    ...(given ? [] : ["BASE_URL is missing: the public address, such as https://reviews.example.com"]),
    ...(place
      ? []
      : [
          "TARGET is missing: the folder that is served, such as /srv/reviews/site or web@host:/srv/reviews/site",
        ]),
  ];
  if (!place || missing.length > 0) throw new UsageError(missing.join("\n"));
  if (!/^[1-9]\d{0,2}$/.test(keep))
    throw new UsageError(`--keep must be a whole number from 1 to 999, got ${keep}`);
  const baseUrl = parseBaseUrl(given);
  const connect = env["CONNECT"] || undefined;
  parseConnect(connect);
  const target = openTarget(toGivenTarget(place));
  if (target.isRemote) assertPublic(baseUrl);
  return {
    site: { baseUrl, connect },
    target,
    place,
    keep: Number(keep),
    isDry,
    announces: env["ANNOUNCE"] !== "0",
    showsAgain,
  };
}

/** A folder on this machine counts from where it is typed. */
const toGivenTarget = (place: string): string => (/^[^/:]+:/.test(place) ? place : toGivenPath(place));

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rollback: { type: "boolean", default: false },
      "show-again": { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      keep: { type: "string", default: "3" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return ended.well;
  }
  const deploy = parseDeploy(env, {
    keep: values.keep,
    isDry: values["dry-run"],
    showsAgain: values["show-again"],
  });
  if (values.list) {
    const served = await deploy.target.served();
    for (const { name, isDeleted } of await deploy.target.list())
      console.log(
        `${name}${name === served?.release ? "  served" : ""}${isDeleted ? "  deleted: it showed a withdrawn review" : ""}`,
      );
    return ended.well;
  }
  return values.rollback
    ? rollBack(deploy)
    : upload(deploy, env["DIST"] ? toGivenPath(env["DIST"]) : resolve("dist"));
}

await runCommand(() => main(process.argv.slice(2), process.env), {
  usage: ended.unchanged,
  failed: ended.unchanged,
});
