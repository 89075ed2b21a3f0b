import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/aspects/readings.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { idsOf } from "./labelled-entities.ts";

const services = [
  "Oil change",
  "Brake repair",
  "Wheel alignment",
  "Tire rotation",
  "Battery & charging",
  "Pantry organizing",
].map((name) => ({ id: name, name, description: "", aliases: [] }));
const read = createReviewReader({ ...lawnSite, services });
const found = (text: string): string[] => idsOf(read(review(text)), "services");

test.each([
  "Next visit we'll have them do the alignment.",
  "I'll be back for the brake pads in spring.",
  "We're saving up for new brakes.",
  "Asked about an oil change and they said they were too busy.",
  "They don't do wheel alignments.",
  "Told me I didn't need new brakes.",
  "They kept trying to sell me new brake pads.",
  "He let me know the rotors have another year.",
  "Got a quote for new brakes, but it was high, so we went with the other guy.",
  "Got a quote for new brakes. It seemed steep, so we decided to wait.",
  "Asked about new brakes and nobody knew a price. Went somewhere else.",
  "Waited all day for them to replace the rotors and nobody ever showed.",
  "Booked a wheel alignment for Friday, they called the night before and canceled.",
])("what was not done is no mention: %s", (text) => expect(found(text)).toEqual([]));

test.each([
  "Got an oil change at Jiffy Lube and it leaked.",
  "The dealer replaced the rotors twice.",
  "My brother did the brakes last summer.",
  "I change my own oil.",
  "Whoever replaced the rotors forgot a bolt.",
  "Walmart's crew replaced the rotors, so I called here about the noise.",
  "The company we used before them replaced the rotors badly.",
  "I had my brakes replaced at a shop in Ohio.",
])("what others did is no mention: %s", (text) => expect(found(text)).toEqual([]));

test.each([
  ["My brother had his brake pads replaced and was thrilled.", ["Brake repair"]],
  ["Asked for an oil change and they did it on the spot.", ["Oil change"]],
  ["Asked for an oil change without an appointment and he said no problem.", ["Oil change"]],
  ["The next day they did the alignment.", ["Wheel alignment"]],
  ["They did our brakes in an hour.", ["Brake repair"]],
  ["Asked three shops about new brakes, went with them, and they were done by noon.", ["Brake repair"]],
  ["Waited an hour for the alignment, and it never came out right.", ["Wheel alignment"]],
  ["The brake job cost less than at the dealership.", ["Brake repair"]],
  ["I'll be back. The oil change took ten minutes.", ["Oil change"]],
] as const)("what was done is one all the same: %s", (text, ids) => expect(found(text)).toEqual(ids));

test("a verb that a line writes itself counts beside the thing of the name", () =>
  expect(found("She sorted our pantry in an hour.")).toEqual(["Pantry organizing"]));

test("a verb of a name that means much else needs its thing", () =>
  expect(found("They charged me fairly.")).toEqual([]));
