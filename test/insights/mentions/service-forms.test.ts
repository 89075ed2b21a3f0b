import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/aspects/readings.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { idsOf } from "./labelled-entities.ts";

const service = (id: string, name: string, description = "", aliases: string[] = []) => ({
  id,
  name,
  description,
  aliases,
});
const read = createReviewReader({
  ...lawnSite,
  services: [
    service("brakes", "Brake repair", "Pads and discs replaced."),
    service("battery", "Car battery", "Tested and replaced."),
    service("gutters", "Gutter cleaning"),
    service("roof-repair", "Roof repair"),
    service("roof-replacement", "Roof replacement"),
    service("tree", "Tree removal"),
    service("stump", "Stump grinding"),
    service("ants", "Ant control"),
    service("rodents", "Mice and rats"),
    service("haircut", "Haircut"),
    service("color", "Hair coloring"),
    service("shots", "Vaccinations", "", ["shots"]),
    service("nails", "Nail trimming"),
    service("drains", "Drain cleaning"),
    service("crowns", "Crown installation"),
    service("fillings", "Fillings"),
    service("visits", "Urgent visits", "", ["emergency appointment", "emergency visit"]),
    service("cleaning", "Cleaning", "", ["cleanings"]),
    service("taps", "Taps"),
    service("furnace", "Furnace repair"),
    service("installation", "New systems", "", ["new furnace"]),
    service("events", "Event rooms"),
  ],
});
const servicesIn = (text: string) => idsOf(read(review(text)), "services");

test.each([
  ["They did my brakes before noon.", ["brakes"]],
  ["Both rear brakes were done on Tuesday.", ["brakes"]],
  ["He swapped the battery in the rain.", ["battery"]],
  ["We had our gutters done.", ["gutters"]],
  ["He took care of the gutters.", ["gutters"]],
  ["The roof was patched.", ["roof-repair"]],
  ["They swapped the whole roof.", ["roof-replacement"]],
  ["They took out a tree.", ["tree"]],
  ["The stump was ground out.", ["stump"]],
  ["He sprayed for ants.", ["ants"]],
  ["They got rid of every last ant.", ["ants"]],
  ["No mice since.", ["rodents"]],
  ["The best cut in years.", ["haircut"]],
  ["She cut and colored my hair.", ["haircut", "color"]],
  ["Our puppy was vaccinated.", ["shots"]],
  ["She clipped the cat's nails.", ["nails"]],
  ["He unblocked our drains and gutters.", ["drains", "gutters"]],
  ["They put in a new furnace.", ["installation"]],
  ["They worked on the furnace.", ["furnace"]],
  ["Two fillings in one visit.", ["fillings"]],
  ["They fixed the bathroom taps.", ["taps"]],
])("a service is found by what was done to its thing: %s", (text, ids) => {
  expect(servicesIn(text).toSorted()).toEqual(ids.toSorted());
});

test.each([
  "They did the roof.",
  "Cleaning lady was there while I waited.",
  "They installed crown molding.",
  "The owner calls the shots.",
  "My appointment was at nine and the visit was short.",
  "They were clear about the bill.",
  "I asked why they did every room last.",
  "They looked at me and worked fast.",
  "Filling out the form took an hour.",
])("what could be several services, or none, is no mention: %s", (text) => {
  expect(servicesIn(text)).toEqual([]);
});
