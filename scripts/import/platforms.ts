import { has, hasAny, type Platform } from "./platform.ts";
import { shops } from "./shops.ts";

/** What collectors of places say of the place itself: the state it is in, and that its owner is verified. */
const ofThePlace = { state: "ignore", status: "ignore", verified: "ignore", site: "ignore" } as const;

/** Every export that is known by its headers; the first that recognises them counts. */
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
    isPart: true,
    note: "the Places API gives at most five reviews of a place: those that are missing may still be there",
  },
  {
    name: "Google Places API (old)",
    source: "Google",
    recognise: (headers) => has(headers, "authorname", "relativetimedescription", "time"),
    columns: { time: "date", url: "ignore", authorurl: "ignore" },
    isPart: true,
    note: "the Places API gives at most five reviews of a place: those that are missing may still be there",
  },
  ...shops,
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
    name: "Birdeye",
    recognise: (headers, text) =>
      has(headers, "sourcetype", "comments", "rating") ||
      headers.has("uniquereviewurl") ||
      (headers.has("businessname") && hasAny(headers, "reviewer", "reviewername") && /birdeye/i.test(text)),
    columns: {
      comments: "text",
      reviewernickname: "author",
      reviewerfirstname: "author",
      recommended: "recommendation",
      reviewercity: "ignore",
      reviewerstate: "ignore",
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
    note: "Podium writes 5 stars beside a recommendation on Facebook and 1 beside its contrary: withhold those whose author gave none",
  },
  {
    name: "Thumbtack",
    recognise: (headers, text) =>
      [...headers].some(
        (header) =>
          header.includes("thumbtack") ||
          /^(proresponse|proreply|requestid|requestpk|jobcategory|negotiationid)$/.test(header),
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
    isPart: true,
    note: "the Yelp API cuts texts after 160 characters, and its data set has no names",
  },
];
