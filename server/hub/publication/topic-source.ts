import type { SnapshotSource } from "../../data/source.ts";

export interface TopicSource {
  version(): string;
  topic(url: string): { body: Uint8Array; type: string; sha256: string } | undefined;
  /** Calls back when a new snapshot was swapped in. */
  onChange(listener: () => void): () => void;
  refresh(): Promise<void>;
  /** The deploy is read through caches, where an old copy may surface again. */
  readonly edge?: boolean;
}

/** The hub's view of the deploy: the very bytes and types that GET serves. */
export const createTopicSource = (source: SnapshotSource, baseUrl: string, isEdge: boolean): TopicSource => ({
  edge: isEdge,
  version: () => source.current().version,
  topic: (url) => {
    const document = url.startsWith(`${baseUrl}/`)
      ? source.current().documents.get(url.slice(baseUrl.length))
      : undefined;
    if (document === undefined) return undefined;
    const { sha256, type } = document.entry;
    return { body: document.body, type, sha256 };
  },
  onChange: (listener) => source.onChange(listener),
  refresh: source.refresh,
});
