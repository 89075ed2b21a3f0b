import { expect, test } from "vitest";
import { parseRequest, readForm, Refusal } from "../../../server/hub/protocol/request.ts";
import { expectLinear } from "../../growth.ts";
import { costlyForms, costlyFormTypes, mostForm } from "./costly-forms.ts";

const baseUrl = "http://localhost:3000";
const rules = { baseUrl, topics: [`${baseUrl}/feed.xml`], allowed: [], minLeaseSeconds: 300 };

/** The hub's answer to a form, as text. */
const read = async (body: string, type = "application/x-www-form-urlencoded"): Promise<string> => {
  const request = new Request(baseUrl, { method: "POST", body, headers: { "content-type": type } });
  try {
    return parseRequest(await readForm(request), rules).kind;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

/** As much of a header as Node takes. */
const mostType = 15_000;
const works: [name: string, most: number, build: (size: number) => () => Promise<string>][] = [
  ...Object.entries(costlyForms).map(([name, make]): (typeof works)[number] => [
    name,
    mostForm,
    (size) => {
      const form = make(size, 1);
      return () => read(form);
    },
  ]),
  ...Object.entries(costlyFormTypes).map(([name, make]): (typeof works)[number] => [
    `${name} in the type`,
    mostType,
    (size) => {
      const type = make(size);
      return () => read("hub.mode=subscribe", type);
    },
  ]),
];

// test/long measures the milliseconds that a form of the allowed size costs.
test.each(works)("a form costs in proportion to its size: %s", async (_, most, build) => {
  await expectLinear(build, most / 8);
  expect((await build(most)()).length).toBeLessThan(64 * 1024);
});

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
