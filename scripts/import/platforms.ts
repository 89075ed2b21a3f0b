import type { DayOrder } from "./draft.ts";
import type { Field } from "./fields.ts";

/** An export that is known by its headers. */
export interface Platform {
  name: string;
  /** The platform on which the reviews were written, where it is another. */
  source?: string;
  recognise: (headers: ReadonlySet<string>, text: string) => boolean;
  /** Where a header means something else than elsewhere; of several for one field the first that is filled counts. */
  columns?: Partial<Record<string, Field | "ignore">>;
  /** Platforms of one country write days in its way. */
  dates?: DayOrder;
  /** Its rows name the platforms that the reviews come from. */
  isCollector?: boolean;
  /** Its rows can say that a customer wrote the review, so those that do not say it are not vouched for. */
  saysWhoIsCustomer?: boolean;
  /** What the owner should know of every export of it. */
  note?: string;
  /** Why there is nothing to import where no column of stars is. */
  withoutStars?: string;
}

const has = (headers: ReadonlySet<string>, ...wanted: string[]) =>
  wanted.every((header) => headers.has(header));
const hasAny = (headers: ReadonlySet<string>, ...wanted: string[]) =>
  wanted.some((header) => headers.has(header));

/** What shop reviews call the place the reviewer lives in is no place of the business. */
const reviewerPlace = { location: "ignore" } as const;

/** What collectors of places say of the place itself: the state it is in, and that its owner is verified. */
const ofThePlace = { state: "ignore", status: "ignore", verified: "ignore", site: "ignore" } as const;

export const platforms: readonly Platform[] = [
  {
    name: "Outscraper",
    source: "Google",
    recognise: (headers) => has(headers, "reviewrating", "authortitle", "reviewtext"),
    columns: {
      reviewdatetimeutc: "date",
      reviewtimestamp: "ignore",
      owneranswer: "reply",
      owneranswertimestampdatetimeutc: "reply_date",
      owneranswertimestamp: "ignore",
      reviewlink: "url",
      placeid: "ignore",
      name: "location",
      rating: "ignore",
      reviews: "ignore",
      query: "ignore",
      ...ofThePlace,
    },
    dates: "mdy",
  },
  {
    name: "Apify Google Maps",
    source: "Google",
    recognise: (headers) =>
      has(headers, "stars", "publishedatdate") && hasAny(headers, "reviewid", "reviewurl"),
    columns: {
      publishat: "ignore",
      publishedat: "ignore",
      title: "location",
      rating: "ignore",
      name: "author",
      placeid: "ignore",
      url: "ignore",
      texttranslated: "ignore",
      ...ofThePlace,
    },
  },
  {
    name: "Google Places API",
    source: "Google",
    recognise: (headers) => has(headers, "authorattributiondisplayname", "publishtime"),
    columns: {
      name: "id",
      authorattributiondisplayname: "author",
      originaltexttext: "text",
      texttext: "text",
      googlemapsuri: "url",
    },
    note: "the Places API gives at most five reviews of a place: those that are missing may still be there",
  },
  {
    name: "Google Places API (old)",
    source: "Google",
    recognise: (headers) => has(headers, "authorname", "relativetimedescription", "time"),
    columns: { time: "date", url: "ignore", authorurl: "ignore" },
    note: "the Places API gives at most five reviews of a place: those that are missing may still be there",
  },
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
    name: "Trustpilot",
    recognise: (headers, text) =>
      has(headers, "reviewstars", "reviewcontent") ||
      has(headers, "stars", "consumerdisplayname") ||
      (hasAny(headers, "stars", "reviewstars", "rating") && /\btrustpilot\.com\/reviews\//.test(text)),
    columns: {
      source: "ignore",
      reviewsource: "ignore",
      experiencedat: "ignore",
      dateofexperience: "ignore",
      location: "ignore",
      businessname: "location",
      domainurl: "ignore",
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
  {
    name: "Birdeye",
    recognise: (headers, text) =>
      has(headers, "sourcetype", "comments", "rating") ||
      headers.has("uniquereviewurl") ||
      (headers.has("businessname") && hasAny(headers, "reviewer", "reviewername") && /birdeye/i.test(text)),
    columns: {
      comments: "text",
      reviewernickname: "author",
      businessname: "location",
      businessid: "ignore",
      businessnumber: "ignore",
    },
    dates: "mdy",
    isCollector: true,
  },
  {
    name: "Podium",
    recognise: (headers, text) =>
      has(headers, "reviewsitename", "reviewsitereviewid") ||
      [...headers].some((header) => header.includes("podium")) ||
      has(headers, "sitename", "locationuid") ||
      (hasAny(headers, "reviewsite", "sitename", "site") &&
        hasAny(
          headers,
          "location",
          "locationname",
          "locationuid",
          "attributedto",
          "attributions",
          "invitedby",
        )) ||
      /\bpodium\.com\//.test(text),
    columns: {
      publishdate: "date",
      createdat: "date",
      reviewsitename: "source",
      reviewsitereviewid: "id",
      responsesbody: "reply",
      responsescreatedat: "reply_date",
      locationsuid: "location",
    },
    dates: "mdy",
    isCollector: true,
  },
  {
    name: "Thumbtack",
    recognise: (headers, text) =>
      [...headers].some(
        (header) =>
          header.includes("thumbtack") ||
          /^(proresponse|proreply|requestid|requestpk|jobcategory)$/.test(header),
      ) || /\bthumbtack\.com\//.test(text),
    dates: "mdy",
  },
  {
    name: "Facebook",
    recognise: (headers) => hasAny(headers, "recommendationtype", "hasrating", "opengraphstoryid"),
    columns: { recommendationtype: "ignore", createdtime: "date" },
    note: "recommendations on Facebook have no stars, and none are made up: those without stars are left out",
    withoutStars:
      "holds recommendations alone, which have no stars, and none are made up: there is nothing to import",
  },
  {
    name: "Yelp",
    recognise: (headers) =>
      has(headers, "reviewid", "businessid", "stars") || has(headers, "timecreated", "userprofileurl"),
    columns: { userid: "ignore", useful: "ignore", businessid: "location" },
    note: "the Yelp API cuts texts after 160 characters, and its data set has no names",
  },
];
