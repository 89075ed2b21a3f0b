import { describe, expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/aspects/readings.ts";
import { trades } from "../../../src/insights/mentions/trade-terms.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { idsOf } from "./labelled-entities.ts";

/** A firm that lists its services by name, without aliases. */
const firm = (...names: string[]) => {
  const services = names.map((name) => ({ id: name, name, description: "", aliases: [] }));
  const read = createReviewReader({ ...lawnSite, services });
  return (text: string): string[] => idsOf(read(review(text)), "services");
};

const firms = {
  plumber: firm("Drain cleaning", "Water heater installation", "Leak repair", "Toilet repair", "Sump pumps"),
  heating: firm(
    "AC repair",
    "Furnace repair",
    "Duct cleaning",
    "Seasonal tune-up",
    "Thermostat installation",
  ),
  garage: firm("Oil change", "Brake repair", "Wheel alignment", "Transmission repair", "Engine diagnostics"),
  dentist: firm("Cleaning", "Fillings", "Crowns", "Tooth extraction", "Invisalign"),
  salon: firm("Haircut", "Hair color", "Highlights", "Hair extensions", "Pedicure"),
  vet: firm("Vaccinations", "Spay & neuter", "Dental cleaning", "Microchipping", "Boarding"),
  locksmith: firm("House lockout", "Lock rekeying", "Key duplication", "Safe opening"),
  roofer: firm("Roof replacement", "Roof repair", "Gutter cleaning", "Skylight installation"),
  pests: firm("Termite treatment", "Rodent control", "Mosquito control", "Wasp nest removal"),
  accountant: firm("Tax preparation", "Bookkeeping", "Payroll", "IRS audit help"),
};

test.each([
  ["plumber", "He snaked the main line in ten minutes.", ["Drain cleaning"]],
  ["plumber", "Our kitchen sink was backed up on a holiday.", ["Drain cleaning"]],
  ["plumber", "They switched us to a tankless.", ["Water heater installation"]],
  ["heating", "It was blowing warm until he changed the capacitor.", ["AC repair"]],
  ["heating", "Two days without heat and they found a bad igniter.", ["Furnace repair"]],
  ["heating", "Our Ecobee went on the wall the same day.", ["Thermostat installation"]],
  ["garage", "New rotors and pads, no more squealing.", ["Brake repair"]],
  ["garage", "I needed brakes and they were honest.", ["Brake repair"]],
  ["garage", "My truck kept pulling to the left after that pothole.", ["Wheel alignment"]],
  ["garage", "They pulled the codes for free.", ["Engine diagnostics"]],
  ["dentist", "The scaling did not hurt one bit.", ["Cleaning"]],
  ["dentist", "Two cavities and I felt nothing.", ["Fillings"]],
  ["dentist", "My wisdom teeth are history.", ["Tooth extraction"]],
  ["salon", "She did my roots before the wedding.", ["Hair color"]],
  ["salon", "Face framing and babylights, so pretty.", ["Highlights"]],
  ["salon", "He chopped off eight inches.", ["Haircut"]],
  ["vet", "Our puppy got her boosters.", ["Vaccinations"]],
  ["vet", "They pulled two rotten teeth from the old cat.", ["Dental cleaning"]],
  ["locksmith", "We were locked out in the rain.", ["House lockout"]],
  ["locksmith", "Everything is keyed alike now.", ["Lock rekeying"]],
  ["roofer", "The tear off took a single day.", ["Roof replacement"]],
  ["roofer", "They patched it where shingles blew off.", ["Roof repair"]],
  ["roofer", "Downspouts flushed, muck bagged.", ["Gutter cleaning"]],
  ["pests", "Scratching in the attic every night until they sealed the gaps.", ["Rodent control"]],
  ["pests", "No more hornets by the shed.", ["Wasp nest removal"]],
  ["accountant", "They filed my 1040 in March.", ["Tax preparation"]],
  ["heating", "House was 52 degrees when he walked in, warm again by supper.", ["Furnace repair"]],
  ["garage", "Wouldn't go into reverse until they rebuilt it.", ["Transmission repair"]],
  ["salon", "My hair turned green and she saved it.", ["Hair color"]],
  ["dentist", "My crown fell out twice.", ["Crowns"]],
  ["accountant", "She reconciled the bank statements of two years.", ["Bookkeeping"]],
] as const)("a %s's service is known by what customers say for it: %s", (trade, text, ids) => {
  expect(firms[trade](text)).toEqual(ids);
});

test.each([
  ["plumber", "The bill was a drain on my savings."],
  ["plumber", "They flushed my complaint away."],
  ["garage", "He slammed on the brakes in front of us."],
  ["garage", "The waiting room smells of oil."],
  ["heating", "A furnace of a day, and they came on time."],
  ["garage", "Pull in on the right."],
  ["garage", "They shifted my slot to Friday."],
  ["dentist", "Traffic on the bridge made us late."],
  ["dentist", "The crowning touch was a hot towel."],
  ["salon", "The highlight of my week."],
  ["salon", "They want my custom, and it shows in every color of the rainbow on the wall."],
  ["vet", "She chipped in for gas."],
  ["locksmith", "The key to it is patience."],
  ["accountant", "That sort of tone is taxing."],
] as const)("a word of a %s's name is no mention in other company: %s", (trade, text) => {
  expect(firms[trade](text)).toEqual([]);
});

test("a thing may have words before it that belong to it, and none of another thing's", () => {
  expect(firms.garage("They swapped the squeaky old front passenger caliper.")).toEqual(["Brake repair"]);
  expect(firms.garage("I got brake light bulbs.")).toEqual([]);
  expect(firms.plumber("He fixed the valve below my toilet.")).toEqual([]);
});

test("a word that means much else says nothing by itself", () => {
  expect(firms.garage("They left us in the lane and drove off.")).toEqual([]);
  expect(firms.garage("We just had new tires put on by another shop.")).toEqual([]);
  const cleaners = firm(
    "Recurring house cleaning",
    "Deep cleaning",
    "Upholstery cleaning",
    "Tile and grout cleaning",
  );
  expect(cleaners("I sat on the couch and waited.")).toEqual([]);
  expect(cleaners("We bought new tile for the bathroom.")).toEqual([]);
  expect(cleaners("They did a deep cleaning of our kitchen.")).toEqual(["Deep cleaning"]);
});

test("one sentence may name two services", () => {
  const salon = firm("Haircut", "Hair color", "Updos");
  expect(salon("She cut and colored my hair for the wedding.").toSorted()).toEqual(["Hair color", "Haircut"]);
});

test("a pest's name says the work against it", () => {
  expect(firms.pests("Termites were in the porch.")).toEqual(["Termite treatment"]);
  expect(firms.garage("I have no brakes on my temper.")).toEqual([]);
});

test("a thing that kept doing what it should not", () => {
  expect(firm("Faucet repair", "Drain cleaning", "Repiping")("The tap kept dripping.")).toEqual([
    "Faucet repair",
  ]);
});

test("to cut a tree down is no trimming", () => {
  const trees = firm("Tree removal", "Tree trimming");
  expect(trees("They cut the tree down.")).toEqual(["Tree removal"]);
  expect(trees("Three trees were cut down.")).toEqual(["Tree removal"]);
  expect(trees("They cut back the low branches.")).toEqual(["Tree trimming"]);
});

test("what is known of one trade says nothing in another", () => {
  const gardener = firm("Hedge trimming", "Shrub removal", "Lawn mowing");
  expect(gardener("I got bangs and layers.")).toEqual([]);
  expect(gardener("My wisdom teeth hurt.")).toEqual([]);
  const museum = firm("Guided tours", "Ticket sales");
  expect(museum("Rotors, roots and cavities.")).toEqual([]);
});

test("of two services the one whose name is nearer has a term, of two as near neither has it", () => {
  const both = firm("Water heater repair", "Water heater installation");
  expect(both("We went with a tankless.")).toEqual(["Water heater installation"]);
  expect(both("The pilot light kept going out.")).toEqual(["Water heater repair"]);
  expect(firm("Front brakes", "Rear brakes")("Rotors were warped.")).toEqual([]);
});

test("a firm's other services say which trade a name of many trades is of", () => {
  expect(firm("Cleaning", "Fillings", "Root canal")("Plaque gone, gums fine.")).toEqual(["Cleaning"]);
  expect(firm("Boarding", "Dog grooming", "Nail trims")("He stayed while we were away.")).toEqual([
    "Boarding",
  ]);
});

test("of alternatives in a name the one that a line has first is nearer", () => {
  const salon = firm("Hair coloring", "Color correction", "Haircut");
  expect(salon("My roots are gone.")).toEqual(["Hair coloring"]);
});

test("a name with words of service around it is no name of the thing", () => {
  const hotel = firm("Room service", "Breakfast", "Pool");
  expect(hotel("Our room had a king bed.")).toEqual([]);
});

test("a term that is another service's name stays that service's", () => {
  const ids = firm("Brake repair", "Rotor resurfacing")("They resurfaced a rotor.");
  expect(ids).toEqual(["Rotor resurfacing"]);
});

test("every line of the trades has a name and something that customers say", () => {
  for (const { names, phrases, sure, work } of trades().flat()) {
    for (const name of names) expect(name.some(({ optional }) => !optional)).toBe(true);
    expect(phrases.length + sure.length + work.length).toBeGreaterThan(0);
    for (const { words } of names.flat()) for (const word of words) expect(word).toMatch(/^[\p{L}\d/]+$/u);
    for (const phrase of phrases) expect(phrase).toMatch(/^[\p{L}\d&$]/u);
    expect(sure.every((phrase) => phrase.trim() !== "")).toBe(true);
    for (const { verbs, things } of work) {
      expect(things.length).toBeGreaterThan(0);
      for (const word of [...verbs, ...things]) expect(word).toMatch(/^[\p{Ll}\d',.]+$/u);
    }
  }
});

const groomer = firm("Dog grooming", "Nail trim", "Teeth brushing", "Dog boarding", "Obedience training");

describe("what somebody else did is no service of ours", () => {
  test.each([
    [firms.plumber, "Another company had already snaked the drain twice."],
    [firms.plumber, "I fixed the toilet myself last year and botched it."],
    [firms.plumber, "The concrete guys next door broke our pipe."],
    [firms.plumber, "The previous owner fixed the toilet with tape."],
    [groomer, "PetSmart trained my dog better."],
    [groomer, "I brush his teeth myself every night."],
    [groomer, "My neighbor clipped her nails himself."],
    [groomer, "My kids are in boarding across the street."],
    [groomer, "She came home with kennel cough."],
  ])("%#: $1", (read, text) => expect(read(text)).toEqual([]));
  test.each([
    [firms.plumber, "They snaked the drain after another company gave up.", "Drain cleaning"],
    [firms.locksmith, "I locked myself out of the house.", "House lockout"],
    [firms.plumber, "I clogged the toilet myself and they cleared it.", "Drain cleaning"],
    [groomer, "McKenna trained our puppy.", "Obedience training"],
    [groomer, "She clipped all four paws with no drama.", "Nail trim"],
  ])("%#: $1", (read, text, id) => expect(read(text)).toContain(id));
});

test("what was soiled is where the work was done", () => {
  const painter = firm("Interior painting", "Cabinet painting", "Deck staining", "Floor installation");
  expect(painter("They tracked mud across the cabinets.")).toEqual([]);
  expect(painter("The paint on the cabinets is flawless.")).toEqual(["Cabinet painting"]);
  expect(painter("He keeps his brushes in the living room.")).toEqual([]);
});
