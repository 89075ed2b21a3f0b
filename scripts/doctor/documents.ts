import { ReviewsDataset } from "../../src/schema/datasets.ts";
import { buildHeaderRules, headersOf, privateFiles } from "../../src/schema/headers.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import { newestFirst } from "../../src/schema/review.ts";
import { manifestVersion, sha256 } from "../../server/data/hashes.ts";
import { buildAggregateRating } from "../../src/publish/reviews.ts";
import { type Check, mediaType, shorten, toNames } from "./check.ts";

const redeploy = "deploy the whole of dist, manifest.json last, and purge the CDN";

export const manifestCheck: Check = {
  name: "manifest",
  claim: "The manifest is there, fresh and consistent with itself",
  async run(deploy, { wrong }) {
    const answer = await deploy.get("/manifest.json");
    if (answer.status !== 200) {
      const at = answer.headers["location"];
      const fix = at ? `audit that address instead, or build with BASE_URL set to this one` : redeploy;
      return wrong("/manifest.json", `answers ${answer.status}${at ? ` to ${at}` : ""}, not 200`, fix);
    }
    const parsed = Manifest.safeParse(await deploy.json("/manifest.json"));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return wrong(
        "/manifest.json",
        `is no manifest (${issue?.path.join(".") || "not JSON"}: ${issue?.message})`,
        redeploy,
      );
    }
    const cache = answer.headers["cache-control"] ?? "none";
    if (!/\bno-cache\b|\bmax-age=0\b/.test(cache)) {
      wrong(
        "/manifest.json",
        `has Cache-Control ${cache}`,
        "send no-cache, or readers see old versions (dist/_headers has the rules)",
      );
    }
    const version = manifestVersion(parsed.data.documents);
    if (version !== parsed.data.version) {
      return wrong(
        "/manifest.json",
        "names a version that its own hashes do not give",
        `it was changed after the build: ${redeploy}`,
      );
    }
    deploy.manifest = parsed.data;
  },
};

export const documentsCheck: Check = {
  name: "documents",
  claim: "Every document has the very bytes that the manifest names, at its own and at its hashed address",
  needsManifest: true,
  async run(deploy, { wrong }) {
    for (const { path, hashed_path, sha256: hash, bytes } of deploy.manifest?.documents ?? []) {
      for (const address of [path, hashed_path]) {
        const { status, body, headers } = await deploy.get(address);
        if (status !== 200)
          wrong(
            address,
            `answers ${status}`,
            address === path ? redeploy : "upload /data/ before the rest, and keep it",
          );
        else if (headers["content-encoding"])
          wrong(
            address,
            `is sent as ${headers["content-encoding"]} unasked`,
            "compress only for clients that accept it",
          );
        else if (sha256(body) !== hash) {
          const what =
            body.length < bytes
              ? `has ${body.length} of ${bytes} bytes`
              : body.includes("<html")
                ? "is a web page"
                : "has other bytes than the manifest names";
          wrong(address, what, `${redeploy}; nothing on the way may rewrite it`);
        }
      }
    }
  },
};

