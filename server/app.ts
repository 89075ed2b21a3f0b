import { randomBytes } from "node:crypto";
import { H3 } from "h3";
import { endpoints } from "../src/schema/endpoints.ts";
import { SearchQuery, SinceParams } from "../src/schema/search.ts";
import type { Env } from "./env.ts";
import { createMcp } from "./mcp/handler.ts";
import { type Parsed, parseQuery, parseValues } from "./parameters.ts";
import { ProblemError, problemResponse } from "./problem.ts";
import { search } from "./search.ts";
import { since } from "./since.ts";
import type { Snapshot } from "./snapshot.ts";

const orProblem = <T>(parsed: Parsed<T>): T => {
  if (parsed.ok) return parsed.value;
  throw new ProblemError(
    "invalid-request",
    parsed.issues.map(({ message }) => message).join("; "),
    parsed.issues,
  );
};

/** All routes on one screen. */
export function createApp(env: Env, snapshot: () => Snapshot): H3 {
  const app = new H3({ onError: (error) => problemResponse(error.cause ?? error, env.BASE_URL) });
  app.get(endpoints.searchReviews.path, ({ url }) =>
    search(snapshot(), orProblem(parseQuery(SearchQuery, url.searchParams))),
  );
  app.get("/api/reviews/since/:date", ({ context }) =>
    since(snapshot(), orProblem(parseValues(SinceParams, context.params ?? {})).date),
  );
  const mcp = createMcp({
    baseUrl: env.BASE_URL,
    bind: () => ({ host: env.HOST, port: env.PORT }),
    snapshot,
    randomBytes,
    onError: (error) => console.error(error),
  });
  app.all("/mcp", ({ req }) => mcp.handle(req));
  for (const path of ["/reviews.json", "/insights.json"]) {
    app.get(path, () => {
      const document = snapshot().documents.get(path);
      if (document === undefined) throw new ProblemError("not-found", `${path} is not part of this deploy`);
      return new Response(new Uint8Array(document.body), {
        headers: { "Content-Type": document.entry.type, ETag: document.entry.etag },
      });
    });
  }
  return app;
}
