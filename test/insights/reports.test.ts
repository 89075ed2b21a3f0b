import { describe, expect, test } from "vitest";
import { analyse } from "../../src/insights/analyse.ts";
import { findSuspects } from "../../src/insights/mentions/suspects.ts";
import { reportTriggers } from "../../src/insights/trigger-report.ts";
import { aspect, lawnSite, review, withReviews } from "./lawn-site.ts";

// What npm run insights tells the owner beside the published figures.

describe("triggers", () => {
  const aspects = [aspect("price", ["Price", "cost"]), aspect("gates", ["gate", "arbor"])];
  const report = (...texts: string[]) => {
    const site = withReviews(texts, { aspects });
    return reportTriggers(site, analyse(site).readings);
  };

  test("are counted where they raise their aspect and where they judge, with two examples of the others", () => {
    const idle = "We asked about the gate.";
    const { triggers } = report(
      idle,
      idle,
      idle,
      "The price was outrageous.",
      "Their price was awful. Horrible price.",
    );
    const found = triggers.map(({ trigger, raised, judged, examples }) => [
      trigger,
      raised,
      judged,
      examples.length,
    ]);
    // The idlest first, of equals those that raise most, then by name.
    expect(found).toEqual([
      ["gate", 3, 0, 2],
      ["Price", 3, 1, 2],
      ["arbor", 0, 0, 0],
      ["cost", 0, 0, 0],
    ]);
    expect(triggers[0]).toMatchObject({
      aspect: "gates",
      examples: [{ review_id: "r1", quote: idle }, { review_id: "r2" }],
    });
  });

  test("that are none where opinions stand are told: the strongest first, in English alone", () => {
    const { uncaught } = report(
      "The price was outrageous.",
      "Horrible, rude people, the worst company ever.",
      "They were friendly and a pleasure to deal with.",
      "Die Arbeiter waren sehr freundlich und immer zufrieden mit uns, das ist gut.",
      "Will was rude and horrible.",
    );
    expect(uncaught.map(({ review_id }) => review_id).toSorted()).toEqual(["r2", "r3"]);
    const [first, second] = uncaught as [(typeof uncaught)[0], (typeof uncaught)[0]];
    expect(Math.abs(first.strength)).toBeGreaterThanOrEqual(Math.abs(second.strength));
    for (const { review_id, strength, quote } of uncaught) {
      expect(Math.sign(strength), quote).toBe(review_id === "r2" ? -1 : 1);
      expect(quote).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("words that may be misspelt names", () => {
  const site = {
    ...lawnSite,
    technicians: [
      { id: "delia", name: "Delia Marsh", aliases: [] },
      { id: "teodoro", name: "Teodoro Finch", aliases: ["Dorito"] },
    ],
    areas: [{ id: "harrow", name: "Harrow", region: "Ohio", aliases: [] }],
    services: [{ id: "dethatching", name: "Dethatching", description: "", aliases: ["edging"] }],
  };
  const suspectsOf = (...texts: string[]) => {
    const own = { ...site, reviews: texts.map((text, at) => review(text, { id: `r${at}` })) };
    return findSuspects(own, analyse(own).readings);
  };
  const found = (...texts: string[]) => suspectsOf(...texts).map(({ words, name }) => `${words}: ${name}`);

  test.each([
    // A capital inside the sentence, or a deed.
    ["We asked Delya about it.", ["Delya: delia"]],
    ["Delya came on Monday.", ["Delya: delia"]],
    ["We asked delya about it.", []],
    ["The delya came on Monday.", []],
    ["Delya about it.", []],
    // Long names may be off by two letters, short ones by one.
    ["We asked Teoddoroo about it.", ["Teoddoroo: teodoro"]],
    ["We asked Delyya about it.", []],
    ["We asked Delia about it.", []],
    ["We asked Belia about it.", []],
    ["We live in Harow now.", ["Harow: harrow"]],
    ["We asked Doritto about it.", ["Doritto: dorito"]],
    // Names of services are words, so only long ones tell, by one letter and anywhere.
    ["They did some dethatchng for us.", ["dethatchng: dethatching"]],
    ["They did some dethtchng for us.", []],
    ["They did some edgin for us.", []],
  ])("%s", (text, expected) => expect(found(text)).toEqual(expected));

  test("stand with their review, whose names they may be, and the sentence around them", () =>
    expect(suspectsOf("Fine. We asked Delya's advice, too. Bye.")).toEqual([
      {
        words: "Delya",
        name: "delia",
        ids: ["delia"],
        review_id: "r0",
        around: "We asked Delya's advice, too.",
      },
    ]));

  test("are no words that many reviews have, and nothing that was read already", () => {
    const text = "We asked Delya about it.";
    expect(found(text, text, text)).toHaveLength(3);
    expect(found(text, text, text, text)).toEqual([]);
    const corrected = { ...site, reviews: [review(text, { mentions: [{ is: "delia", words: "Delya" }] })] };
    expect(findSuspects(corrected, analyse(corrected).readings)).toEqual([]);
  });
});
