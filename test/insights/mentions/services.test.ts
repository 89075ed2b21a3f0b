import { expect, test } from "vitest";
import { createMatcher } from "../../../src/insights/mentions/matcher.ts";
import { findMentions } from "../../../src/insights/mentions/mentions.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import { lawnSite } from "../lawn-site.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

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

const garageWork =
  "Oil change, Brake repair, Wheel alignment, Transmission repair, Clutch replacement, AC recharge, Detailing, Towing";
const firms = {
  garage: firm(...garageWork.split(", ")),
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

test.each(table<[keyof typeof firms, string, string]>("one service"))(
  "at a %s's: %s says %s",
  (trade, text, id) => expect(firms[trade](text)).toEqual([id]),
);

test.each(table<[keyof typeof firms, string, string[]]>("two services"))(
  "at a %s's: %s says two services",
  (trade, text, ids) => expect(firms[trade](text).toSorted()).toEqual([...ids].toSorted()),
);

test.each(table<[keyof typeof firms, string]>("something else"))(
  "at a %s's: %s says something else",
  (trade, text) => expect(firms[trade](text)).toEqual([]),
);

test.each(table<[keyof typeof firms, string]>("the work of others"))(
  "at a %s's: %s is the work of others",
  (trade, text) => expect(firms[trade](text)).toEqual([]),
);

test.each(table<string>("not done"))("what was not done is no mention: %s", (text) =>
  expect(firms.garage(text)).toEqual([]),
);

test.each(table<[keyof typeof firms, string, string]>("done all the same"))(
  "at a %s's: %s was done all the same",
  (trade, text, id) => expect(firms[trade](text)).toContain(id),
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
  const others = [
    "Our sashes stick.",
    "The quickly swept.",
    "They did annual.",
    "Sills stick.",
    "A service.",
  ];
  for (const text of others) expect([text, ...house(text)]).toEqual([text]);
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
