import { setTimeout as pause } from "node:timers/promises";
import { hubPath, parsePublishLine, type PublishedTopic } from "../../src/schema/hub.ts";
import { AnnounceError } from "./failure.ts";
import { progress, type Site, whyOf } from "./wait.ts";

/** Tells the hub until it has seen the version; returns what became of each topic. */
export const notifyHub = async (
  baseUrl: string,
  site: Site,
  version: string,
  topics: readonly string[],
  deadline: number,
): Promise<PublishedTopic[]> => {
  const form = new URLSearchParams({ "hub.mode": "publish", version });
  for (const topic of topics) form.append("hub.url", topic);
  for (;;) {
    const answer = await ping(site, form, deadline - Date.now());
    if (Array.isArray(answer) && answer.every(({ result }) => result !== "waiting")) {
      progress.end();
      return answer;
    }
    const trouble = Array.isArray(answer) ? "the hub does not see this version yet" : answer.trouble;
    const final = !Array.isArray(answer) && !answer.again;
    const left = deadline - Date.now();
    if (final || left <= 0) {
      progress.end();
      throw new AnnounceError(3, `${baseUrl}${hubPath}: ${trouble}`);
    }
    progress.step(`telling the hub: ${trouble} (${Math.ceil(left / 1_000)} s left)`);
    await pause(Math.min(2_000, left));
  }
};

const ping = async (
  site: Site,
  form: URLSearchParams,
  left: number,
): Promise<PublishedTopic[] | { trouble: string; again: boolean }> => {
  try {
    const { status, body } = await site.fetch(hubPath, Math.max(left, 15_000), {
      method: "POST",
      body: form,
    });
    if (status !== 202) {
      const again = status === 429 || status >= 500;
      return { trouble: `HTTP ${status}: ${body.trim().slice(0, 500)}`, again };
    }
    return body
      .trim()
      .split("\n")
      .map(parsePublishLine)
      .filter((line) => line !== undefined);
  } catch (error) {
    return { trouble: whyOf(error), again: true };
  }
};
