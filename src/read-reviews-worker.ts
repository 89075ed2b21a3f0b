import { parentPort, workerData } from "node:worker_threads";
import { createReviewReader, type ReaderSite } from "./insights/reader.ts";
import type { PublishedEntry } from "./schema/site.ts";

// Runs in a thread of its own beside src/read-reviews.ts, with the same reader.

const port = parentPort;
const site: ReaderSite = workerData;
const read = createReviewReader(site);
port?.on("message", (reviews: PublishedEntry[]) => port.postMessage(reviews.map((review) => read(review))));
