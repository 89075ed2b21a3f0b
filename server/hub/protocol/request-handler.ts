import { toPublishLine } from "../../../src/schema/hub.ts";
import type { EventLog } from "../../log.ts";
import { logError } from "../store/database.ts";
import type { HubMetrics } from "../metrics.ts";
import { type FormRequest, readForm } from "./form.ts";
import { Refusal, textResponse } from "./refusal.ts";
import { type HubRequest, parseRequest, type Rules } from "./request.ts";
import type { createPublication } from "../publication/publication.ts";
import type { createRequestAcceptance } from "./request-acceptance.ts";

const retryAfterSeconds = 30;

/** Answers a POST to the hub: checks it, and stores or publishes what it asks for. */
export const createRequestHandler = (options: {
  rules: Rules;
  acceptance: ReturnType<typeof createRequestAcceptance>;
  publication: ReturnType<typeof createPublication>;
  metrics: HubMetrics;
  log: EventLog;
}) => {
  const { rules, acceptance, publication, metrics, log } = options;
  const answer = async (request: HubRequest, client: { address: string }): Promise<Response> => {
    if (request.kind === "publication") {
      const results = await publication.publish(request.topics, request.version, client.address);
      return textResponse(202, results.map(toPublishLine).join("\n"));
    }
    await acceptance.accept(request, client.address);
    const { mode, topic, parts } = request;
    log.info("hub.request.accepted", { mode, topic, origin: parts.origin });
    return textResponse(202, `Accepted: the callback will now be asked to confirm (hub.mode=${mode}).`);
  };

  return async (request: FormRequest, client: { address: string }): Promise<Response> => {
    try {
      return await answer(parseRequest(await readForm(request), rules), client);
    } catch (error) {
      if (error instanceof Refusal) {
        metrics.refused(error.status);
        return textResponse(error.status, error.message, error.retryAfter);
      }
      logError(log, "hub.request.failed", error);
      const message = "The hub cannot store requests at the moment: try again later.";
      return textResponse(503, message, retryAfterSeconds);
    }
  };
};
