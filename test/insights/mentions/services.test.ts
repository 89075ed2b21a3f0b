import { expect, test } from "vitest";
import { createMatcher } from "../../../src/insights/mentions/matcher.ts";
import { findMentions } from "../../../src/insights/mentions/mentions.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import { lawnSite } from "../lawn-site.ts";

const service = (name: string, aliases: string[] = [], description = "") => ({
  id: name,
  name,
  description,
  aliases,
});
/** A firm that lists these services, as a function that names those a text mentions. */
const firm = (...services: (string | ReturnType<typeof service>)[]) => {
  const matcher = createMatcher({
    ...lawnSite,
    services: services.map((one) => (typeof one === "string" ? service(one) : one)),
  });
  return (text: string): string[] => [
    ...new Set(
      findMentions(matcher, prepareText(text))
        .mentions.filter(({ kind }) => kind === "services")
        .map(({ id }) => id),
    ),
  ];
};

const firms = {
  garage: firm(
    "Oil change",
    "Brake repair",
    "Wheel alignment",
    "Transmission repair",
    "Clutch replacement",
    "AC recharge",
    "Detailing",
    "Towing",
  ),
  salon: firm("Haircut", "Hair color", "Highlights", "Hair extensions", "Manicure", "Waxing", "Perms"),
  dentist: firm("Cleaning", "Fillings", "Crowns", "Root canal", "Bridges", "Tooth extraction"),
  plumber: firm("Drain cleaning", "Water heater installation", "Leak repair", "Toilet repair"),
  heating: firm(
    "AC repair",
    "Furnace repair",
    "Duct cleaning",
    "Seasonal tune-up",
    "Thermostat installation",
  ),
  roofer: firm("Roof replacement", "Roof repair", "Gutter cleaning", "Skylight installation"),
  vet: firm("Vaccinations", "Spay & neuter", "Dental cleaning", "Microchipping", "Boarding"),
  locksmith: firm("House lockout", "Lock rekeying", "Key duplication"),
  home: firm("Deep cleaning", "Sump pump repair", "Pool opening", "Data recovery", "Organizing"),
  painter: firm("Interior painting", "Cabinet painting", "Deck staining", "Floor installation"),
  gardener: firm("Hedge trimming", "Lawn mowing", "Tree removal", "Stump grinding", "Overseeding"),
};

test.each([
  // The name, its verb and its thing, in any order and form.
  ["garage", "They did my brakes before noon.", "Brake repair"],
  ["garage", "Both rear brakes were repaired on Tuesday.", "Brake repair"],
  ["garage", "They changed the oil.", "Oil change"],
  ["garage", "The clutch was slipping, so they replaced it.", "Clutch replacement"],
  ["gardener", "The stump was ground out.", "Stump grinding"],
  ["gardener", "They trimmed all of our overgrown hedges.", "Hedge trimming"],
  ["gardener", "The hedges were neatly trimmed.", "Hedge trimming"],
  ["gardener", "They over-seeded in October.", "Overseeding"],
  ["home", "We booked a deep clean.", "Deep cleaning"],
  ["home", "He recovered my data.", "Data recovery"],
  ["home", "He repaired our ancient pump.", "Sump pump repair"],
  ["home", "They opened the pool.", "Pool opening"],
  ["plumber", "They installed a new water heater.", "Water heater installation"],
  ["vet", "Had my cat's teeth cleaned.", "Dental cleaning"],
  ["vet", "They spayed her on Monday.", "Spay & neuter"],
  // Phrases of the trade's customers.
  ["plumber", "He snaked the main line in ten minutes.", "Drain cleaning"],
  ["plumber", "They switched us to a tankless.", "Water heater installation"],
  ["garage", "New rotors and pads, no more squealing.", "Brake repair"],
  ["dentist", "The scaling did not hurt one bit.", "Cleaning"],
  ["dentist", "Two cavities and I felt nothing.", "Fillings"],
  ["dentist", "My wisdom teeth are history.", "Tooth extraction"],
  ["salon", "She did my roots before the wedding.", "Hair color"],
  ["salon", "Had my hair highlighted for the party.", "Highlights"],
  ["locksmith", "We were locked out in the rain.", "House lockout"],
  ["roofer", "The tear off took a single day.", "Roof replacement"],
  ["roofer", "Downspouts flushed, muck bagged.", "Gutter cleaning"],
  // The customer's own thing, where one service alone is about it.
  ["roofer", "Our skylight leaks again.", "Skylight installation"],
  ["salon", "My extensions slipped out after a week.", "Hair extensions"],
] as const)("at a %s's: %s says %s", (trade, text, id) => expect(firms[trade](text)).toEqual([id]));

