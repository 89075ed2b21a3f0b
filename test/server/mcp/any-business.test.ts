import { expect, inject, test } from "vitest";
import type { ReviewsDataset } from "../../../src/schema/datasets.ts";
import { buildDataset, buildReview } from "../dataset.ts";
import { callTool, hello, post, request } from "./messages.ts";
import { loadSnapshot, noInsights, startSmallMcp } from "./running-mcp.ts";

const dentist: ReviewsDataset["business"] = {
  name: "Harbour Dental",
  description: "A dental surgery by the harbour.",
  url: "https://dental.example/",
  telephone: "+44 20 7946 0000",
  email: "hello@dental.example",
  address: { street: "1 Quay", city: "Port", region: "Kent", postal_code: "CT1", country: "GB" },
  opening_hours: [],
  same_as: [],
  services: [],
  technicians: [],
  service_areas: [],
};

/** All that the server says of itself before anything is asked. */
async function surfaceOf(dataset: ReviewsDataset, insights = noInsights): Promise<string> {
  const mcp = await startSmallMcp(dataset, insights);
  const answers = [
    await post(mcp.url, hello()),
    await callTool(mcp.url, "get_business", {}),
    await callTool(mcp.url, "search_reviews", {}),
    ...(await Promise.all(
      ["tools/list", "prompts/list", "resources/list", "resources/templates/list"].map((method) =>
        post(mcp.url, request(method)),
      ),
    )),
  ];
  return answers.map(({ text }) => text).join("\n");
}

test("nothing of the demonstration is said of another business", async () => {
  const { business } = (await loadSnapshot(inject("dist"))).dataset;
  const surface = await surfaceOf({ ...buildDataset([]), business: dentist });
  const names = [
    business.name,
    ...[...business.services, ...business.technicians, ...business.service_areas].flatMap(({ id, name }) => [
      id,
      name,
    ]),
  ];
  for (const name of names) expect(surface.toLowerCase()).not.toContain(name.toLowerCase());
  expect(surface).not.toMatch(/lawn|mow|aerat|crew|grass|hedge/i);
});

test("a business without reviews, people, services and areas is described as it is", async () => {
  const surface = await surfaceOf({ ...buildDataset([]), business: dentist });
  expect(surface).toContain("read-only: no reviews yet");
  expect(surface).toContain("Rating: no reviews yet.");
  expect(surface).toContain("; none are known");
  expect(surface).not.toMatch(/such as[ "]*[,."]|Open \.|\b0 of 5|\b1 reviews\b|undefined|NaN/);
});

test("one review is one review", async () => {
  const surface = await surfaceOf({ ...buildDataset([buildReview({ id: "a" })]), business: dentist });
  expect(surface).toContain("read-only: 1 review, 5 of 5.");
  expect(surface).toContain("from 1 review (");
  expect(surface).toContain(", written 2026-05-01.");
  expect(surface).not.toMatch(/\b1 reviews\b/);
});

test("prompts show what is meant by names of the business's own", async () => {
  const own = {
    ...dentist,
    services: [{ id: "crowns", name: "Crowns", description: "Crowns." }],
    technicians: [
      { id: "ida", name: "Dr Ida Berg" },
      { id: "tom", name: "Tom Lund" },
    ],
  };
  const surface = await surfaceOf({ ...buildDataset([]), business: own });
  expect(surface).toContain("Id or name of the service, such as crowns");
  expect(surface).toContain("Name of one technician, such as Dr Ida Berg or Tom Lund");
});
