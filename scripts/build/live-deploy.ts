import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readIfThere, writeAtomically } from "./files.ts";
import { readBounded } from "../read-bounded.ts";
import { UsageError } from "../usage-error.ts";
import { causeOf, messageOf } from "../../src/schema/errors.ts";

const mebibyte = 1024 * 1024;
/** More than any file of a deploy has. */
const mostBytes = 512 * mebibyte;
const patience = 60_000;
/** Waits before each further try. */
const pauses = [500, 2_000];

/** A failure that may pass by itself. */
class PassingError extends Error {}

const readFileOf = (response: Response, address: string): Promise<Buffer> =>
  readBounded(
    response,
    mostBytes,
    () =>
      new UsageError(`${address} has more than ${mostBytes / mebibyte} MB, so it cannot be part of a deploy`),
  );

async function request(address: string, etag: string | undefined): Promise<Response | undefined> {
  try {
    const response = await fetch(address, {
      headers: etag === undefined ? {} : { "If-None-Match": etag },
      signal: AbortSignal.timeout(patience),
    });
    if (response.ok || response.status === 304) return response;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return undefined;
    throw new PassingError(`it answered ${response.status}`);
  } catch (error) {
    if (error instanceof PassingError) throw error;
    throw new PassingError(messageOf(causeOf(error)), { cause: error });
  }
}

interface Answer {
  bytes: Buffer;
  etag: string | undefined;
}

/** What stands at the address; nothing when there is nothing, "same" when it is what the tag names. */
async function get(address: string, etag?: string): Promise<Answer | "same" | undefined> {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await request(address, etag);
      if (response === undefined) return undefined;
      if (response.status === 304) return "same";
      return { bytes: await readFileOf(response, address), etag: response.headers.get("etag") ?? undefined };
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const pause = pauses[tries];
      if (pause !== undefined) {
        await wait(pause);
        continue;
      }
      throw new UsageError(
        `PREVIOUS: ${address} cannot be read (${messageOf(error)}). Without the deploy before it, a build could bring back reviews that were withdrawn: try again, or set PREVIOUS to the folder of the last build, or, if there is none, to none`,
      );
    }
  }
}

export interface LiveDeploy {
  read: (path: string) => Promise<Buffer | undefined>;
  /** The same for a file that changes: what is kept from the last time is asked about, not fetched again. */
  readAgain: (path: string, name: string) => Promise<Buffer | undefined>;
}

/** A deploy as its visitors see it. `cache` keeps what does not need to be fetched again. */
export function openLiveDeploy(base: string, cache: string): LiveDeploy {
  return {
    read: async (path) => {
      const answer = await get(base + path);
      return answer === "same" ? undefined : answer?.bytes;
    },
    readAgain: async (path, name) => {
      const [file, tagFile] = [join(cache, name), join(cache, `${name}.etag`)];
      const kept = await readIfThere(file);
      const etag = kept && (await readFile(tagFile, "utf8").catch(() => ""));
      const answer = await get(base + path, etag || undefined);
      if (answer === "same") return kept;
      if (answer === undefined) return undefined;
      await mkdir(cache, { recursive: true });
      await writeAtomically(tagFile, "");
      await writeAtomically(file, answer.bytes);
      await writeAtomically(tagFile, answer.etag ?? "");
      return answer.bytes;
    },
  };
}
