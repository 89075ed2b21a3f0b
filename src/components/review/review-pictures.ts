import type { PicturedReview } from "../../picture/review-picture.ts";
import { mostPictures, picturePath, starsPicturePath } from "../../publish/review-paths.ts";
import type { Review } from "../../schema/review.ts";
import { dataset, conventions } from "../../site.ts";
import { toDayName, toStars, verificationNames } from "../wording.ts";

const newest = dataset.reviews.slice(0, mostPictures);
const pictured = new Set(newest.map(({ id }) => id));

const toShown = ({ rating, title, text, author, date, verification }: Review): PicturedReview => ({
  rating,
  text: text === "" ? (title ?? "") : text,
  author: author.name,
  facts: `${toDayName(date, conventions)}, verified by ${verificationNames[verification.method].label}`,
});

const toName = (path: string) => path.replace(/^\/pictures\/|\.png$/g, "");

/** What is drawn for those who share a review: one each for the newest, one for all older ones of as many stars. */
export const picturesOfReviews: readonly { name: string; shown: PicturedReview }[] = [
  ...[1, 2, 3, 4, 5].map((rating) => ({
    name: toName(starsPicturePath(rating)),
    shown: { rating, text: "", author: "A verified customer review", facts: "" },
  })),
  ...newest.map((review) => ({ name: toName(picturePath(review.id)), shown: toShown(review) })),
];

/** The address of the picture that stands for a review, and its words for those who do not see it. */
export const pictureOf = ({ id, rating, author }: Review): { path: string; alt: string } => ({
  path: pictured.has(id) ? picturePath(id) : starsPicturePath(rating),
  alt: `${toStars(rating)} from ${author.name}`,
});
