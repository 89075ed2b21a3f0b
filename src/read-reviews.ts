import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createReviewReader, type PlainReading, type ReaderSite } from "./insights/reader.ts";
import type { PublishedEntry, Site } from "./schema/site.ts";

/** From so many reviews on a thread is worth the second that it takes to start. */
const leastForThreads = 2_000;
/** So many reviews are handed over at once. */
const chunkSize = 100;

type Read = (reviews: readonly PublishedEntry[]) => Promise<PlainReading[]>;

/** Reads every review once, on all cores where there are very many. What is read does not depend on who reads it. */
export async function readReviews(
  site: Site,
  threads = site.reviews.length < leastForThreads ? 1 : availableParallelism(),
): Promise<PlainReading[]> {
  const { business, technicians, services, areas, aspects, verdicts, reviews } = site;
  const readHere = createReviewReader(site);
  const known = { business, technicians, services, areas, aspects, verdicts };
  const others = Array.from({ length: threads - 1 }, () => startThread(known));
  const found: PlainReading[][] = [];
  let next = 0;
  const readOn = async (read: Read): Promise<void> => {
    while (next * chunkSize < reviews.length) {
      const at = next++;
      found[at] = await read(reviews.slice(at * chunkSize, (at + 1) * chunkSize));
    }
  };
  try {
    await Promise.all([
      // The turn between two chunks lets messages of the others in.
      readOn(async (some) => setImmediate(some.map((review) => readHere(review)))),
      // Two at once, so that none waits for its next.
      ...others.flatMap(({ read }) => [readOn(read), readOn(read)]),
    ]);
  } finally {
    await Promise.all(others.map(({ worker }) => worker.terminate()));
  }
  return found.flat();
}

function startThread(site: ReaderSite): { worker: Worker; read: Read } {
  const worker = new Worker(new URL("./read-reviews-worker.ts", import.meta.url), { workerData: site });
  const waiting: PromiseWithResolvers<PlainReading[]>[] = [];
  worker.on("message", (findings: PlainReading[]) => waiting.shift()?.resolve(findings));
  worker.on("error", (error: Error) => {
    for (const { reject } of waiting) reject(error);
  });
  return {
    worker,
    read: (reviews) => {
      const answer = Promise.withResolvers<PlainReading[]>();
      waiting.push(answer);
      worker.postMessage(reviews, []);
      return answer.promise;
    },
  };
}
