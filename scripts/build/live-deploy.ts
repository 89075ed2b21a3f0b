import { setTimeout as wait } from "node:timers/promises";
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

async function request(address: string): Promise<Response | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return undefined;
    throw new PassingError(`it answered ${response.status}`);
  } catch (error) {
    if (error instanceof PassingError) throw error;
    throw new PassingError(messageOf(causeOf(error)), { cause: error });
  }
}

/** What stands at the address; nothing when there is nothing. */
export async function readAddress(address: string): Promise<Buffer | undefined> {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await request(address);
      return response && (await readFileOf(response, address));
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
