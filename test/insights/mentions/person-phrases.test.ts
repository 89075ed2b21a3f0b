import { describe, expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, review } from "../lawn-site.ts";

const names =
  "Luke Brandt, Mary Ostrow, Susan Vale, Joe Kessler, Curt Lindgren, Norm Pike, Al Duarte, Tony Marsh, Wanda Birch, Drew Holt, Austin Bell, Wayne Cobb, Olive Reyes, Robin Tate, Taylor Quinn, Angel Soto, Josh Metz, Crystal Yoon, Heather Lowe, Victor Ames, Summer Diaz, Dan Roth, Amy Jo Fisk, Tiffany Blum, Anna Wells, Guadalupe Rios, Dr. Leonard Hale";
const read = createReviewReader({
  ...lawnSite,
  business: { ...lawnSite.business, name: "Corner Works" },
  services: [],
  areas: [],
  technicians: names
    .split(", ")
    .map((name) => ({ id: name.replace("Dr. ", "").split(" ")[0]?.toLowerCase() ?? "", name, aliases: [] })),
});
const namedIn = (text: string): string[] => [
  ...new Set(read(review(text, { rating: 4 })).mentions.map(({ id }) => id)),
];

describe("a first name is nobody of the staff", () => {
  test.each([
    "The rinse water was luke warm at best.",
    "My towel came out luke-warm from the steamer.",
    "They hand you a bloody Mary while you wait.",
    "There is a lazy Susan full of nail polish on the desk.",
    "Parking is worse than at Trader Joe's.",
    "I got a curt reply two days later.",
    "A long wait seems to be the norm here.",
    "We had tacos al pastor next door afterwards.",
    "They run a co-ed sauna upstairs.",
    "We had been going to Tony's for years before that.",
    "Wanda's is closed on Mondays, so I came here.",
    "I would choose this place over Tony's.",
    "Drew and I shared one room and the beds were fine.",
    "We stop by whenever we visit Austin.",
    "The best shop in downtown Austin.",
    "Best haircut I have had in Wayne.",
    "I found them when I moved back to Wayne.",
    "The store on Olive is smaller than this one.",
    "I parked at 12th and Olive and walked.",
    "The wait was longer than at a red Robin on a Sunday.",
    "I wore a Tiffany necklace and they took great care of it.",
    "We floated the Guadalupe the next day and my color held up.",
    "I had an experience similar to Anna's and left.",
    "Please call me about the refund. Respectfully, Drew & Anna",
    "I got my cake at the bakery in Wayne, and it was dry.",
    "A fair thrift shop for Wayne/Valdon.",
    "I recommend Wanda's and would walk there any day.",
    "The team at Wanda's never returned my call.",
    "I have taken Norm there for his shots for two years.",
    "The mothers' Calla Olive bouquets were fresh.",
    "They made my whole week, keep it up! Norm",
    "The place next door is called Wanda's, so look for the sign.",
    "A big crowd means Wanda's can run out of towels.",
    "It has become a little Austin haunt.",
    "We live in the Wayne and will be back.",
    "We have been eating at Norm and Wanda's since the late sixties.",
    "I have to agree with Susan, the wait is long.",
    "The service at Curt V's is better.",
  ])("%s", (text) => expect(namedIn(text)).toEqual([]));
});