test.each([
  ["salon", "She cut and colored my hair.", ["Haircut", "Hair color"]],
  ["gardener", "They removed the dead tree and ground the stump.", ["Tree removal", "Stump grinding"]],
  ["heating", "Our furnace was tuned up in October.", ["Furnace repair", "Seasonal tune-up"]],
] as const)("at a %s's: %s says two services", (trade, text, ids) =>
  expect(firms[trade](text).toSorted()).toEqual([...ids].toSorted()),
);

test.each([
  ["garage", "A detailed estimate in writing."],
  ["garage", "I came with two kids in tow."],
  ["garage", "What they say is not aligned with what they do."],
  ["garage", "He came through in the clutch."],
  ["garage", "They shifted my slot to Friday."],
  ["home", "They opened at nine."],
  ["home", "Organized, friendly and on time."],
  ["locksmith", "I was locked out of my account."],
  ["salon", "The highlight of our trip."],
  ["salon", "Color us happy!"],
  ["salon", "Coloring books for the kids."],
  ["salon", "She found a perm job there."],
  ["dentist", "Getting a call back is like pulling teeth."],
  ["dentist", "They filled my time slot with someone else."],
  ["dentist", "Filling out the form took an hour."],
  ["dentist", "They installed crown molding."],
  ["dentist", "Their shop is just over the bridge."],
  ["dentist", "The cleaning lady knocked at seven."],
  ["heating", "Stay tuned for an update."],
  ["plumber", "The bill was a drain on my savings."],
  ["gardener", "The hedge is twelve feet tall."],
] as const)("at a %s's: %s says something else", (trade, text) => expect(firms[trade](text)).toEqual([]));

test.each([
  ["garage", "Got an oil change at Jiffy Lube and it leaked."],
  ["garage", "The dealer replaced the rotors twice."],
  ["garage", "My brother did the brakes last summer."],
  ["garage", "I change my own oil."],
  ["garage", "Whoever replaced the rotors forgot a bolt."],
  ["garage", "The company we used before them replaced the rotors badly."],
  ["garage", "I had my brakes replaced at a shop in Ohio."],
  ["plumber", "Another company had already snaked the drain twice."],
  ["plumber", "I fixed the toilet myself last year and botched it."],
  ["painter", "They tracked mud across the cabinets."],
])("at a %s's: %s is the work of others", (trade, text) =>
  expect(firms[trade as keyof typeof firms](text)).toEqual([]),
);

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
  "Waited all day for them to replace the rotors and nobody ever showed.",
  "We wanted the alignment too but they were booked.",
])("what was not done is no mention: %s", (text) => expect(firms.garage(text)).toEqual([]));

test.each([
  ["garage", "My brother had his brake pads replaced and was thrilled.", "Brake repair"],
  ["garage", "Asked for an oil change and they did it on the spot.", "Oil change"],
  ["garage", "The next day they did the alignment.", "Wheel alignment"],
  ["garage", "I'll be back. The oil change took ten minutes.", "Oil change"],
  ["plumber", "They snaked the drain after another company gave up.", "Drain cleaning"],
  ["plumber", "I clogged the toilet myself and they cleared it.", "Drain cleaning"],
  ["locksmith", "I locked myself out of the house.", "House lockout"],
] as const)("at a %s's: %s was done all the same", (trade, text, id) =>
  expect(firms[trade](text)).toContain(id),
);

