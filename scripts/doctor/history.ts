import { parseCheckpoint, parseNote } from "../../src/transparency-log/note.ts";
import { bundleOf, readEntries } from "../../src/transparency-log/tiles.ts";
import { verifyLog } from "../../src/transparency-log/verify.ts";
import { type Check, contentCause } from "./check.ts";
import { isPage } from "./failures.ts";
import { messageOf } from "../../src/schema/errors.ts";

const path = "/log/checkpoint";
const fix = "deploy the whole of dist, /log/ included, and purge the CDN; npm run verify says more";
const cause = contentCause("/log/");

export const historyCheck: Check = {
  name: "history",
  claim: "The signed history, where the business has one, agrees with the published reviews",
  async run(deploy, report) {
    const { dataset } = deploy;
    const key = dataset?.business.log?.key;
    if (dataset === undefined || key === undefined) return;
    const answer = await deploy.get(path);
    if (!report.isGood(path, answer, { types: ["text/plain"] })) return;
    const checkpoint = answer.body.toString("utf8");
    try {
      const { size } = parseCheckpoint(parseNote(checkpoint).text);
      const promised = Math.max(-1, ...dataset.reviews.map(({ proof }) => proof?.entry ?? -1)) + 1;
      if (size < promised)
        return report.wrong(
          path,
          `was rolled back: it is signed for ${size} entries, and the reviews name entry ${promised - 1}`,
          fix,
          cause,
        );
      const entries = await readEntries(size, async (at) => {
        const tile = await deploy.get(`/log/${at}`);
        return tile.status === 200 && !isPage(tile) ? tile.body : undefined;
      });
      if (entries.length < size) {
        const missing = `/log/${bundleOf(entries.length, size)}`;
        report.isGood(missing, await deploy.get(missing), { types: ["application/octet-stream"] });
        return;
      }
      const { findings } = verifyLog(
        { checkpoint, entries, reviews: dataset.reviews, removed: dataset.removed },
        { trusted: key },
      );
      const [first, ...others] = findings;
      if (first !== undefined)
        report.wrong(
          path,
          `does not hold: ${first}${others.length > 0 ? `, and ${others.length} more` : ""}`,
          fix,
          cause,
        );
    } catch (error) {
      report.wrong(path, `cannot be read: ${messageOf(error)}`, fix, cause);
    }
  },
};
