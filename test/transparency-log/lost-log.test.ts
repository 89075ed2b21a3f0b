import { expect, test } from "vitest";
import { createSigner, formatVerifier } from "../../src/transparency-log/note.ts";
import { buildSiteHistory } from "../../src/transparency-log/site-history.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import { BusinessEntry } from "../../src/schema/business.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite } from "../publish/fixture.ts";

const signer = createSigner("reviews.test/log", Buffer.alloc(32, 9));
const lost = { size: 7, root: `${"A".repeat(43)}=` };

test("a log whose every copy was lost is named in the first entry of the one that follows it", () => {
  const log = { origin: "reviews.test/log", key: formatVerifier(signer.verifier), replaces: lost };
  const entry = BusinessEntry.shape.log.parse(log);
  const plain = buildSite([buildEntry()]);
  const site = { ...plain, business: { ...plain.business, log: entry } };
  const dataset = buildReviewsDataset(site, buildAnalysis(site), baseUrl);
  expect(dataset.business.log).toEqual({ origin: log.origin, key: log.key });
  const [first] = buildSiteHistory(site, dataset, signer, undefined).entries;
  expect(first).toMatchObject({ type: "key", key: log.key, replaces: lost });
  expect(BusinessEntry.shape.log.safeParse({ ...log, replaces: { ...lost, root: "AAAA" } }).success).toBe(
    false,
  );
});
