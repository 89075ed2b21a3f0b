import { expect, test } from "vitest";
import { parseRequest, readForm, Refusal } from "../../../server/hub/protocol/protocol.ts";
import { costlyForms, costlyFormTypes, mostForm } from "./costly-forms.ts";

const baseUrl = "http://localhost:3000";
const rules = { baseUrl, topics: [`${baseUrl}/feed.xml`], allowed: [], minLeaseSeconds: 300 };

/** What the hub says of a form, as a text. */
const read = async (body: string, type = "application/x-www-form-urlencoded"): Promise<string> => {
  const request = new Request(baseUrl, { method: "POST", body, headers: { "content-type": type } });
  try {
    return parseRequest(await readForm(request), rules).kind;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

/** Milliseconds of the fastest of many runs: what the work takes when nothing else disturbs it. */
const cost = async (work: () => Promise<unknown>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 40; run += 1) {
    const begun = performance.now();
    await work();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
};

/** As much of a header as Node takes. */
const mostType = 15_000;
const works: [name: string, most: number, work: (size: number) => Promise<string>][] = [
  ...Object.entries(costlyForms).map(([name, make]): (typeof works)[number] => [
    name,
    mostForm,
    (size) => read(make(size, 1)),
  ]),
  ...Object.entries(costlyFormTypes).map(([name, make]): (typeof works)[number] => [
    `${name} in the type`,
    mostType,
    (size) => read("hub.mode=subscribe", make(size)),
  ]),
];

test.each(works)(
  "a form twice as large costs about twice as much at most, and never 5 ms: %s",
  async (_, most, work) => {
    for (const size of [most / 4, most / 2]) {
      const small = await cost(() => work(size));
      // Below a fifth of a millisecond, streams, the clock and the collector are most of it.
      expect(await cost(() => work(size * 2))).toBeLessThan(Math.max(0.2, small) * 3);
    }
    expect(await cost(() => work(most))).toBeLessThan(5);
    expect((await work(most)).length).toBeLessThan(64 * 1024);
  },
);

test("the charset of a form is read in any spelling, and others than UTF-8 are refused", async () => {
  const form = "application/x-www-form-urlencoded";
  const readable = /^hub\.mode must be/;
  for (const type of [
    `${form};charset=UTF-8`,
    `${form} ; Charset = "utf-8"`,
    `${form}; x=1; charset=us-ascii`,
    `${form};`,
  ])
    expect(await read("", type)).toMatch(readable);
  for (const type of [`${form};charset=latin1`, `${form}; x; charset="utf-16"`, `${form}; charset=utf-8 x`])
    expect(await read("", type)).toMatch(/must be in UTF-8, got the charset/);
});
