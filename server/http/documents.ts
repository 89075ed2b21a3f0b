import { buildHeaderRules, headersOf } from "../../src/schema/headers.ts";
import { oncePer } from "../data/once-per.ts";
import type { Snapshot, SnapshotDocument } from "../data/snapshot.ts";
import { type HttpResource, toFileResource } from "./resource.ts";
import type { Headers } from "./response.ts";

const toResource = ({ entry, body, gzip, br }: SnapshotDocument, headers: Headers): HttpResource =>
  toFileResource(
    { identity: body, ...(gzip && { gzip }), ...(br && { br }) },
    { identity: entry.etag, gzip: entry.encodings.gzip.etag, br: entry.encodings.br.etag },
    new Date(entry.last_modified),
    { ...headers, "Content-Type": entry.type },
  );

export type FindDocument = (snapshot: Snapshot, path: string) => HttpResource | undefined;

/** The machine-readable documents, from the verified snapshot in memory. */
export function createDocuments(baseUrl: string): FindDocument {
  const rules = buildHeaderRules(baseUrl);

  const resourcesOf = oncePer((snapshot: Snapshot): Map<string, HttpResource> => {
    const resources = new Map<string, HttpResource>();
    for (const document of snapshot.documents.values()) {
      const { path, hashed_path } = document.entry;
      resources.set(path, toResource(document, headersOf(rules, path)));
      resources.set(hashed_path, toResource(document, headersOf(rules, hashed_path)));
    }
    const { body, etag } = snapshot.manifest;
    const path = "/manifest.json";
    const etags = { identity: etag, gzip: "", br: "" };
    // It changes when any document that it names does.
    const dates = [...snapshot.documents.values()].map(({ entry }) => Date.parse(entry.last_modified));
    const newest = new Date(Math.max(...dates));
    resources.set(path, toFileResource({ identity: body }, etags, newest, headersOf(rules, path)));
    return resources;
  });

  return (snapshot, path) => resourcesOf(snapshot).get(path);
}
