import { createHash } from "node:crypto";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { Manifest } from "../../../src/schema/manifest.ts";
import { basePathOf, Problem } from "../../../src/schema/endpoints.ts";
import { startBuiltServer } from "../built-server.ts";
import { words } from "../words.ts";
import { type Answer, askRaw } from "../../raw-request.ts";

const [dist, baseUrl] = [inject("dist"), inject("baseUrl")];
const server = startBuiltServer({ BASE_URL: baseUrl }, "scripts/start.ts");

/** One request below the site's address. */
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  askRaw(server.url, basePathOf(baseUrl) + path, { headers, method });
const undated = ({ status, headers, body }: Answer) => ({ status, body, headers: { ...headers, date: "" } });
const search = "/api/reviews/search?query=lawn&limit=3";
const since = "/api/reviews/since/2026-01-01";
const stable = [...words("/reviews.json /insights.json /api/feed.json /feed.xml /.well-known/openapi.json")];

describe("every answer", () => {
  test.each([search, since, ...stable, ...words("/manifest.json /healthz /readyz / /nothing /api/nothing")])(
    "%s is open to any origin and not to be sniffed, errors included",
    async (path) => {
      const { headers } = await ask(path);
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["access-control-expose-headers"]).toContain("ETag");
      expect(headers["access-control-expose-headers"]).toContain("Content-Range");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    },
  );

  test.each([search, since, ...stable, "/manifest.json", "/readyz", "/"])(
    "HEAD %s has the headers of GET and no body",
    async (path) => {
      const get = await ask(path);
      const head = await ask(path, {}, "HEAD");
      const volatile = { date: undefined, connection: undefined, "keep-alive": undefined };
      expect({ ...head.headers, ...volatile }).toEqual({ ...get.headers, ...volatile });
      expect(Number(head.headers["content-length"])).toBe(get.body.length);
      expect(head.body).toHaveLength(0);
    },
  );

  test.each([search, since, ...stable, "/readyz", "/"])(
    "a method that %s does not take is named a problem, with those it takes",
    async (path) => {
      for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
        const { status, headers, body } = await ask(path, {}, method);
        expect(status).toBe(405);
        expect(headers["allow"]).toContain("GET, HEAD");
        expect(Problem.parse(JSON.parse(body.toString())).status).toBe(405);
      }
    },
  );

  test.each(["GET", "HEAD", "PUT", "DELETE"])(
    "the hub says to %s in plain text that it takes POST",
    async (method) => {
      const { status, headers, body } = await ask("/api/websub/hub", {}, method);
      expect([status, headers["allow"]]).toEqual([405, "POST"]);
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(body.toString()).toBe(method === "HEAD" ? "" : `This address takes POST, got ${method}\n`);
    },
  );

  test.each([search, "/reviews.json", "/api/websub/hub", "/nothing"])(
    "OPTIONS %s is a preflight",
    async (path) => {
      const { status, headers, body } = await ask(path, { Origin: "https://app.example" }, "OPTIONS");
      expect([status, body.length]).toEqual([204, 0]);
      expect(headers["access-control-max-age"]).toBe("86400");
      for (const name of ["Accept", "Authorization", "Content-Type", "If-None-Match", "If-Modified-Since"])
        expect(headers["access-control-allow-headers"]).toContain(name);
      expect(String(headers["access-control-allow-headers"]).split(", ")).toContain("*");
    },
  );

  test("an Authorization header changes nothing", async () => {
    const plain = await ask(search);
    const { status, headers, body } = await ask(search, { Authorization: "Bearer nonsense" });
    expect([status, headers["etag"], body]).toEqual([200, plain.headers["etag"], plain.body]);
  });
});

test.each([search, since])("%s is the same whether asked for the first time or again", async (target) => {
  const path = target.replace("limit=3", "limit=4").replace("2026-01-01", "2026-01-02");
  const first = await ask(path);
  for (let again = 0; again < 3; again += 1) expect(undated(await ask(path))).toEqual(undated(first));
  const head = await ask(path, {}, "HEAD");
  expect([head.body.length, head.headers["etag"]]).toEqual([0, first.headers["etag"]]);
  const known = await ask(path, { "If-None-Match": `W/${String(first.headers["etag"])}` });
  expect([known.status, known.body.length, known.headers["etag"]]).toEqual([304, 0, first.headers["etag"]]);
  expect(known.headers["content-type"]).toBeUndefined();
  expect((await ask(path, {}, "POST")).status).toBe(405);
});

test("what is private or a compressed form has no address of its own", async () => {
  for (const path of ["/_headers", "/Caddyfile", "/purge.txt", "/reviews.json.gz", "/index.html.br"])
    expect((await ask(path)).status, path).toBe(404);
});

