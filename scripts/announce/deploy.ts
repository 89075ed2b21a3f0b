import { setTimeout as pause } from "node:timers/promises";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Manifest } from "../../src/schema/manifest.ts";
import { AnnounceError } from "./failure.ts";
import { fetchOptions, progress, whyOf } from "./wait.ts";

/** The manifest of what was built, in a folder or at a URL. */
export const readBuild = async (dist: string): Promise<Manifest> => {
  const remote = /^https?:\/\//.test(dist);
  const place = remote ? `${dist.replace(/\/+$/, "")}/manifest.json` : join(dist, "manifest.json");
  try {
    const text = remote
      ? await (await fetch(place, fetchOptions(10_000))).text()
      : await readFile(place, "utf8");
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new AnnounceError(1, `no build at ${place} (${why}): run npm run build, or set DIST`);
  }
};

/** The version that the deploy shows now. */
export const readDeployed = async (baseUrl: string): Promise<string> => {
  const response = await fetch(`${baseUrl}/manifest.json`, fetchOptions(10_000));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return Manifest.parse(await response.json()).version;
};

/** Waits until the deploy shows the version. */
export const waitForDeploy = async (baseUrl: string, version: string, deadline: number): Promise<void> => {
  let wait = 250;
  for (;;) {
    let shows: string;
    try {
      const deployed = await readDeployed(baseUrl);
      if (deployed === version) break;
      shows = `shows version ${deployed}`;
    } catch (error) {
      shows = `cannot be read (${whyOf(error)})`;
    }
    const left = deadline - Date.now();
    if (left <= 0) {
      progress.end();
      throw new AnnounceError(
        2,
        `${baseUrl}/manifest.json ${shows}, not ${version}: is the deploy finished and BASE_URL right?`,
      );
    }
    progress.step(`waiting for version ${version}: ${baseUrl} ${shows} (${Math.ceil(left / 1_000)} s left)`);
    await pause(Math.min(wait, left));
    wait = Math.min(wait * 1.5, 3_000);
  }
  progress.end();
};
