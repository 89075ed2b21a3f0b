import type { TopicSource } from "./publication.ts";
import type { SnapshotSource } from "../data/source.ts";

/** The hub's view of the deploy: the very bytes and types that GET serves. */
export const createTopicSource = (source: SnapshotSource, baseUrl: string, isEdge: boolean): TopicSource => ({
  edge: isEdge,
  version: () => source.current().version,
  topic: (url) => {
    const document = url.startsWith(`${baseUrl}/`)
      ? source.current().documents.get(url.slice(baseUrl.length))
      : undefined;
    if (document === undefined) return undefined;
    const { sha256, etag, type } = document.entry;
    return { url, body: document.body, type, sha256, etag };
  },
  onChange: (listener) => source.onChange(listener),
  refresh: source.refresh,
});
