import type { AggregateRating, Business } from "../schema/business.ts";
import type { Review } from "../schema/review.ts";

/** JSON that may stand inside a script element: nothing in it can end the element or open a comment. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const dayNames = {
  Mo: "Monday",
  Tu: "Tuesday",
  We: "Wednesday",
  Th: "Thursday",
  Fr: "Friday",
  Sa: "Saturday",
  Su: "Sunday",
} as const;

const buildReview = (review: Review) => ({
  "@type": "Review",
  url: review.url,
  author: { "@type": "Person", name: review.author.name },
  datePublished: review.date,
  ...(review.updated && { dateModified: review.updated }),
  ...(review.title && { name: review.title }),
  ...(review.text && { reviewBody: review.text }),
  ...(review.photos && { image: review.photos.map(({ url }) => url) }),
  reviewRating: { "@type": "Rating", ratingValue: review.rating, bestRating: 5, worstRating: 1 },
});

/** The business by name and place: what a review must say of what it reviews. */
const buildBusinessCore = ({ address, ...business }: Business) => ({
  "@type": business.kind ?? "LocalBusiness",
  "@id": `${business.url}#business`,
  name: business.name,
  url: business.url,
  image: business.cover?.url ?? `${business.url}og.png`,
  ...(business.logo && { logo: business.logo.url }),
  telephone: business.telephone,
  address: {
    "@type": "PostalAddress",
    streetAddress: address.street,
    addressLocality: address.city,
    addressRegion: address.region,
    postalCode: address.postal_code,
    addressCountry: address.country,
  },
  ...(business.price_range && { priceRange: business.price_range }),
});

const context = { "@context": "https://schema.org" };

/** The business as schema.org knows it, with the rating and the reviews that the same page shows. */
export function buildLocalBusiness(business: Business, rating: AggregateRating, reviews: readonly Review[]) {
  const { geo } = business;
  return {
    ...context,
    ...buildBusinessCore(business),
    description: business.description,
    email: business.email,
    ...(geo && { geo: { "@type": "GeoCoordinates", latitude: geo.latitude, longitude: geo.longitude } }),
    openingHoursSpecification: business.opening_hours.map(({ days, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days.map((day) => dayNames[day]),
      opens,
      closes,
    })),
    ...(business.founded && { foundingDate: business.founded }),
    ...(business.same_as.length > 0 && { sameAs: business.same_as }),
    ...(business.service_areas.length > 0 && {
      areaServed: business.service_areas.map(({ name }) => ({ "@type": "Place", name })),
    }),
    ...(rating.review_count > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: rating.rating_value,
        reviewCount: rating.review_count,
        bestRating: rating.best_rating,
        worstRating: rating.worst_rating,
      },
    }),
    ...(reviews.length > 0 && { review: reviews.map(buildReview) }),
  };
}

/** One page of reviews: they belong to the business, which the home page describes in full. */
export const buildReviewsLinkedData = (business: Business, reviews: readonly Review[]) => ({
  ...context,
  ...buildBusinessCore(business),
  review: reviews.map(buildReview),
});

/** The page of one review. */
export const buildReviewLinkedData = (business: Business, review: Review) => ({
  ...context,
  ...buildReview(review),
  itemReviewed: buildBusinessCore(business),
});

/** The business by name and place, for pages that say nothing else of it. */
export const buildBusinessPage = (business: Business) => ({ ...context, ...buildBusinessCore(business) });

/** The data as a catalogue of files, with their licence. */
export function buildDataCatalog(
  business: Business,
  files: readonly { path: string; type: string; note: string }[],
  baseUrl: string,
  modified: string | undefined,
) {
  const publisher = buildBusinessCore(business);
  const shared = {
    ...(business.data_licence && { license: business.data_licence.url }),
    isAccessibleForFree: true,
    ...(modified && { dateModified: modified }),
  };
  return {
    ...context,
    "@type": "DataCatalog",
    name: `Reviews of ${business.name}: open data`,
    url: `${baseUrl}/developers/`,
    publisher,
    ...shared,
    dataset: {
      "@type": "Dataset",
      name: `Verified customer reviews of ${business.name}`,
      description: `Every verified customer review of ${business.name} with stars, dates, replies and what was read in them; texts stay their authors' own.`,
      url: `${baseUrl}/reviews/`,
      creator: { "@id": publisher["@id"] },
      ...shared,
      distribution: files.map(({ path, type, note }) => ({
        "@type": "DataDownload",
        name: note,
        contentUrl: baseUrl + path,
        encodingFormat: type,
      })),
    },
  };
}

export const buildFaqPage = (
  business: Business,
  faq: readonly { question: string; answer_html: string }[],
) => ({
  "@context": "https://schema.org",
  "@type": "FAQPage",
  about: buildBusinessCore(business),
  mainEntity: faq.map(({ question, answer_html }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer_html },
  })),
});