export const headersCheck: Check = {
  name: "headers",
  claim: "Types, times to live and open access are those of the contract",
  needsManifest: true,
  async run(deploy, { wrong }) {
    const rules = buildHeaderRules(deploy.baseUrl);
    const documents = deploy.manifest?.documents ?? [];
    for (const path of [...documents.flatMap(({ path, hashed_path }) => [path, hashed_path]), "/"]) {
      const answer = await deploy.get(path);
      if (answer.status !== 200) continue;
      const expected = headersOf(rules, path);
      const type =
        documents.find((one) => one.path === path || one.hashed_path === path)?.type ??
        expected["Content-Type"] ??
        "";
      if (mediaType(answer) !== type.split(";")[0]) {
        wrong(
          path,
          `has Content-Type ${answer.headers["content-type"] ?? "none"}, not ${type}`,
          "apply the rules of dist/_headers, or of its files for nginx and Caddy",
        );
      }
      const cache = answer.headers["cache-control"] ?? "none";
      if (toNames(cache).sort().join() !== toNames(expected["Cache-Control"]).sort().join()) {
        wrong(
          path,
          `has Cache-Control ${cache}, not ${expected["Cache-Control"]}`,
          "apply the rules of dist/_headers, and let the CDN respect them",
        );
      }
      if (answer.headers["x-content-type-options"]?.toLowerCase() !== "nosniff") {
        wrong(path, "lacks X-Content-Type-Options: nosniff", "send it on every answer");
      }
    }
    const page = await deploy.get("/");
    const policy = page.headers["content-security-policy"];
    if (policy === undefined) wrong("/", "has no Content-Security-Policy", "send the one in dist/_headers");
    else if (
      /script-src[^;]*'unsafe-inline'/.test(policy) ||
      (!policy.includes("script-src") && /default-src[^;]*'unsafe-inline'/.test(policy))
    ) {
      wrong("/", "has a Content-Security-Policy that allows inline scripts", "send the one in dist/_headers");
    }
  },
};

export const missingCheck: Check = {
  name: "missing",
  claim: "What is not there is a 404 that nobody keeps, and what is private is not there",
  async run(deploy, { wrong, warn }) {
    for (const path of ["/data/reviews.0000000000000000.json", "/no-such-page-here/"]) {
      const { status, headers } = await deploy.get(path);
      if (status !== 404)
        wrong(
          path,
          `answers ${status} although it does not exist`,
          "answer 404; no page may stand in for a missing file",
        );
      else if (!toNames(headers["cache-control"]).includes("no-store")) {
        wrong(
          path,
          `is a 404 with Cache-Control ${headers["cache-control"] ?? "none"}`,
          "send no-store, or a file that comes later stays unseen",
        );
      }
    }
    for (const path of privateFiles) {
      if ((await deploy.get(path)).status === 200)
        warn(path, "can be read by everybody", "do not serve it; it is for whoever runs the deploy");
    }
  },
};

export const datasetCheck: Check = {
  name: "dataset",
  claim: "The dataset has the right shape, order, sums and addresses, and every review has its page",
  async run(deploy, { wrong }) {
    const parsed = ReviewsDataset.safeParse(await deploy.json("/reviews.json"));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return wrong(
        "/reviews.json",
        `has not the shape of a dataset (${issue?.path.join(".")}: ${issue?.message})`,
        redeploy,
      );
    }
    const { business, reviews, removed, aggregate_rating } = parsed.data;
    const foreign = [business.url, ...reviews.map(({ url }) => url)].find(
      (url) => !url.startsWith(`${deploy.baseUrl}/`),
    );
    if (foreign !== undefined) {
      wrong(
        "/reviews.json",
        `names ${shorten(foreign)}, which is not below ${deploy.baseUrl}`,
        `build with BASE_URL=${deploy.baseUrl}`,
      );
    }
    if (reviews.some((review, index) => index > 0 && newestFirst(reviews[index - 1] ?? review, review) > 0)) {
      wrong("/reviews.json", "is not ordered newest first", redeploy);
    }
    if (JSON.stringify(buildAggregateRating(reviews)) !== JSON.stringify(aggregate_rating)) {
      wrong("/reviews.json", "has an aggregate_rating that its reviews do not give", redeploy);
    }
    const gone = new Set(removed.map(({ id }) => id));
    const shown = reviews.filter(({ id }) => gone.has(id));
    if (shown.length > 0) wrong("/reviews.json", `shows ${shown[0]?.id}, which was removed`, redeploy);
    for (const review of [reviews[0], reviews.at(-1)]) {
      if (review === undefined || foreign !== undefined) continue;
      const { pathname, hash } = new URL(review.url);
      const page = await deploy.get(pathname);
      const isThere = page.status === 200 && page.body.includes(`id="${hash.slice(1) || review.id}"`);
      if (!isThere) wrong(pathname, `does not show the review ${review.id} (${page.status})`, redeploy);
    }
  },
};