describe("conditional requests", () => {
  test.each([search, since, ...stable])(
    "%s answers 304 to its own tag, in a list, weak, or any",
    async (path) => {
      const { headers } = await ask(path);
      const etag = String(headers["etag"]);
      for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const again = await ask(path, { "If-None-Match": condition });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        for (const name of ["etag", "last-modified", "cache-control", "vary"])
          expect(again.headers[name]).toBe(headers[name]);
        expect(again.headers["content-length"]).toBeUndefined();
      }
      const dated = { "If-Modified-Since": String(headers["last-modified"]) };
      expect((await ask(path, dated)).status).toBe(304);
      expect((await ask(path, { ...dated, "If-None-Match": '"another"' })).status).toBe(200);
    },
  );
});

describe("static documents", () => {
  test("each coding has its own tag and length, and a tag of any coding matches on all", async () => {
    const askIn = (encoding: string, more = {}) =>
      ask("/reviews.json", { "Accept-Encoding": encoding, ...more });
    const forms = await Promise.all(["identity", "gzip", "br"].map((encoding) => askIn(encoding)));
    const [identity, gzip, br] = forms as [Answer, Answer, Answer];
    expect(gunzipSync(gzip.body)).toEqual(identity.body);
    expect(brotliDecompressSync(br.body)).toEqual(identity.body);
    const tags = forms.map(({ headers }) => String(headers["etag"]));
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags)
      for (const encoding of ["identity", "gzip", "br"])
        expect((await askIn(encoding, { "If-None-Match": tag })).status).toBe(304);
  });

  test("the manifest is as new as the newest of its documents", async () => {
    const { headers, body } = await ask("/manifest.json");
    const dates = Manifest.parse(JSON.parse(body.toString())).documents.map((each) => each.last_modified);
    expect(Date.parse(String(headers["last-modified"]))).toBe(Date.parse(dates.toSorted().at(-1) ?? ""));
  });

  test("the manifest's documents come with its types, tags and dates, under both their addresses", async () => {
    const manifest = Manifest.parse(JSON.parse((await ask("/manifest.json")).body.toString()));
    for (const { path, hashed_path, type, etag, last_modified, bytes } of manifest.documents) {
      const byName = await ask(path);
      const byHash = await ask(hashed_path);
      expect(byHash.body).toEqual(byName.body);
      expect(byName.body).toHaveLength(bytes);
      expect(byName.headers).toMatchObject({ "content-type": type, etag });
      expect(Date.parse(String(byName.headers["last-modified"]))).toBe(Date.parse(last_modified));
      expect(byName.headers["cache-control"]).toBe("public, max-age=300, stale-while-revalidate=86400");
      expect(byHash.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    }
  });

  test("what the hub pushes links to the hub and to itself", async () => {
    for (const path of ["/feed.xml", "/api/feed.json", "/reviews.json"]) {
      for (const method of ["GET", "HEAD"]) {
        const { headers } = await ask(path, {}, method);
        expect(headers["link"]).toContain(`<${baseUrl}/api/websub/hub>; rel="hub"`);
        expect(headers["link"]).toContain(`<${baseUrl}${path}>; rel="self"`);
      }
    }
  });

  test("a range is answered in part, unless it is odd, old or beyond the end", async () => {
    const { headers, body } = await ask("/reviews.json");
    const current = { Range: "bytes=100-199", "If-Range": String(headers["etag"]) };
    const part = await ask("/reviews.json", current);
    expect([part.status, part.headers["content-range"]]).toEqual([206, `bytes 100-199/${body.length}`]);
    expect(part.body).toEqual(body.subarray(100, 200));
    for (const other of [{ Range: "lines=1-2" }, { ...current, "If-Range": '"old"' }])
      expect((await ask("/reviews.json", other)).status).toBe(200);
    const beyond = await ask("/reviews.json", { Range: "bytes=999999999-" });
    expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, `bytes */${body.length}`]);
  });

  test.each(
    words(`/../package.json /%2e%2e/package.json /..%2fpackage.json /..%5cpackage.json
      /data/..%2f..%2fpackage.json /index.html%00.json //etc/passwd /.git/config
      /.well-known/../../package.json /% /%ff /_headers /_redirects /.retained.json`),
  )("%s leads nowhere", async (path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(404);
    expect(headers["content-type"]).toBe("application/problem+json");
    expect(Problem.parse(JSON.parse(body.toString())).detail).not.toContain(dist);
  });
});

