import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { memberOf } from "../../src/schema/json.ts";
import { parseLinks, toNames } from "./answers.ts";
import { type AuditedDeploy, type Check, hasSidecar } from "./deploy.ts";

/** How a topic names its hub and itself. */
const linksOf = (path: string, deploy: AuditedDeploy): (readonly [rel: string, href: string])[] => [
  ...(hasSidecar(deploy) ? [["hub", deploy.builtFor + hubPath] as const] : []),
  ["self", deploy.builtFor + path],
];

export const hubCheck: Check = {
  name: "hub",
  claim: "Every topic names its hub and itself, on GET and on HEAD, and the hub takes POST",
  needsSidecar: true,
  async run(deploy) {
    for (const path of topicPaths)
      for (const method of ["GET", "HEAD"] as const) await checkTopic(path, method, deploy);
    await checkPost(deploy);
    const asked = await deploy.get(hubPath);
    const isThere = deploy.isGood(hubPath, asked, { statuses: [405], types: ["text/plain"] });
    if (isThere && !toNames(asked.headers["allow"]).includes("post"))
      deploy.wrong(hubPath, "answers GET with 405 and no Allow: POST", "pass its headers on");
    const { status } = await deploy.get("/readyz");
    if (status === 503 && memberOf(await deploy.json("/readyz"), "status") === "store unreachable")
      deploy.wrong(
        "/readyz",
        "says that the hub cannot reach its store (503): nobody can subscribe",
        "see that the database of DATABASE_URL runs, or that its disk has room",
      );
  },
};

async function checkTopic(path: string, method: "GET" | "HEAD", deploy: AuditedDeploy): Promise<void> {
  if (deploy.damaged.has(path)) return;
  const answer = method === "GET" ? await deploy.get(path) : await deploy.ask(path, { method });
  if (answer.status === 405 || answer.status === 501) {
    const problem = `answers ${answer.status} to ${method}`;
    return deploy.wrong(path, problem, "serve HEAD as GET, without a body", "head");
  }
  if (!deploy.isGood(path, answer, { method }) || deploy.isWithoutRules) return;
  const links = parseLinks(answer.headers["link"]);
  const missing = linksOf(path, deploy).filter(([rel, address]) => !links.get(rel)?.includes(address));
  if (missing.length === 0) return;
  const names = missing.map(([rel]) => `rel="${rel}"`).join(" and ");
  const others = missing.flatMap(([rel]) => links.get(rel) ?? []);
  const onHead = method === "HEAD" ? " on HEAD" : "";
  const but = others.length > 0 ? `, but to ${others.join(", ")}` : "";
  deploy.wrong(
    path,
    `has no Link header ${names} to this deploy${onHead}${but}: subscribers do not find the hub`,
    "send the Link header of dist/_headers on GET and HEAD; BASE_URL of the build must be this address",
    "link header",
  );
}

/** A subscription with a callback that the hub itself refuses, in words of its own: firewalls dislike such forms. */
async function checkPost({ ask, builtFor, isGood, wrong }: AuditedDeploy): Promise<void> {
  const form = {
    "hub.mode": "subscribe",
    "hub.topic": `${builtFor}/feed.xml`,
    "hub.callback": "http://subscriber.example/only-https-is-taken",
  };
  const answer = await ask(hubPath, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const expected = { statuses: [400, 429, 503], types: ["text/plain"], method: "POST" } as const;
  if (!isGood(hubPath, answer, expected) || answer.status !== 400) return;
  const reply = answer.body.toString("utf8").trim();
  if (!/callback/i.test(reply))
    wrong(
      hubPath,
      `does not get the form of a subscription: ${reply.slice(0, 100)}`,
      "pass POST on with its body and Content-Type unchanged",
    );
}
