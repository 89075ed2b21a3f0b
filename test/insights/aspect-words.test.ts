import { describe, expect, test } from "vitest";
import { createAspectFinder } from "../../src/insights/aspect-words.ts";
import { prepareText } from "../../src/insights/sentences.ts";
import { subjects, subjectsOf } from "../../src/insights/subjects.ts";
import { aspect } from "./lawn-site.ts";

const list = [
  aspect("price", ["price", "bill", "rip-off"], {
    positive: ["bang for your buck"],
    negative: ["overcharged"],
  }),
  aspect("time", ["late", "on time"], {
    positive: ["on time"],
    negative: ["left us waiting"],
    ignore: ["late summer"],
  }),
  aspect("staff", ["crew"]),
  aspect("care", ["drive"], { negative: ["crew blocked"] }),
];
const find = createAspectFinder(list);
/** By aspect: the triggers, and the phrases as they count. */
const found = (text: string): Record<string, string[]> => {
  const prepared = prepareText(text);
  const words = find(prepared.sentences[0]!);
  return Object.fromEntries(
    [...words].map(([at, { named, phrases, ignored }]) => [
      list[at]!.id,
      [
        ...named.map(({ from, to }) => text.slice(from, to)),
        ...phrases.map(({ from, to, verdict }) => `${verdict}: ${text.slice(from, to)}`),
        ...(ignored ? ["ignored"] : []),
      ],
    ]),
  );
};

test.each([
  ["The price was right.", { price: ["price"] }],
  ["A rip off, and the prices too.", { price: ["rip off"] }],
  ["They came on time.", { time: ["positive: on time"] }],
  ["In late summer it rained.", { time: ["ignored"] }],
  ["In late summer they were late.", { time: ["late", "ignored"] }],
  ["The crew blocked my drive.", { care: ["drive", "negative: crew blocked"], staff: ["crew"] }],
  ["The crew was there.", { staff: ["crew"] }],
  ["The bill was far too high.", { price: ["bill"] }],
  ["Nothing to add.", {}],
])("%s", (text, words) => expect(found(text)).toEqual(words));

describe("a phrase that is denied or missed says the opposite", () => {
  test.each([
    ["They never left us waiting.", "positive"],
    ["They left us waiting.", "negative"],
    ["When it didn't rain they left us waiting.", "negative"],
    ["Not raining, and they left us waiting.", "negative"],
    ["They weren't on time.", "negative"],
    ["Not only on time but kind.", "positive"],
    ["I wish they came on time.", "negative"],
    ["The crew should have arrived on time.", "negative"],
    ["You should have no fear, they come on time.", "positive"],
    ["I wish they would not have left us waiting.", "negative"],
  ])("%s", (text, verdict) => {
    const [said = ""] = (found(text)["time"] ?? []).filter((each) => each.includes(":"));
    expect(said.split(":")[0]).toBe(verdict);
  });
  test.each([
    ["They came on time.", "the owner's positive phrase"],
    ["They never came on time.", 'the owner\'s positive phrase, turned by "never"'],
    ["I wish they left us waiting.", "the owner's negative phrase, of what was missed"],
  ])("and says why: %s", (text, why) => {
    const words = find(prepareText(text).sentences[0]!).get(1);
    expect(words?.phrases.map((phrase) => phrase.why)).toEqual([why]);
  });
  test("but more of the best is the best", () =>
    expect(found("You will not get more bang for your buck.")["price"]).toEqual([
      "positive: bang for your buck",
    ]));
});

describe("the subjects of an aspect", () => {
  const subjectsIn = (...triggers: string[][]) =>
    subjectsOf(triggers.map((words) => ({ triggers: words }))).map(
      ({ indexes, alone }) =>
        `${indexes.map((index) => subjects[index]).join("+")}${alone ? "" : ", shared"}`,
    );
  test("are those of which it lists two names", () => {
    expect(
      subjectsIn(["price", "cost"], ["gate", "price"], ["staff", "friendly", "explained", "answered"]),
    ).toEqual(["price", "", "staff+communication"]);
  });
  test("are shared where two aspects name different kinds of it", () =>
    expect(subjectsIn(["friendly", "rude"], ["server", "waiter"])).toEqual([
      "staff, shared",
      "staff, shared",
    ]));
  test("belong to the aspect that lists most of their names", () =>
    expect(subjectsIn(["price", "cost"], ["price", "cost", "expensive"])).toEqual(["", "price"]));
});
