import { describe, expect, test } from "vitest";
import { findReferences } from "../../../src/insights/mentions/references.ts";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { prepareText } from "../../../src/insights/sentences.ts";
import { lawnSite, review } from "../lawn-site.ts";

const read = createReviewReader({
  ...lawnSite,
  business: { ...lawnSite.business, name: "Corner Works" },
  services: [],
  areas: [],
  technicians: "Elaine Ross, Marcus Webb, Paula Kim, Deborah Finch, Tobin Hale"
    .split(", ")
    .map((name) => ({ id: name.split(" ")[0]?.toLowerCase() ?? "", name, aliases: [] })),
});
const verdicts = (text: string, rating: number): Record<string, string> =>
  Object.fromEntries(read(review(text, { rating })).entities.map(({ id, verdict }) => [id, verdict]));

describe("what is said of staff without their names", () => {
  test.each([
    [
      "after sentences that speak of nobody",
      "I had a session with Elaine on Tuesday. The music was on low. Parking was easy. She is skilled and attentive.",
      { elaine: "positive" },
    ],
    [
      "of two who were named together",
      "For paint we had Paula and for balloons Marcus. Both were great with the kids.",
      { paula: "positive", marcus: "positive" },
    ],
    [
      "by a sentence without a subject",
      "I went to the office and Deborah looked up my lease. Very condescending.",
      { deborah: "negative" },
    ],
    [
      "by the pronoun of the one it fits",
      "Deborah sat at the desk and Marcus stood by the door. She was rude and impatient.",
      { deborah: "negative" },
    ],
    [
      "in brackets",
      "The manager (Tobin) was not the friendliest man I have met at a hotel.",
      { tobin: "negative" },
    ],
    ["by what they are to others", "If you need curls, Marcus is your man.", { marcus: "positive" }],
    [
      "by how they seemed at first",
      "Dr. Paula Kim seemed really nice at first. Then the bills came.",
      { paula: "negative" },
    ],
  ])("%s", (_, text, expected) =>
    expect(verdicts(text, Object.values(expected).includes("negative") ? 1 : 5)).toMatchObject(expected),
  );
});

describe("what is said of others is not theirs", () => {
  test.each([
    [
      "a stranger",
      "Elaine took my order. The lady at the register came over. She was rude and slow.",
      "elaine",
    ],
    ["somebody of another pronoun", "Marcus did the wiring. Then she was rude to me on the phone.", "marcus"],
    [
      "after too long a pause",
      `Elaine booked me in. ${"The room was warm. ".repeat(5)}She was rude.`,
      "elaine",
    ],
    ["a place", "Marcus parked the van. Very dirty shop.", "marcus"],
  ])("%s", (_, text, id) => expect(verdicts(text, 3)[id]).not.toBe("negative"));
});

describe("what is plainly said of one person holds in a review that says the opposite of others", () => {
  test.each([
    [
      "praise in a bad review",
      "I will never be back. Paula and Marcus at the north shop were great, by the way. They lost my order twice.",
      1,
      { paula: "positive", marcus: "positive" },
    ],
    [
      "praise of each in a list",
      "The shower was cold all week. Hats off to Elaine, Paula, and Marcus.",
      2,
      { elaine: "positive", paula: "positive", marcus: "positive" },
    ],
    [
      "blame in a good review",
      "Lovely haircut. Tobin was condescending when I paid.",
      4,
      { tobin: "negative" },
    ],
    [
      "blame of one and praise of another",
      "Deborah was rude. Marcus was patient and kind.",
      3,
      { deborah: "negative", marcus: "positive" },
    ],
  ])("%s", (_, text, rating, expected) => expect(verdicts(text, rating)).toMatchObject(expected));

  test.each([
    ["a comparison", "Nobody there is as careful as Marcus.", { marcus: "positive" }],
    [
      "what would have been",
      "If it weren't for Paula I would have left this salon years ago.",
      { paula: "positive" },
    ],
    ["the only one", "I wouldn't trust anyone but Paula with my hair.", { paula: "positive" }],
    [
      "a superlative without its word",
      "Elaine couldn't have been sweeter to my kids.",
      { elaine: "positive" },
    ],
    ["a warning", "Do not let Tobin touch your car.", { tobin: "negative" }],
    ["a choice", "Ask for anyone but Deborah.", { deborah: "negative" }],
    [
      "a deed and its repair",
      "Tobin overcharged me and Paula fixed everything.",
      { tobin: "negative", paula: "positive" },
    ],
    ["a promise and its breach", "Tobin quoted me one price and charged another.", { tobin: "negative" }],
    [
      "the work of two",
      "Tobin was on his phone while Marcus did all the work.",
      { tobin: "negative", marcus: "positive" },
    ],
  ])("%s", (_, text, expected) => expect(verdicts(text, 3)).toMatchObject(expected));

  test("who should be kept is not warned of", () =>
    expect(verdicts("Don't let Marcus go, he is the best you have.", 5)).toMatchObject({
      marcus: "positive",
    }));
});

