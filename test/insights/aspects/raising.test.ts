import { describe, expect, test } from "vitest";
import { analyse } from "../../../src/insights/analyse.ts";
import { aspect, review, withReviews } from "../lawn-site.ts";

const aspects = [
  aspect("price", ["price", "expensive", "worth", "deal", "bill", "half the price of the dealer"]),
  aspect("time", ["on time", "late", "minutes late", "wait", "hours", "prompt", "efficient"]),
  aspect("work", ["work", "fixed", "furnace", "tooth", "mechanic"]),
  aspect("staff", ["friendly", "rude", "people", "patient", "nice"]),
];
const verdictOf = (id: string, text: string, rating = 3, list = aspects) => {
  const found = analyse(withReviews([review(text, { rating })], { aspects: list })).insights.aspects.find(
    (one) => one.id === id,
  )!;
  return (["positive", "negative", "mixed", "neutral", "unsure"] as const).find(
    (verdict) => found[verdict] > 0,
  );
};

describe("a word that means something else raises nothing", () => {
  test.each([
    ["price", "It was worth the drive."],
    ["price", "They were a pleasure to deal with."],
    ["time", "I can't wait to go back."],
    ["work", "She was great to work with."],
    ["staff", "My kid friendly neighbor moved."],
    ["staff", "Most people recommended them."],
    ["staff", "The grounds are a nice place."],
    ["time", "They stay open late on Thursdays."],
    ["time", "Their hours are 9 to 6."],
    ["time", "It printed its whole system prompt."],
    ["price", "Bill explained every step."],
    ["price", "We were lucky to get Bill on a Sunday."],
    ["price", "I feel like a million bucks."],
    ["price", "Don't waste your money."],
    ["time", "I was ten minutes late."],
    ["time", "There is coffee while you wait."],
    ["time", "They have great hours."],
    ["time", "She is friendly and efficient."],
    ["work", "The girls who work there are sweet."],
    ["staff", "I have been a patient at this practice."],
    ["staff", "He painted a nice little bench."],
    ["staff", "The lobby is very nice."],
  ])("%s: %s", (id, text) => expect(verdictOf(id, text)).toBeUndefined());

  test.each([
    ["price", "It was not worth it at that price.", "negative"],
    ["work", "Their work is excellent.", "positive"],
    ["staff", "The people were rude.", "negative"],
    ["time", "He was three hours late.", "negative"],
    ["time", "They were prompt and tidy.", "positive"],
    ["time", "He was ten minutes late.", "negative"],
    ["price", "Bill was far too high.", "negative"],
  ])("%s, as the owner means it: %s", (id, text, verdict) => expect(verdictOf(id, text)).toBe(verdict));
});

describe("common words raise an aspect that speaks of the same", () => {
  test.each([
    ["price", "Such a rip off.", "negative"],
    ["price", "Absolutely worth every penny.", "positive"],
    ["price", "They always have great deals.", "positive"],
    ["staff", "Nobody could be bothered, and she was on her phone.", "negative"],
    ["staff", "She was so courteous.", "positive"],
  ])("%s: %s", (id, text, verdict) => expect(verdictOf(id, text)).toBe(verdict));

  test.each([
    ["price", "I paid far too much, what a disgrace.", 1],
    ["time", "He came an hour early, which was wonderful.", 5],
    ["work", "The best massage of my life.", 5],
    ["staff", "The receptionist was an absolute delight.", 5],
    ["food", "The salad was delicious.", 5],
    ["communication", "Nobody responded, it was awful.", 1],
  ])("a list of two words stands for what customers say instead: %s: %s", (id, text, rating) => {
    const list = [
      aspect("price", ["price", "cost"]),
      aspect("time", ["on time", "late"]),
      aspect("work", ["job", "quality"]),
      aspect("staff", ["staff", "friendly"]),
      aspect("food", ["food", "menu"]),
      aspect("communication", ["explained", "answered"]),
    ];
    expect(verdictOf(id, text, rating, list)).toBe(rating === 5 ? "positive" : "negative");
  });

  test("not where one trigger is there by chance", () =>
    expect(verdictOf("gate", "Such a rip off.", 1, [aspect("gate", ["gate", "price"])])).toBeUndefined());

  test("one quote speaks for one aspect: that which lists most of the words", () => {
    const list = [
      aspect("diagnosis", ["fixed", "knowledgeable", "found the problem"]),
      aspect("repair", ["fixed", "repaired", "workmanship"]),
    ];
    expect(verdictOf("repair", "They did an excellent job.", 5, list)).toBe("positive");
    expect(verdictOf("diagnosis", "They did an excellent job.", 5, list)).toBeUndefined();
  });

  test("not where the owner gave the word to another aspect", () => {
    const list = [aspect("price", ["price", "cost"]), aspect("billing", ["rip off"])];
    expect(verdictOf("price", "Such a rip off.", 1, list)).toBeUndefined();
    expect(verdictOf("billing", "Such a rip off.", 1, list)).toBe("negative");
  });

  test("not where the owner ignores the phrase", () => {
    const list = [aspect("price", ["price", "cost"], { ignore: ["rip off"] })];
    expect(verdictOf("price", "Such a rip off.", 1, list)).toBeUndefined();
  });
});

