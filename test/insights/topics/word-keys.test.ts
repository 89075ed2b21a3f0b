import { expect, test } from "vitest";
import { inFull, isContent, isLetters, keyOf } from "../../../src/insights/topics/word-keys.ts";

test.each([
  ["gates", "gate"],
  ["gate's", "gate"],
  ["dishes", "dish"],
  ["boxes", "box"],
  ["beaches", "beach"],
  ["glasses", "glass"],
  ["glass", "glass"],
  ["bus", "bus"],
  ["iris", "iris"],
  ["cookies", "cooky"],
  ["pie", "pie"],
  ["pies", "pie"],
  ["gas", "gas"],
  ["pedi", "pedicure"],
  ["pics", "photo"],
  ["pictures", "photo"],
  ["tyres", "tire"],
])("%s counts as %s", (word, key) => expect(keyOf(word)).toBe(key));

test("what was cut short is written in full", () =>
  expect(inFull("my pedis, an appt and pics of the gate")).toBe(
    "my pedicures, an appointment and photos of the gate",
  ));

test("words that say something by themselves", () => {
  expect(["gate", "the", "24", "-", "!"].map(isContent)).toEqual([true, false, true, false, false]);
  expect(["gate", "24", "-"].map(isLetters)).toEqual([true, false, false]);
});
