import fc from "fast-check";
import { expect, test } from "vitest";
import { objectMembers, parseElements, parseSlice } from "../../../server/data/json-slices.ts";

const anyName = fc.string({ unit: "binary" }).filter((name) => name !== "list");

test("every member and every element lies where JSON.parse finds it", () => {
  fc.assert(
    fc.property(
      fc.dictionary(anyName, fc.jsonValue(), { noNullPrototype: true }),
      fc.array(fc.jsonValue(), { maxLength: 250, size: "max" }),
      fc.dictionary(anyName, fc.jsonValue(), { noNullPrototype: true }),
      fc.constantFrom(undefined, 1, "\t"),
      (before, list, after, indent) => {
        const json = Buffer.from(` ${JSON.stringify({ ...before, list, ...after }, null, indent)}\n`);
        const { list: all, ...rest } = JSON.parse(json.toString("utf8")) as Record<string, unknown>;
        const { members, elements } = objectMembers(json, "list");
        const found = [...members].map(([name, slice]) => [name, parseSlice(json, slice)] as const);
        expect(Object.fromEntries(found)).toEqual(rest);
        expect([...parseElements(json, elements as NonNullable<typeof elements>)]).toEqual(all);
        const { starts = [], ends = [] } = elements ?? {};
        const each = Array.from(starts, (start, i) => parseSlice(json, { start, end: ends[i] ?? 0 }));
        expect(each).toEqual(all);
      },
    ),
    { numRuns: 200 },
  );
});

test("what is truncated, or no JSON at all, is an error and never an endless search", () => {
  const whole = '{"a":{"b":["]",{}]},"list":[{"c":"\\""},[1,2],"]",3],"d":"e"}';
  const read = (text: string) => {
    const json = Buffer.from(text);
    const { members, elements } = objectMembers(json, "list");
    const values = [...members.values()].map((slice) => parseSlice(json, slice));
    return [...values, ...(elements ? parseElements(json, elements) : [])];
  };
  expect(read(whole)).toHaveLength(6);
  for (let end = 0; end < whole.length; end += 1) {
    expect(() => read(whole.slice(0, end)), whole.slice(0, end)).toThrow(SyntaxError);
  }
  for (const text of [
    "[]",
    '{"list":[,]}',
    '{"list":[1 2]}',
    '{"list":[{]}',
    '{"list" [1]}',
    '{"list":[nul]}',
  ]) {
    expect(() => read(text), text).toThrow(SyntaxError);
  }
});