describe("what is not said of this business judges nothing", () => {
  test.each([
    ["an earlier firm", "work", "The last dentist ruined a tooth."],
    ["a rival", "work", "Another mechanic botched it and never fixed anything."],
    ["the customer's trouble before", "work", "Our furnace died on Christmas Eve."],
    ["what the customer came for", "work", "I was looking for a new mechanic."],
    ["what the customer may need again", "work", "I will be back for another tooth."],
  ])("%s: %s", (_, id, text) => expect(["neutral", undefined]).toContain(verdictOf(id, text)));

  test.each([
    ["better than a rival", "work", "Their work is better than the last dentist I had.", "positive"],
    ["trouble that came back", "work", "The furnace died again two days later.", "negative"],
    [
      "a problem solved",
      "work",
      "Our furnace died on Christmas Eve and he had it fixed in an hour.",
      "positive",
    ],
  ])("but %s does: %s", (_, id, text, verdict) => expect(verdictOf(id, text)).toBe(verdict));
});

describe("a phrase that judges by itself", () => {
  const list = [
    aspect("price", ["cost"], { positive: ["bang for your buck"], negative: ["resort fee"] }),
    aspect("place", ["area"], { negative: ["bad area", "was a mess"] }),
  ];
  test.each([
    [
      "stays praise where there is no more of it",
      "price",
      "You will not get more bang for your buck.",
      "positive",
    ],
    ["is turned where it is not there", "price", "Not the bang for your buck I hoped for.", "negative"],
    ["is turned where nobody thinks so", "place", "I never felt it was a bad area.", "positive"],
    [
      "is not turned by a denial of something else",
      "place",
      "We never stay long in such a bad area.",
      "negative",
    ],
    [
      "is this firm's beside a rival that it is compared with",
      "price",
      "It beats most other hotels, no resort fee.",
      "positive",
    ],
    ["is a rival's where most rivals have it", "price", "Most other hotels charge a resort fee.", "neutral"],
    [
      "is the customer's trouble before",
      "place",
      "My lawn was a mess and the team showed up the same day.",
      "neutral",
    ],
    ["is this firm's where they left it so", "place", "My lawn was a mess after they left.", "negative"],
  ])("%s (%s): %s", (_, id, text, verdict) => expect(verdictOf(id, text, 3, list)).toBe(verdict));
});

describe("another firm's story goes on over sentences", () => {
  test.each([
    ["The last mechanic had it for a week. They charged a fortune and it was expensive.", "price"],
    ["I took it to Joe's across town first. He was rude to everybody.", "staff"],
    ["Another mechanic came out twice. Both times he was late. Then he was rude.", "time"],
  ])("%s", (text, id) => expect(["neutral", undefined]).toContain(verdictOf(id, text)));

  test.each([
    ["until this business comes back", "The last mechanic gave up. Here they were friendly.", "positive"],
    [
      "not where it sent the customer on",
      "I was referred by another mechanic. They were friendly.",
      "positive",
    ],
    [
      "not where another subject follows",
      "My last mechanic retired. The people at this desk are rude.",
      "negative",
    ],
  ])("%s: %s", (_, text, verdict) => expect(verdictOf("staff", text)).toBe(verdict));

  test("nor where the customer turned to another because of this one", () => {
    expect(verdictOf("staff", "We called another mechanic because they were so rude.")).toBe("negative");
  });
});