test("what is known of one trade says nothing in another", () => {
  expect(firms.gardener("I got bangs and layers.")).toEqual([]);
  expect(firms.gardener("My wisdom teeth hurt.")).toEqual([]);
  expect(firm("Guided tours", "Ticket sales")("Rotors, roots and cavities.")).toEqual([]);
});

test("of two services the one whose name is nearer has a term, of two as near neither", () => {
  const heaters = firm("Water heater repair", "Water heater installation");
  expect(heaters("We went with a tankless.")).toEqual(["Water heater installation"]);
  expect(firm("Front brakes", "Rear brakes")("Rotors were warped.")).toEqual([]);
});

test("another service's own word is not taken for a part of this one", () => {
  const servicesIn = firm("Hedge trimming", "Shrub removal");
  expect(servicesIn("They trimmed the hedge.")).toEqual(["Hedge trimming"]);
  expect(servicesIn("They trimmed the shrubs.")).not.toContain("Hedge trimming");
});

test("a thing of two services says neither", () => {
  expect(firm("Roof repair", "Roof replacement")("Our roof looks fine.")).toEqual([]);
  expect(firm("Roof repair", "Gutters")("Our roof looks fine.")).toEqual(["Roof repair"]);
});

test("things of a description say the service that alone lists them", () => {
  const pool = firm(
    service("Pump repair", [], "Motors, seals and cartridges."),
    service("Weekly visits", [], "Skimming every week."),
  );
  expect(pool("The motor screams.")).toEqual(["Pump repair"]);
  expect(pool("Every week is the same.")).toEqual([]);
});

test("a description's things, an alias, both halves of a name, and a name without its brackets all say it", () => {
  const house = firm(
    service("Window cleaning", ["panes"], "Screens, sills and tracks."),
    service("Chimney sweep (annual)", [], "Flues, sashes and dampers, all swept quickly. Boxes."),
    service("Boxes", [], "Crates, sashes."),
    "Snow & ice removal",
    "Moving / packing",
    "Hot tub service",
    "House washing",
    "Grout sealing",
    "Re-piping",
    "Blow-out",
  );
  const said = {
    "Window cleaning": ["They cleaned the panes.", "Our sills are spotless.", "They tackled each sill."],
    "Chimney sweep (annual)": ["Our flue is clean.", "They swept the chimney.", "The chimneys were swept."],
    "Snow & ice removal": ["They removed the ice.", "They removed snow.", "They plowed us."],
    "Moving / packing": ["They packed our kitchen."],
    Boxes: ["Our boxes came."],
    "Hot tub service": ["A hot tub for two.", "They serviced the hot tub."],
    "House washing": ["They washed the house."],
    "Grout sealing": ["The grout was sealed.", "Our grout looks new.", "They handled new grout."],
    "Re-piping": ["They repiped the house.", "We had a re-piping."],
    "Blow-out": ["The blowout was fine.", "They blew out the lines.", "They blow out lines."],
  };
  for (const [name, texts] of Object.entries(said))
    for (const text of texts) expect([text, ...house(text)]).toEqual([text, name]);
  for (const text of [
    "Our sashes stick.",
    "The quickly swept.",
    "They did annual.",
    "Sills stick.",
    "A service.",
  ])
    expect([text, ...house(text)]).toEqual([text]);
});

test("the owner's aliases count as they stand", () => {
  const lawn = firm(service("Irrigation repair", ["blow-out", "drip line"]), service("Weed control"));
  expect(lawn("They did the blowout in November.")).toEqual(["Irrigation repair"]);
  expect(lawn("One drip line was cut.")).toEqual(["Irrigation repair"]);
});

test("what brackets add to a name need not be said", () =>
  expect(firm("Full detail (inside & out)")("Got a full detail before we sold it.")).toEqual([
    "Full detail (inside & out)",
  ]));
