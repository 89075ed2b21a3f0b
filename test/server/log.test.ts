import { expect, test } from "vitest";
import { createLineWriter } from "../../server/log.ts";

const line = (number: number) => `{"number":${number},"text":"${"é".repeat(200)}"}\n`;

test("a reader that takes a little at a time gets whole lines in their order, and a count of those left out", () => {
  let capacity = 0;
  const bytes: Buffer[] = [];
  const write = createLineWriter(
    (all) => {
      if (capacity === 0) throw Object.assign(new Error("try again"), { code: "EAGAIN" });
      const part = Buffer.from(all.subarray(0, Math.min(capacity, 97)));
      capacity -= part.length;
      bytes.push(part);
      return part.length;
    },
    (dropped) => `{"dropped":${dropped}}\n`,
  );
  for (let number = 0; number < 10_000; number += 1) {
    capacity = number < 100 ? 50 : 0;
    write(line(number));
  }
  capacity = Number.POSITIVE_INFINITY;
  write(line(10_000));
  write(line(10_001));
  const taken = Buffer.concat(bytes).toString("utf8");
  const lines = taken
    .trimEnd()
    .split("\n")
    .map((each) => JSON.parse(each) as Record<string, number>);
  const numbers = lines.flatMap(({ number }) => (number === undefined ? [] : [number]));
  const dropped = lines.reduce((sum, each) => sum + (each["dropped"] ?? 0), 0);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers.length).toBeGreaterThan(2000);
  expect(numbers.length + dropped).toBe(10_002);
  expect(numbers.at(-1)).toBe(10_001);
});
