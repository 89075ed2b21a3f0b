import { permalinkPath } from "../../../src/publish/review-paths.ts";
import { buildAggregateRating } from "../../../src/publish/reviews.ts";
import { createRandom } from "../../../src/schema/lists.ts";
import { buildBusiness } from "../../../test/publish/business-fixture.ts";
import { type GeneratedReview, generateReviews } from "../generate-content.ts";

export const technicians = ["mike", "dana", "luis", "priya", "tom", "wen"].map((id) => ({
  id,
  name: `${id} Q.`,
}));
export const services = "mowing edging hedges mulch cleanup aeration"
  .split(" ")
  .map((id) => ({ id, name: id }));

const business = {
  ...buildBusiness(),
  services: services.map((service) => ({ ...service, description: service.name })),
  technicians,
};

/** reviews.json with so many generated reviews, newest first, as the build writes it. */
export function buildCorpus(count: number, seed = 1): Buffer {
  const random = createRandom(seed);
  const some = (list: { id: string; name: string }[], chance: number) => list.filter(() => random() < chance);
  const toReview = ({ id, date, rating, text = "", author, source, verification }: GeneratedReview) => ({
    id,
    url: business.url.slice(0, -1) + permalinkPath(id),
    date,
    rating,
    text,
    author: { name: author },
    source,
    verification,
    verified: true,
    mentions: { technicians: some(technicians, 0.06), services: some(services, 0.15), areas: [] },
    ...(random() < 0.03 && { updated: "2026-09-20" }),
  });
  const reviews = Array.from(generateReviews(count, seed), toReview).toReversed();
  const aggregate_rating = buildAggregateRating(reviews);
  return Buffer.from(JSON.stringify({ business, reviews, aggregate_rating, removed: [] }));
}
