import { has, hasAny, type Platform } from "./platform.ts";

/** What shop reviews call the place the reviewer lives in is no place of the business. */
const reviewerPlace = { location: "ignore" } as const;

/** Programs with which shops collect reviews. */
export const shops: readonly Platform[] = [
  {
    name: "Judge.me",
    recognise: (headers) =>
      (hasAny(headers, "curated") && hasAny(headers, "reviewername", "productexternalid")) ||
      (has(headers, "reviewername", "reviewdate", "body", "rating", "producthandle") &&
        // Opinew's template is the same but for this.
        !headers.has("barcode")),
    columns: { source: "ignore", ...reviewerPlace },
    saysWhoIsCustomer: true,
  },
  {
    name: "Shopify",
    recognise: (headers) =>
      has(headers, "producthandle", "author", "body", "rating", "createdat") && !headers.has("photourl"),
    columns: reviewerPlace,
  },
  {
    name: "Loox",
    recognise: (headers, text) =>
      (has(headers, "rating", "handle") &&
        hasAny(headers, "nickname", "fullname") &&
        hasAny(headers, "img", "verifiedpurchase")) ||
      has(headers, "producthandle", "rating", "author", "photourl", "verifiedpurchase") ||
      (/\bloox\.io\b/.test(text) && headers.has("rating")),
    columns: { fullname: "author", nickname: "author", ...reviewerPlace },
    saysWhoIsCustomer: true,
  },
  {
    name: "Stamped",
    recognise: (headers, text) =>
      has(headers, "reviewmessage", "reviewrating") ||
      (headers.has("rating") && /\bstamped\.io\b/.test(text)),
    columns: { reviewdate: "date", datecreated: "date", reviewtitle: "title", ...reviewerPlace },
    dates: "mdy",
    saysWhoIsCustomer: true,
  },
  {
    name: "WooCommerce",
    recognise: (headers) => has(headers, "commentauthor", "commentcontent", "rating"),
    columns: {
      commentauthor: "author",
      commentauthoremail: "email",
      commentcontent: "text",
      commentdate: "date",
      commentid: "id",
    },
    saysWhoIsCustomer: true,
  },
  {
    name: "Yotpo",
    recognise: (headers) =>
      has(headers, "reviewscore", "reviewcontent") ||
      (has(headers, "score", "content") && hasAny(headers, "verifiedbuyer", "reviewertype")),
    columns: {
      userdisplayname: "author",
      displayname: "author",
      producttitle: "ignore",
      url: "ignore",
      producturl: "ignore",
      ...reviewerPlace,
    },
    saysWhoIsCustomer: true,
  },
  {
    name: "Okendo",
    recognise: (headers) =>
      has(headers, "body", "datecreated", "rating") &&
      hasAny(
        headers,
        "reviewername",
        "reviewerdisplayname",
        "isverifiedbuyer",
        "verifiedstatus",
        "isrecommended",
      ),
    columns: {
      reviewername: "author",
      reviewerdisplayname: "author",
      name: "author",
      reviewerisverified: "ignore",
      isverified: "ignore",
      location: "ignore",
    },
    saysWhoIsCustomer: true,
  },
];
