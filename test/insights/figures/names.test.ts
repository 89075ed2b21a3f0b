import { expect, test } from "vitest";
import { buildAnalysis, buildEntry, buildSite } from "../../publish/fixture.ts";
import { createFigures } from "../../../src/insights/figures/figures.ts";
import { analyse } from "../../../src/insights/analyse.ts";
import { judgementsOnEntity } from "../../../src/insights/figures/evidence.ts";
import { buildTopics } from "../../../src/insights/topics/topics.ts";
import { lawnSite, review, withReviews } from "../lawn-site.ts";
import { resolveName } from "../../../src/schema/names.ts";

const technicians = [
  { id: "sam", name: "Sam Ortiz", aliases: [] },
  { id: "ann", name: "Ann Bell", aliases: ["Sam"] },
];

test("an id that is a colleague's alias is meant in figures as in search", () => {
  const site = buildSite([buildEntry({ text: "Sam Ortiz was here." })], { technicians });
  const { insights } = buildAnalysis(site);
  const { count } = createFigures(site, [], insights);
  expect(resolveName(technicians, "sam").map(({ id }) => id)).toEqual(["sam"]);
  expect(count([["technician", "sam"]]).value).toBe(0);
  expect(() => count([["technician", "Nobody"]])).toThrow('there is no technician "Nobody"');
});

test("a person, a service and a place of one id are counted apart", () => {
  const reviews = [
    review("They came to Fernwick.", { id: "place" }),
    review("They came to Fernwick again, and Will aerated it, Will did.", { id: "all" }),
  ];
  const site = withReviews(reviews, {
    technicians: [{ id: "one", name: "Will Tanner", aliases: [] }],
    services: [{ ...lawnSite.services[1]!, id: "one" }],
    areas: [{ ...lawnSite.areas[0]!, id: "one" }],
  });
  const { insights, readings, mentions } = analyse(site);
  const { technicians, services, service_areas: areas } = insights.entities;
  expect(
    [technicians, services, areas].map(([one]) => [one!.review_count, one!.mention_count, one!.name]),
  ).toEqual([
    [1, 2, "Will Tanner"],
    [1, 1, "Core aeration"],
    [2, 2, "Fernwick"],
  ]);
  const { count } = createFigures(site, readings, insights);
  expect(["technician", "service", "area"].map((key) => count([[key, "one"]]).reviewIds)).toEqual([
    ["all"],
    ["all"],
    ["place", "all"],
  ]);
  expect(judgementsOnEntity(readings, "technicians", "one").map((judged) => judged.review.id)).toEqual([
    "all",
  ]);
  expect(judgementsOnEntity(readings, "areas", "none")).toEqual([]);
  expect(mentions.get("place")).toEqual({
    technicians: [],
    services: [],
    areas: [{ id: "one", name: "Fernwick" }],
  });
  expect(buildTopics(site, readings).topics.map(({ kind, review_ids }) => [kind, review_ids])).toEqual([
    ["service", ["all"]],
  ]);
});