describe("answers of search and since", () => {
  const long = "/api/reviews/search?limit=100&min_rating=1.";
  const codings = { br: brotliDecompressSync, gzip: gunzipSync } as const;
  test.each([`${long}1`, `${long}12`, "/api/reviews/since/2024-01-01", "/api/reviews/since/2025-01-01"])(
    "%s is compressed for clients that accept it, each coding with its own tag",
    async (path) => {
      const identity = await ask(path);
      expect(identity.headers["content-encoding"]).toBeUndefined();
      expect(identity.headers["vary"]).toBe("Accept-Encoding");
      const tags = [String(identity.headers["etag"])];
      for (const [coding, expand] of Object.entries(codings)) {
        for (let again = 0; again < 3; again += 1) {
          const { headers, body } = await ask(path, { "Accept-Encoding": coding });
          expect([headers["content-encoding"], headers["vary"]]).toEqual([coding, "Accept-Encoding"]);
          expect(Number(headers["content-length"])).toBe(body.length);
          expect(body.length).toBeLessThan(identity.body.length / 2);
          expect(expand(body).equals(identity.body)).toBe(true);
          if (again === 0) tags.push(String(headers["etag"]));
          expect(headers["etag"]).toBe(tags.at(-1));
          const head = await ask(path, { "Accept-Encoding": coding }, "HEAD");
          expect(head.headers["content-length"]).toBe(headers["content-length"]);
        }
      }
      expect(new Set(tags).size).toBe(3);
      for (const tag of tags) {
        for (const coding of ["identity", "gzip", "br"]) {
          const again = await ask(path, { "Accept-Encoding": coding, "If-None-Match": tag });
          expect([again.status, again.body.length]).toEqual([304, 0]);
          expect(tags).toContain(again.headers["etag"]);
        }
      }
    },
  );

  test("the tag of a search is a hash of its bytes", async () => {
    for (const path of [
      `${long}1`,
      ...words("e nothing%20such").map((one) => `/api/reviews/search?query=${one}`),
    ]) {
      const { headers, body } = await ask(path);
      const digest = createHash("sha256").update(body).digest("base64url");
      expect(headers["etag"]).toBe(`"${digest.slice(0, 32)}"`);
    }
  });

  test("an answer that was given is kept, whatever its coding", async () => {
    const keptSoFar = async () =>
      Number(/^reviews_http_kept_answers_total (\d+)/m.exec(String((await ask("/metrics")).body))?.[1]);
    const wasKept = async (headers: Record<string, string>) => {
      const before = await keptSoFar();
      await ask(`${long}0000`, headers);
      return (await keptSoFar()) - before;
    };
    const counts: number[] = [];
    for (const coding of ["identity", "br", "gzip", "br"])
      counts.push(await wasKept({ "Accept-Encoding": coding }));
    counts.push(await wasKept({ "If-None-Match": "*" }));
    expect(counts).toEqual([0, 1, 1, 1, 1]);
  });

  test("a tag matches before anything was compressed, and the answer names the tag of the coding", async () => {
    const path = `${long}123`;
    const { headers } = await ask(path);
    const again = await ask(path, { "Accept-Encoding": "br", "If-None-Match": String(headers["etag"]) });
    expect(again.status).toBe(304);
    const whole = await ask(path, { "Accept-Encoding": "br" });
    expect(again.headers["etag"]).toBe(whole.headers["etag"]);
  });

  test("a short answer comes as it is, and so does a long one to who takes no coding", async () => {
    const short = await ask("/api/reviews/search?query=nothing%20has%20this", { "Accept-Encoding": "br" });
    expect(short.headers["content-encoding"]).toBeUndefined();
    for (const coding of ["zstd", "identity;q=0"]) {
      const { status, headers } = await ask(`${long}1`, { "Accept-Encoding": coding });
      expect([status, headers["content-encoding"]]).toEqual([200, undefined]);
    }
    for (const path of ["/reviews.json", "/manifest.json"])
      expect((await ask(path, { "Accept-Encoding": "identity;q=0" })).status).toBe(406);
  });
});

describe("search and since", () => {
  test("all issues are named at once, each with what would be accepted", async () => {
    const query = "limit=500&minrating=4&rating=04&since=2026-02-30&query=a&query=b";
    const { status, headers, body } = await ask(`/api/reviews/search?${query}`);
    const problem = [400, "application/problem+json", "no-store"];
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual(problem);
    const { issues = [], type } = Problem.parse(JSON.parse(body.toString()));
    expect(type).toBe(`${baseUrl}/problems/invalid-request/`);
    expect(issues.map(({ message }) => message).toSorted()).toEqual([
      "limit must be a whole number from 1 to 100, got 500",
      "query must be given once, got it 2 times",
      "rating must be a whole number from 1 to 5, got 04",
      "since must be a real day, written YYYY-MM-DD, got 2026-02-30",
      "unknown parameter minrating, did you mean min_rating?",
    ]);
  });

  test("since takes no parameter at all", async () => {
    const { status, body } = await ask(`${since}?limit=5`);
    expect(status).toBe(400);
    expect(Problem.parse(JSON.parse(body.toString())).issues?.[0]?.path).toEqual(["limit"]);
  });
});

test("an address where nothing is is a problem for programs, and for people under /api as well", async () => {
  for (const [path, Accept] of [
    ["/nothing", "*/*"],
    ["/nothing", "application/json"],
    ["/api/nothing", "text/html"],
    ["/data/reviews.0000000000000000.json", "*/*"],
  ] as const) {
    const { status, headers } = await ask(path, { Accept });
    const problem = [404, "application/problem+json", "no-store"];
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual(problem);
  }
});

test("health, readiness and figures are for now only", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const { status, headers } = await ask(path);
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  }
});
