import { parseCheckpoint, parseNote } from "../../src/log/note.ts";
import { bundlesOf, parseBundle } from "../../src/log/tiles.ts";
import { verifyLog } from "../../src/log/verify.ts";
import { ReviewsDataset } from "../../src/schema/datasets.ts";
import type { Check } from "./check.ts";

const fix = "deploy the whole of dist, /log/ included, and purge the CDN; npm run verify says more";

export const historyCheck: Check = {
  name: "history",
  claim: "The signed history, where the business has one, agrees with the published reviews",
  async run({ get, json }, { wrong }) {
    const { data: dataset } = ReviewsDataset.safeParse(await json("/reviews.json"));
    const key = dataset?.business.log?.key;
    if (dataset === undefined || key === undefined) return;
    const answer = await get("/log/checkpoint");
    if (answer.status !== 200) return wrong("/log/checkpoint", `answers ${answer.status}`, fix);
    const checkpoint = answer.body.toString("utf8");
    try {
      const entries: Buffer[] = [];
      for (const { path, full, width } of bundlesOf(parseCheckpoint(parseNote(checkpoint).text).size)) {
        const partial = await get(`/log/${path}`);
        // A partial tile may have given way to the full one.
        const bundle = partial.status === 200 || full === path ? partial : await get(`/log/${full}`);
        if (bundle.status !== 200) return wrong(`/log/${path}`, `answers ${bundle.status}`, fix);
        entries.push(...parseBundle(bundle.body, bundle === partial ? width : 256).slice(0, width));
      }
      const { findings } = verifyLog(
        { checkpoint, entries, reviews: dataset.reviews, removed: dataset.removed },
        { trusted: key },
      );
      for (const finding of findings) wrong("/log/checkpoint", `does not hold: ${finding}`, fix);
    } catch (error) {
      wrong("/log/checkpoint", `cannot be read: ${(error as Error).message}`, fix);
    }
  },
};
