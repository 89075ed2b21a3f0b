import { expect, test } from "vitest";
import { parseAccept } from "../../../server/http/encoding.ts";

test.each([
  ["", {}],
  ["text/html", { "text/html": 1 }],
  ["Text/HTML ; q=0.5, */*;q=0", { "text/html": 0.5, "*/*": 0 }],
  ["text/html;level=1;q=0.000", { "text/html": 0 }],
  ["gzip;q=much,br", { gzip: 0, br: 1 }],
  [",,;q=1,", {}],
])("%j weighs as %j", (header, weights) => {
  expect(Object.fromEntries(parseAccept(header))).toEqual(weights);
});
