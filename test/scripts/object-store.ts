import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface StoredObject {
  bytes: Buffer;
  headers: Record<string, string>;
}

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** ListObjectsV2: keys below the prefix, up to the next delimiter where one is asked for. */
function toList(objects: ReadonlyMap<string, StoredObject>, prefix: string, delimiter: string): string {
  const folders = new Set<string>();
  const keys = [...objects.keys()].filter((key) => {
    if (!key.startsWith(prefix)) return false;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (end >= 0) folders.add(key.slice(0, end + 1));
    return end < 0;
  });
  const contents = keys.toSorted().map((key) => {
    const bytes = objects.get(key)?.bytes ?? Buffer.alloc(0);
    return `<Contents><Key>${escapeXml(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"${md5(bytes)}"</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  const prefixes = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${escapeXml(folder)}</Prefix></CommonPrefixes>`,
  );
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${contents.join("")}${prefixes.join("")}</ListBucketResult>`;
}

/** A bucket that speaks as much of S3 as rclone does, and remembers what was done to it in which order. */
export async function startObjectStore(bucket: string) {
  const objects = new Map<string, StoredObject>();
  const log: { method: "PUT" | "DELETE"; key: string }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://store");
      const key = decodeURIComponent(pathname).slice(bucket.length + 2);
      const body = await readBody(request);
      const { method = "GET" } = request;
      const object = objects.get(key);
      if (key === "" && method === "GET")
        return response
          .setHeader("Content-Type", "application/xml")
          .end(toList(objects, searchParams.get("prefix") ?? "", searchParams.get("delimiter") ?? ""));
      if (key === "" && method === "POST" && searchParams.has("delete")) {
        for (const [, name = ""] of body.toString("utf8").matchAll(/<Key>([^<]*)<\/Key>/g)) {
          const plain = name.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
          objects.delete(plain);
          log.push({ method: "DELETE", key: plain });
        }
        return response.end("<DeleteResult/>");
      }
      if (key === "") return response.end();
      if (method === "PUT") {
        const headers = Object.fromEntries(
          Object.entries(request.headers).filter(([name]) =>
            /^(content-type|cache-control|content-encoding|x-amz-meta-.*)$/.test(name),
          ),
        ) as Record<string, string>;
        objects.set(key, { bytes: body, headers });
        log.push({ method, key });
        return response.setHeader("ETag", `"${md5(body)}"`).end();
      }
      if (method === "DELETE") {
        objects.delete(key);
        log.push({ method, key });
        return response.writeHead(204).end();
      }
      if (object === undefined)
        return response
          .writeHead(404, { "Content-Type": "application/xml" })
          .end(`<Error><Code>NoSuchKey</Code><Key>${escapeXml(key)}</Key></Error>`);
      response.writeHead(200, {
        ...object.headers,
        ETag: `"${md5(object.bytes)}"`,
        "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT",
        "Content-Length": String(object.bytes.length),
      });
      return response.end(method === "HEAD" ? undefined : object.bytes);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    log,
    /** rclone's remote "store". */
    env: {
      RCLONE_CONFIG: "/dev/null",
      RCLONE_CONFIG_STORE_TYPE: "s3",
      RCLONE_CONFIG_STORE_PROVIDER: "Other",
      RCLONE_CONFIG_STORE_ENDPOINT: `http://127.0.0.1:${port}`,
      RCLONE_CONFIG_STORE_ACCESS_KEY_ID: "none",
      RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: "none",
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