describe("a phrase that judges by itself", () => {
  const list = [
    aspect("work", ["job"], { positive: ["attention to detail", "great job"] }),
    aspect("price", ["price"], { positive: ["half the price of the dealer"] }),
  ];
  test.each([
    ["work", "They lacked attention to detail.", "negative"],
    ["work", "There was zero attention to detail.", "negative"],
    ["work", "Cheap, not to mention a great job.", "positive"],
    ["work", "Not only a great job but a fair one.", "positive"],
    ["price", "It was half the price of the dealer.", "positive"],
  ])("%s: %s", (id, text, verdict) => expect(verdictOf(id, text, 3, list)).toBe(verdict));
});

describe("the stars tell nothing of a service that is only named", () => {
  const verdict = (text: string, rating: number) => {
    const { services } = analyse(withReviews([review(text, { rating })])).insights.entities;
    const { positive, negative } = services.find(({ id }) => id === "aeration")!;
    return { positive, negative };
  };
  test.each([1, 5])("with %i stars", (rating) => {
    expect(verdict("They did the aeration and the mail came at noon.", rating)).toEqual(
      verdict("They did the aeration and the mail came at noon.", 3),
    );
  });
  test("but weigh words that judge", () =>
    expect(verdict("The aeration was wonderful.", 5)).toEqual({ positive: 1, negative: 0 }));
});

describe("a complaint that may be none is left to the stars", () => {
  const list = [
    aspect("price", ["price", "expensive"], { negative: ["arm and a leg", "overcharged", "hidden fees"] }),
    aspect("care", ["careful"], { negative: ["broke my", "terrible job", "ripped off", "wouldn't fix it"] }),
  ];
  test.each([
    ["a hypothetical", "care", "There is nothing wrong with the gate that a hammer wouldn't fix it.", 4],
    ["feared", "price", "I was afraid they would charge an arm and a leg.", 5],
    ["only to worry about elsewhere", "price", "You never have to worry about hidden fees.", 5],
    ["a condition", "price", "If you don't want to be overcharged, come here.", 4],
    ["a thing's own price", "price", "He wired an expensive chandelier without a scratch.", 5],
    ["what things of a kind cost", "price", "Even the more expensive mowers choke on this grass.", 4],
  ])("%s: %s", (_, id, text, rating) => expect(verdictOf(id, text, rating, list)).not.toBe("negative"));

  test.each([
    ["it came true", "price", "I was afraid of that and they overcharged me.", 5],
    ["it is held, not feared", "price", "I thought we were overcharged.", 5],
    ["the stars say so", "price", "If you like being overcharged, come here.", 1],
    ["what is dear is theirs", "price", "This is an expensive place.", 3],
    ["none was more so", "care", "I have never had such a terrible job.", 4],
    ["nothing supposes it", "price", "They charge an arm and a leg.", 5],
  ])("but not where %s: %s", (_, id, text, rating) =>
    expect(verdictOf(id, text, rating, list)).toBe("negative"),
  );

  test.each([
    ["a child", "The kid down the street broke my gate."],
    ["the weather", "A hail storm broke my gutters in May."],
    ["an earlier owner", "The previous owner did a terrible job on the deck."],
    ["rivals", "I was ripped off by two other shops."],
  ])("what %s did is not held against the business: %s", (_, text) =>
    expect(verdictOf("care", text, 4, list)).toBe("neutral"),
  );

  test.each(["They broke my gate.", "The kid they sent broke my gate."])("%s is", (text) =>
    expect(verdictOf("care", text, 4, list)).toBe("negative"),
  );
});

test("an owner's phrase speaks for its own aspect, not for another's words in it", () => {
  const list = [aspect("staff", ["crew"]), aspect("care", ["drive"], { negative: ["crew blocked"] })];
  expect(verdictOf("care", "The crew blocked my drive.", 3, list)).toBe("negative");
  expect(verdictOf("staff", "The crew blocked my drive.", 3, list)).not.toBe("negative");
  expect(verdictOf("staff", "The rude crew blocked my drive.", 3, list)).toBe("negative");
});
