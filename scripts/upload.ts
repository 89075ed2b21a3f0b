import { resolve } from "node:path";
import { toGivenPath } from "../src/content/given-path.ts";
import { assertPublic, parseBaseUrl } from "../src/schema/endpoints.ts";
import { openSite } from "./deploy/live-site.ts";
import { type Deployment, exitCodes, rollBack, upload } from "./deploy/upload-release.ts";
import { Target } from "./deploy/target.ts";
import { type Given, parseCommand, readHelp, runCommand } from "./run-command.ts";
import { UsageError } from "../src/schema/errors.ts";

const help = readHelp("upload");

function parseDeploy(env: NodeJS.ProcessEnv, { whole, flag }: Given): Deployment {
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
  const keep = whole("keep", 3, 1, 999);
  const baseUrl = parseBaseUrl(given);
  const site = openSite(baseUrl, env["CONNECT"] || undefined);
  const target = new Target(toGivenTarget(place));
  if (target.isRemote) assertPublic(baseUrl);
  return {
    site,
    target,
    place,
    keep,
    isDry: flag("dry-run"),
    announces: env["ANNOUNCE"] !== "0",
    showsAgain: flag("show-again"),
  };
}

/** A folder on this machine counts from where it is typed. */
const toGivenTarget = (place: string): string => (/^[^/:]+:/.test(place) ? place : toGivenPath(place));

async function main(args: string[]): Promise<number> {
  const { env } = process;
  const given = parseCommand(help, args);
  const deploy = parseDeploy(env, given);
  if (given.flag("list")) {
    const served = await deploy.target.served();
    for (const { name, isDeleted } of await deploy.target.list())
      console.log(
        `${name}${name === served?.release ? "  served" : ""}${isDeleted ? "  deleted: it showed a withdrawn review" : ""}`,
      );
    return exitCodes.well;
  }
  return given.flag("rollback")
    ? rollBack(deploy)
    : upload(deploy, env["DIST"] ? toGivenPath(env["DIST"]) : resolve("dist"));
}

await runCommand(main, { usage: exitCodes.unchanged, failed: exitCodes.unchanged, help });
