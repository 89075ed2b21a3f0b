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

const named = (...names: string[]) => {
  const reader = createReviewReader({ ...lawnSite, services: names.map((name) => service(name, name)) });
  return (text: string) => idsOf(reader(review(text)), "services");
};
const firms = {
  garage: named(
    "AC recharge",
    "Brake repair",
    "Clutch replacement",
    "Detailing",
    "Frame alignment",
    "Towing",
  ),
  salon: named("Haircuts", "Hair color", "Highlights", "Manicure", "Acrylic nails", "Waxing", "Perms"),
  dentist: named("Tooth extraction", "Crowns", "Fillings", "Root canal"),
  home: named(
    "Deep cleaning",
    "Smoke detector installation",
    "Sod installation",
    "Sump pump repair",
    "Pool opening",
    "Cockroach control",
    "Organizing",
    "Lockout service",
    "Data recovery",
  ),
};

test.each([
  ["garage", "They recharged my a/c before the heat wave.", "AC recharge"],
  ["garage", "Topped up the refrigerant as well.", "AC recharge"],
  ["garage", "He replaced pads and both rear calipers.", "Brake repair"],
  ["garage", "New clutch, no surprises.", "Clutch replacement"],
  ["garage", "Came for an alignment and left happy.", "Frame alignment"],
  ["garage", "The clutch was slipping, so they replaced it.", "Clutch replacement"],
  ["garage", "My clutch gave up and they put a new one in.", "Clutch replacement"],
  ["garage", "They fixed a leak in our rear brakes.", "Brake repair"],
  ["salon", "She trimmed my son's hair.", "Haircuts"],
  ["salon", "My hair was dyed copper.", "Hair color"],
  ["salon", "Had my hair highlighted for the party.", "Highlights"],
  ["salon", "A quick mani on my lunch break.", "Manicure"],
  ["salon", "My acrylics never chip.", "Acrylic nails"],
  ["salon", "Mom has her hair permed here.", "Perms"],
  ["dentist", "He pulled a wisdom tooth.", "Tooth extraction"],
  ["dentist", "They filled one small cavity.", "Fillings"],
  ["dentist", "She capped my tooth in one visit.", "Crowns"],
  ["home", "We booked a deep clean.", "Deep cleaning"],
  ["home", "Locked out at midnight, back in by one.", "Lockout service"],
  ["home", "He recovered my data.", "Data recovery"],
  ["home", "He repaired our ancient pump.", "Sump pump repair"],
  ["home", "They opened the pool.", "Pool opening"],
  ["home", "Haven't seen a roach since.", "Cockroach control"],
  ["home", "They swapped both smoke detectors.", "Smoke detector installation"],
  ["home", "Laid the new sod in a morning.", "Sod installation"],
  ["home", "The pump they rebuilt runs quietly.", "Sump pump repair"],
] as const)("a %s's service is found by other words for its thing and its work: %s", (firm, text, id) => {
  expect(firms[firm](text)).toEqual([id]);
});

test.each([
  ["garage", "A detailed estimate in writing."],
  ["garage", "I came with two kids in tow."],
  ["garage", "What they say is not aligned with what they do."],
  ["garage", "He came through in the clutch."],
  ["garage", "My clutch was slipping, so I replaced it."],
  ["garage", "The clutch felt odd, but it was fine and I liked it."],
  ["garage", "I do my own brakes."],
  ["home", "They opened at nine."],
  ["home", "I was locked out of my account."],
  ["home", "My order was cleaned out."],
  ["home", "My knee recovered since."],
  ["home", "Organized, friendly and on time."],
  ["salon", "The highlight of our trip."],
  ["salon", "Color us happy!"],
  ["salon", "Coloring books for the kids."],
  ["salon", "He was waxing nostalgic about the old shop."],
  ["salon", "She found a perm job there."],
  ["dentist", "Getting a call back is like pulling teeth."],
  ["dentist", "They filled my time slot with someone else."],
  ["dentist", "The warm towel was the crowning touch."],
] as const)("a word of a %s's service in a set phrase is no mention: %s", (firm, text) => {
  expect(firms[firm](text)).toEqual([]);
});

test("another service's own word is not taken for a part of this one", () => {
  const servicesIn = named("Hedge trimming", "Shrub removal");
  expect(servicesIn("They trimmed the hedge.")).toEqual(["Hedge trimming"]);
  expect(servicesIn("They trimmed the shrubs.")).toEqual([]);
});

test("a phrase that ends in a particle is found written as one word", () =>
  expect(named("Seasonal tune up")("The seasonal tuneup took an hour.")).toEqual(["Seasonal tune up"]));

test("who was floored had no floor laid", () =>
  expect(named("Plank flooring")("Three prices for one job, I was floored.")).toEqual([]));

test("what brackets add to a name need not be said", () =>
  expect(named("Full detail (inside & out)")("Got a full detail before we sold it.")).toEqual([
    "Full detail (inside & out)",
  ]));

test.each([
  ["Stump grinding", "My ground isn't level."],
  ["Hot tub wiring", "He left scraps of wire in the beds."],
] as const)("the thing says more than the work of %s", (name, text) => expect(named(name)(text)).toEqual([]));
