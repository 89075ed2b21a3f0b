const shown = new Set(
  "published publish approved active live visible ok public accepted true yes 1 responded replied unreplied".split(
    " ",
  ),
);
const hidden = new Set(
  "unpublished unapproved pending draft hidden spam deleted archived rejected flagged removed disabled inactive".split(
    " ",
  ),
);
const yes = new Set("true yes y 1 1.0 t x".split(" "));
const no = new Set("false no n 0 0.0 f".split(" "));

/** Headers that ask a question, and whether "yes" means that the platform shows the review. */
export const yesNoHeaders: Record<string, boolean> = {
  published: true,
  ispublished: true,
  approved: true,
  isapproved: true,
  visible: true,
  isvisible: true,
  active: true,
  hidden: false,
  ishidden: false,
  spam: false,
  isspam: false,
  deleted: false,
  isdeleted: false,
  archived: false,
  rejected: false,
  flagged: false,
  isflagged: false,
  isarchived: false,
  isrejected: false,
  isapprovedbyadmin: true,
  commentapproved: true,
  unpublished: false,
  pending: false,
  ispending: false,
  isdraft: false,
  suppressed: false,
};

/** Headers that say since when the platform does not show the review, and so that it does not. */
export const withdrawnSince: Record<string, string> = {
  deletedat: "deleted",
  removedat: "removed",
  hiddenat: "hidden",
  archivedat: "archived",
  rejectedat: "rejected",
  unpublishedat: "unpublished",
};

const toWord = (value: string) =>
  value
    .slice(0, 60)
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

/** Whether the word says of a review that it is shown, or that it is not. */
export const isStatusWord = (value: string): boolean => {
  const word = toWord(value);
  return (shown.has(word) && !yes.has(word)) || hidden.has(word);
};

/**
 * Why the platform does not show the review, in its own word; nothing when it shows it or says nothing. A word that
 * nobody here knows counts as not shown.
 */
export function findUnpublished(plainHeader: string, value: string): string | undefined {
  const word = toWord(value);
  if (word === "") return undefined;
  const header = plainHeader.replace(/^review(?=.)/, "");
  const since = withdrawnSince[header];
  if (since !== undefined) return since;
  const isYesShown = yesNoHeaders[header];
  if (isYesShown !== undefined && (yes.has(word) || no.has(word))) {
    if (yes.has(word) === isYesShown) return undefined;
    return isYesShown ? `not ${header.replace(/^(?:is|comment)/, "")}` : header.replace(/^is/, "");
  }
  return shown.has(word) ? undefined : word;
}

const customers = new Set([
  "true",
  "yes",
  "y",
  "1",
  "verified",
  "verified buyer",
  "verified purchase",
  "verified customer",
  "verified order",

  "buyer",
  "confirmed buyer",
  "confirmed purchase",
  "purchase",
  "invited",
]);

/** Whether the platform says that a customer wrote it; nothing when the column is empty. */
export function isCustomer(plainHeader: string, value: string): boolean | undefined {
  const word = toWord(value);
  if (word === "") return undefined;
  // Stamped: 0 nobody, 1 the address alone, 2 the purchase.
  if (plainHeader === "reviewverifiedtype" && /^\d$/.test(word)) return word === "2";
  return customers.has(word);
}
