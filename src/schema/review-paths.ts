/** Where people read a review: a page of its own, whose address never changes. */
export const permalinkPath = (id: string): string => `/reviews/${id}/`;

/** The kinds of lists of reviews that are built, by the first part of their address. */
export const listKinds = ["stars", "people", "services", "areas", "praise", "criticism", "years"] as const;
export type ListKind = (typeof listKinds)[number];

/** The first page of a list; further pages stand below it. No id of a review can collide: those have one part. */
export const listPath = (kind: ListKind, id: string | number, page = 1): string =>
  `/reviews/${kind}/${id}/${page > 1 ? `${page}/` : ""}`;

/** So many of the newest reviews have a picture of their own; older ones share one with those of as many stars. */
export const maxPictures = 60;

/** The picture that is shown where a link to the review is shared. */
export const picturePath = (id: string): string => `/pictures/${id}.png`;
export const starsPicturePath = (rating: number): string => `/pictures/stars/${rating}.png`;

/** Whether a page of reviews that is not one review's own has this name: a month's, or that of a kind of lists. */
export const isReservedId = (id: string): boolean =>
  /^\d{4}-\d{2}$/.test(id) || listKinds.some((kind) => kind === id);