describe("words that stand for names", () => {
  const referencesIn = (text: string): string => {
    const mentions = [...text.matchAll(/(?:Dr\. )?(Marcus|Elaine|Paula|Sam)/g)].map(
      ({ index, 0: words, 1: name = "" }) => ({
        kind: "technicians" as const,
        id: name.toLowerCase(),
        from: index,
        to: index + words.length,
      }),
    );
    return findReferences(prepareText(text), mentions)
      .map(({ id, from, to }) => `${text.slice(from, to)}: ${id}`)
      .join(", ");
  };
  test.each([
    ["Marcus came and he was kind.", "he: marcus"],
    ["Marcus came. We like him.", "him: marcus"],
    ["Marcus came. She was kind.", ""],
    ["Sam came. She was kind. He left.", "She: sam"],
    ["Elaine came. We heard from her.", "her: elaine"],
    ["Elaine came. We like her work.", ""],
    ["Elaine came. She's kind.", "She's: elaine"],
    ["Marcus and Sam came. He was kind.", "He: sam"],
    ["Marcus came. One. Two. Three. He was kind.", "He: marcus"],
    ["Marcus came. One. Two. Three. Four. He was kind.", ""],
    ["Marcus came. One. Paula came. He was kind.", ""],
    ["Marcus met my husband. He was kind.", ""],
    ["My husband met Marcus. He was kind.", "He: marcus"],
    ["Marcus came. The receptionist waved. He was kind.", ""],
    ["Marcus came. Another technician waved. He was kind.", ""],
    ["Marcus came. The technician Paula waved. He was kind.", "He: marcus"],
    ["Marcus came. A man walked in. He was kind.", ""],
    ["Marcus came. He saw another technician. He was kind.", "He: marcus, He: marcus"],
    ["Elaine and Paula came. Both were kind.", "Both: elaine, Both: paula"],
    ["Elaine and Paula came. They are kind.", "They: elaine, They: paula"],
    ["Elaine and Paula came. They left.", ""],
    ["Elaine and Paula came. One. Both were kind.", ""],
    ["Elaine came. Both were kind.", ""],
    ["Elaine and Paula came. Both Marcus and I left.", ""],
    ["Marcus came. Kind and patient.", "Kind: marcus"],
    ["Marcus came. Very kind.", "Very: marcus"],
    ["Marcus came. Very.", ""],
    ["Marcus came. Very the.", ""],
    ["Marcus came. Kind shop.", ""],
    ["Marcus came. Kind they were.", ""],
    ["Marcus came. Kind, patient, gentle, polite, careful, honest, helpful.", "Kind: marcus"],
    ["Marcus came. Kind, patient, gentle, polite, careful, honest, helpful, fair.", ""],
    ["Marcus came. One. Kind and patient.", ""],
    ["Marcus came. He's kind.", "He's: marcus"],
    ["Marcus came. The young technician waved. He was kind.", ""],
    ["Marcus came. The very young technician waved. He was kind.", "He: marcus"],
    ["Marcus came. Some technician waved. He was kind.", ""],
    ["Marcus came. My technician waved. He was kind.", "He: marcus"],
    ["Marcus came. Then a man walked in. He was kind.", ""],
    ["Marcus came. And then a man walked in. He was kind.", "He: marcus"],
    ["Marcus came. A man of the world. He was kind.", "He: marcus"],
    ["Marcus came. A kind man walked in. He was kind.", "He: marcus"],
    ["Marcus came. He met my husband. He was kind.", "He: marcus"],
    ["Marcus and Sam came. Marcus left. He was kind.", "He: marcus"],
    ["Sam came. She was kind. Sam left. He waved.", "She: sam"],
    ["Sam and Elaine came. She was kind.", "She: elaine"],
    ["Dr. Elaine came. He was kind.", ""],
    ["Paula came. Marcus came. She was kind.", "She: paula"],
    ["Paula came. One. Marcus came. She was kind.", ""],
    ["Marcus came. One. He was kind. Two. Three. Four. He left.", "He: marcus, He: marcus"],
    ["Elaine and Paula came. They're kind.", "They're: elaine, They're: paula"],
    ["Elaine came with Elaine. Both were kind.", ""],
    ["Elaine and Paula came. Marcus came. Both were kind.", ""],
    ["Elaine came. We heard of her, too.", "her: elaine"],
    ["Marcus came. Very patient with it.", ""],
    ["Marcus came. Kind as you like.", ""],
    ["Marcus came. 10/10.", ""],
    ["Marcus came. One. Marcus left. Very kind.", "Very: marcus"],
    ["It rained. He was kind.", ""],
  ])("%s · %s", (text, references) => expect(referencesIn(text)).toBe(references));
  test("are sought for staff alone", () => {
    const place = { kind: "areas" as const, id: "fernwick", from: 0, to: 8 };
    expect(findReferences(prepareText("Fernwick. He was kind."), [place])).toEqual([]);
  });
});