describe("a first name is one of the staff", () => {
  test.each([
    ["Their front man is quick. His name is Dan and he is the man!", "dan"],
    ["Luke warmed the engine up before he drove it in.", "luke"],
    ["I have been a client of Mary's for over two years.", "mary"],
    ["Nobody should have to miss out on Mary's services.", "mary"],
    ["Tony's very friendly and never rushes.", "tony"],
    ["It cost little, as Tony's work came with a coupon.", "tony"],
    ["Thank you so much! I mean it, Norm!", "norm"],
    ["Curt was patient with every question.", "curt"],
    ["Drew and I talked about the color for an hour.", "drew"],
    ["I trust Austin with both of our cars.", "austin"],
    ["Our hostess seated us fast and our waiter Taylor, new that week, was a star.", "taylor"],
    ["Taylor our waitress was awesome.", "taylor"],
    ["The receptionist (Angel) was warm and attentive.", "angel"],
    ["Both Josh, the assistant, and the doctor are caring.", "josh"],
    ["the new helper robin kept apologizing", "robin"],
    ["I worked with crystal on my color and loved it.", "crystal"],
    ["Heather couldn't have been sweeter to my kids.", "heather"],
    ["Lindgren never returned my call.", "curt"],
    ["Crystal set up everything while I was at work.", "crystal"],
    ["Thank you for your patience Crystal!!", "crystal"],
    ["I appreciate all your feedback Heather.", "heather"],
    ["Victor always creates a lovely display.", "victor"],
    ["You will not find a gentler soul than Summer, and her massage is unreal.", "summer"],
    ["Luke at the Bar was excellent.", "luke"],
    ["Amy Jo did my wax and it barely hurt.", "amy"],
    ["Lupe is a magician with a razor.", "guadalupe"],
    ["Old Doc Hale listened to my engine for ten seconds and knew.", "leonard"],
    ["We had quotes from Tony and Mary's was the lowest.", "tony"],
  ])("%s", (text, id) => expect(namedIn(text)).toContain(id));
});

describe("kin, pets and people of other firms", () => {
  test.each([
    "My two boys, Austin and Luke, loved the fish tank.",
    "We have two cats, Olive and Taylor, and both were seen.",
    "We brought our dogs Norm and Robin in for shots.",
    "Our neighbor Mrs. Austin told us about this place.",
    "The other clinic's vet, Austin, wanted to operate.",
    "Dr. Austin Powell across town botched it first.",
    "Dr. Leonard Hill at the hospital missed it.",
  ])("%s", (text) => expect(namedIn(text)).toEqual([]));
  test.each([
    ["The boys, Luke and Victor, cleaned up after themselves.", "luke"],
    ["The two techs, Austin and Anna, held him down.", "austin"],
    ["Dr. Leonard Hale found it at once.", "leonard"],
    ["Dr. Leonard's hands are steady.", "leonard"],
  ])("%s", (text, id) => expect(namedIn(text)).toContain(id));
});

test("a house called after one of the staff is the house", () => {
  const own = createReviewReader({
    ...lawnSite,
    business: { ...lawnSite.business, name: "Dana's Ultimate Auto" },
    services: [],
    areas: [],
    technicians: [{ id: "dana", name: "Dana Reed", aliases: [] }],
  });
  const isNamed = (text: string): boolean => own(review(text, { rating: 5 })).mentions.length > 0;
  expect(isNamed("Thank you, Dana's Ultimate Auto, for being so fair.")).toBe(false);
  expect(isNamed("We have been coming to Dana's for years.")).toBe(false);
  expect(isNamed("Dana's work is worth every mile.")).toBe(true);
});

test("a house whose name ends in a first name is the house", () => {
  const own = createReviewReader({
    ...lawnSite,
    business: { ...lawnSite.business, name: "Andre Richard Salon" },
    services: [],
    areas: [],
    technicians: [{ id: "richard", name: "Richard Low", aliases: [] }],
  });
  const isNamed = (text: string): boolean => own(review(text, { rating: 5 })).mentions.length > 0;
  expect(isNamed("If you want careful cuts, you find them at Andre Richard.")).toBe(false);
  expect(isNamed("If you want careful cuts, you ask Richard.")).toBe(true);
});

describe("people who answer the phone, are cheered, or come from another house", () => {
  test.each([
    ["Olive on the phone was so patient with my mom.", "olive"],
    ["Heather at the office said somebody would call.", "heather"],
    ["The cut holds up well. Angel you rock", "angel"],
  ])("%s", (text, id) => expect(namedIn(text)).toContain(id));
  test("a namesake sent by another house is none of ours", () =>
    expect(namedIn("The guy from Roto-Rooter, also named Victor, told me it was hopeless.")).toEqual([]));
  test.each([
    ["They got the smell out! God bless you Susan.", 5, "positive"],
    ["Tiffany was snippy about it too.", 1, "negative"],
  ] as const)("%s", (text, rating, verdict) =>
    expect(read(review(text, { rating })).entities).toMatchObject([{ verdict }]),
  );
});
