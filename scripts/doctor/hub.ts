import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { type Check, type AuditedDeploy, parseLinks, type Reporter, toNames } from "./check.ts";
import { memberOf } from "../../src/schema/json.ts";

export const hubCheck: Check = {
  name: "hub",
  claim: "Every topic names its hub and itself, on GET and on HEAD, and the hub takes POST",
  async run(deploy, report) {
    for (const path of topicPaths)
      for (const method of ["GET", "HEAD"] as const) await lookAtTopic(path, method, deploy, report);
    await lookAtPost(deploy, report);
    const asked = await deploy.get(hubPath);
    const isThere = report.isGood(hubPath, asked, { statuses: [405], types: ["text/plain"] });
    if (isThere && !toNames(asked.headers["allow"]).includes("post"))
      report.wrong(hubPath, "answers GET with 405 and no Allow: POST", "pass its headers on");
    const ready = await deploy.get("/readyz");
    const status = memberOf(await deploy.json("/readyz"), "status");
    if (ready.status === 503 && status === "store unreachable")
      report.wrong(
        "/readyz",
        "says that the hub cannot reach its store (503): nobody can subscribe",
        "see that the database of DATABASE_URL runs, or that its disk has room",
        "store",
      );
  },
};

async function lookAtTopic(
  path: string,
  method: "GET" | "HEAD",
  deploy: AuditedDeploy,
  report: Reporter,
): Promise<void> {
  if (deploy.spoilt.has(path)) return;
  const answer = method === "GET" ? await deploy.get(path) : await deploy.ask(path, { method });
  if (answer.status === 405 || answer.status === 501)
    return report.wrong(
      path,
      `answers ${answer.status} to ${method}`,
      "serve HEAD as GET, without a body",
      "head",
    );
  if (!report.isGood(path, answer, { method }) || deploy.isWithoutRules) return;
  const links = parseLinks(answer.headers["link"]);
  const wanted = [
    ["hub", deploy.builtFor + hubPath],
    ["self", deploy.builtFor + path],
  ] as const;
  const missing = wanted.filter(([rel, address]) => !links.get(rel)?.includes(address));
  if (missing.length === 0) return;
  const others = missing.flatMap(([rel]) => links.get(rel) ?? []);
  const names = missing.map(([rel]) => `rel="${rel}"`).join(" and ");
  report.wrong(
    path,
    `has no Link header ${names} to this deploy${method === "HEAD" ? " on HEAD" : ""}${others.length > 0 ? `, but to ${others.join(", ")}` : ""}: subscribers do not find the hub`,
    "send the Link header of dist/_headers on GET and HEAD; BASE_URL of the build must be this address",
    "link header",
  );
}

/** A subscription with a callback that the hub itself refuses, in words of its own: firewalls dislike such forms. */
async function lookAtPost({ ask, builtFor }: AuditedDeploy, report: Reporter): Promise<void> {
  const answer = await ask(hubPath, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.topic": `${builtFor}/feed.xml`,
      "hub.callback": "http://subscriber.example/only-https-is-taken",
    }).toString(),
  });
  const expected = { statuses: [400, 429, 503], types: ["text/plain"], method: "POST" } as const;
  if (!report.isGood(hubPath, answer, expected) || answer.status !== 400) return;
  if (!/callback/i.test(answer.body.toString("utf8")))
    report.wrong(
      hubPath,
      `does not get the form of a subscription: ${answer.body.toString("utf8").trim().slice(0, 100)}`,
      "pass POST on with its body and Content-Type unchanged",
    );
}
