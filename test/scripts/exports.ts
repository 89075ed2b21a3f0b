interface GoogleFields {
  id: string;
  name?: string;
  stars?: string;
  comment?: string;
  created?: string;
  updated?: string;
  reply?: string | undefined;
  account?: string;
}

/** A review as Google Takeout and the Business Profile API write it. */
export const google = ({
  id,
  name = "Karen McDonald",
  stars = "FIVE",
  comment,
  created = "2026-03-01T10:00:00.123456789Z",
  updated,
  reply,
  account = "111",
}: GoogleFields) => ({
  reviewer: { profilePhotoUrl: "https://lh3.example.com/a/photo", displayName: name },
  starRating: stars,
  ...(comment !== undefined && { comment }),
  createTime: created,
  updateTime: updated ?? created,
  ...(reply !== undefined && { reviewReply: { comment: reply, updateTime: updated ?? created } }),
  name: `accounts/${account}/locations/222/reviews/${id}`,
});

export const googlePage = (...reviews: object[]): string => JSON.stringify({ reviews });
