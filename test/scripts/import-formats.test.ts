import { describe, expect, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { writeContent } from "../content/content-folder.ts";
import { importing, write } from "./owner.ts";

const json = (value: unknown) => JSON.stringify(value, null, 2);

const googleApi = (id: string, location: string, fields: object = {}) => ({
  name: `accounts/1/locations/${location}/reviews/${id}`,
  reviewId: id,
  reviewer: { profilePhotoUrl: null, displayName: "Ann Lee", isAnonymous: null },
  starRating: "FOUR",
  comment: null,
  createTime: "2026-03-01T10:00:00Z",
  updateTime: "2026-03-01T10:00:00Z",
  reviewReply: null,
  ...fields,
});

const outscraperHeaders =
  "query,name,google_id,place_id,location_link,reviews_link,reviews,rating,review_id,author_link,author_title,author_id,author_image,review_text,review_img_urls,owner_answer,owner_answer_timestamp,owner_answer_timestamp_datetime_utc,review_link,review_rating,review_timestamp,review_datetime_utc,review_likes,reviews_id";

/** One export each, in the shape in which it is downloaded: file, what is to be known by it, and its reviews. */
const cases: [string, string, string, object[]][] = [
  [
    "Google Places API JSON",
    "places.json",
    json({
      displayName: { text: "Fern & Sons", languageCode: "en" },
      rating: 4.6,
      userRatingCount: 120,
      reviews: [
        {
          name: "places/ChIJx/reviews/ChZx",
          relativePublishTimeDescription: "a month ago",
          rating: 5,
          text: { text: "Very good", languageCode: "en" },
          originalText: { text: "Muy bueno", languageCode: "es" },
          authorAttribution: {
            displayName: "María Lopez",
            uri: "https://maps.example.com/contrib/1",
            photoUri: "",
          },
          publishTime: "2026-02-03T09:08:07.123Z",
        },
      ],
    }),
    [{ rating: 5, text: "Muy bueno", author: "María L.", date: "2026-02-03", source: { name: "Google" } }],
  ],
  [
    "Google Places API (old) JSON",
    "details.json",
    json({
      html_attributions: [],
      result: {
        name: "Fern & Sons",
        place_id: "ChIJx",
        rating: 4.6,
        user_ratings_total: 120,
        reviews: [
          {
            author_name: "Ann Lee",
            author_url: "https://maps.example.com/contrib/1/reviews",
            language: "en",
            profile_photo_url: "",
            rating: 2,
            relative_time_description: "2 months ago",
            text: "Came late.",
            time: 1770000000,
          },
        ],
      },
      status: "OK",
    }),
    [{ rating: 2, text: "Came late.", author: "Ann L.", date: "2026-02-02", source: { name: "Google" } }],
  ],
  [
    "Google Business Profile",
    "batch.json",
    json({
      locationReviews: [
        { name: "accounts/1/locations/22", review: googleApi("A", "22") },
        { name: "accounts/1/locations/22", review: googleApi("B", "22", { reviewer: null }) },
      ],
    }),
    [{ rating: 4, author: "Ann L." }, { author: "Anonymous" }],
  ],
  [
    "Outscraper CSV",
    "outscraper.csv",
    `${outscraperHeaders}\nfern,Fern & Sons,0x1:0x2,ChIJx,https://maps.example.com,https://search.example.com,120,4.6,ChdA,https://maps.example.com/c/1,Ann Lee,101,,"Neat, and quick.",,Thanks!,1772600000,03/04/2026 04:53:20,https://maps.example.com/r/1,5,1772500000,03/03/2026 01:06:40,0,-123\n`,
    [
      {
        rating: 5,
        text: "Neat, and quick.",
        author: "Ann L.",
        date: "2026-03-03",
        source: { name: "Google", url: "https://maps.example.com/r/1" },
        reply: { date: "2026-03-04", text: "Thanks!" },
      },
    ],
  ],
  [
    "Outscraper JSON",
    "outscraper.json",
    json({
      status: "Success",
      data: [
        {
          query: "fern",
          name: "Fern & Sons",
          rating: 4.6,
          reviews: 120,
          place_id: "ChIJx",
          reviews_data: [
            {
              review_id: "ChdA",
              author_title: "Ann Lee",
              review_text: "Neat, and quick.",
              review_rating: 5,
              review_datetime_utc: "03/03/2026 01:06:40",
              owner_answer: null,
            },
          ],
        },
      ],
    }),
    [
      {
        rating: 5,
        text: "Neat, and quick.",
        author: "Ann L.",
        date: "2026-03-03",
        source: { name: "Google" },
      },
    ],
  ],
  [
    "Apify Google Maps CSV",
    "apify.csv",
    `"title","totalScore","reviewsCount","name","text","textTranslated","publishAt","publishedAtDate","likesCount","reviewId","reviewUrl","stars","rating","responseFromOwnerDate","responseFromOwnerText","placeId"\n"Fern & Sons","4.6","120","Bo Ek","Bra jobb","Good work","2 months ago","2026-02-01T10:00:00.000Z","0","ChZA","https://maps.example.com/r/9","4","","2026-02-02T10:00:00.000Z","Tack!","ChIJx"\n`,
    [
      {
        rating: 4,
        text: "Bra jobb",
        author: "Bo E.",
        date: "2026-02-01",
        source: { name: "Google" },
        reply: { date: "2026-02-02", text: "Tack!" },
      },
    ],
  ],
  [
    "Apify Google Maps JSON",
    "apify.json",
    json([
      {
        title: "Fern & Sons",
        totalScore: 4.6,
        reviewsCount: 120,
        reviews: [
          {
            name: "Bo Ek",
            text: null,
            publishedAtDate: "2026-02-01T10:00:00.000Z",
            reviewId: "ChZA",
            stars: 4,
            rating: null,
          },
        ],
      },
    ]),
    [{ rating: 4, author: "Bo E.", source: { name: "Google" } }],
  ],
  [
    "Trustpilot JSON",
    "trustpilot.json",
    json({
      links: [],
      reviews: [
        {
          id: "65f",
          consumer: { id: "c1", displayName: "Ann Lee", numberOfReviews: 1 },
          businessUnit: { identifyingName: "fern.example", displayName: "Fern & Sons" },
          stars: 5,
          title: "Quick",
          text: "Done in a day.",
          language: "en",
          createdAt: "2026-03-01T10:00:00.000Z",
          experiencedAt: "2026-02-20T00:00:00.000Z",
          companyReply: { text: "Thanks", createdAt: "2026-03-02T10:00:00Z" },
          isVerified: true,
          status: "active",
        },
      ],
    }),
    [
      {
        rating: 5,
        title: "Quick",
        text: "Done in a day.",
        author: "Ann L.",
        date: "2026-03-01",
        verification: { method: "platform" },
        reply: { date: "2026-03-02", text: "Thanks" },
      },
    ],
  ],
  [
    "Trustpilot CSV",
    "trustpilot.csv",
    `Review Created (UTC),Review Id,Review Username,Review Stars,Review Title,Review Content,Review Status,Review User Email,Reference Id,Company Reply,Company Reply Date (UTC),Verified\n2026-03-01 10:00:00,65f,Ann Lee,1,Late,"Came late, left early",active,a@example.com,R1,,,false\n`,
    [{ rating: 1, title: "Late", text: "Came late, left early", author: "Ann L.", withheld: "unverified" }],
  ],
  [
    "Judge.me JSON",
    "judgeme.json",
    json({
      current_page: 1,
      per_page: 10,
      reviews: [
        {
          id: 1,
          title: "Good",
          body: "Neat.",
          rating: 5,
          product_external_id: 2,
          reviewer: { id: 9, name: "Ann Lee", email: "a@example.com" },
          source: "web",
          curated: "ok",
          published: true,
          hidden: false,
          verified: "buyer",
          created_at: "2026-03-01T10:00:00+00:00",
          updated_at: "2026-03-01T10:00:00+00:00",
          pictures: [],
        },
      ],
    }),
    [{ rating: 5, title: "Good", text: "Neat.", author: "Ann L.", verification: { method: "platform" } }],
  ],
  [
    "Yotpo CSV",
    "yotpo.csv",
    'Review Title;Review Content;Review Score;Date;Product ID;Product Title;Product URL;Display Name;Email;Verified Purchase;Published;Comment Content;Comment Public\nSuper;"Top ; really ""top""";5;15/03/2026;9;Bag;https://shop.example.com/p/9;Ana Lopez;a@example.com;Yes;true;Psst, call them;false\n',
    [
      {
        rating: 5,
        title: "Super",
        text: 'Top ; really "top"',
        author: "Ana L.",
        date: "2026-03-15",
        verification: { method: "platform" },
      },
    ],
  ],
  [
    "Loox CSV",
    "loox.csv",
    "id,status,rating,email,nickname,full_name,review,date,productId,handle,img,variant,verified_purchase\n1,Active,5,a@example.com,Julie,Julie Martin,Perfect for us,2026-02-05T08:00:00.000Z,8123,dress,,M,true\n",
    [
      {
        rating: 5,
        text: "Perfect for us",
        author: "Julie M.",
        date: "2026-02-05",
        verification: { method: "platform" },
      },
    ],
  ],
  [
    "Okendo CSV",
    "okendo.csv",
    "Review ID,Product ID,Product Name,Rating,Title,Body,Reviewer Name,Is Verified Buyer,Date Created,Status\nr1,shopify-5,Candle,4,,Burns for long,Zoé Roy,TRUE,2026-02-01,approved\n",
    [{ rating: 4, text: "Burns for long", author: "Zoé R.", verification: { method: "platform" } }],
  ],
  [
    "Okendo JSON",
    "okendo.json",
    json({
      reviews: [
        {
          reviewId: "e4",
          productId: "shopify-5",
          body: "Great quality!",
          dateCreated: "2026-02-12T16:36:26.905Z",
          isRecommended: true,
          rating: 5,
          title: null,
          status: "approved",
          reply: {
            body: "<p><b>Thanks</b> &amp; bye</p>",
            dateCreated: "2026-02-13T00:00:00Z",
            isPrivate: false,
          },
          reviewer: { displayName: "Tim C.", isVerified: true, verifiedStatus: "buyer" },
        },
      ],
    }),
    [
      {
        text: "Great quality!",
        author: "Tim C.",
        reply: { text: "Thanks & bye" },
        verification: { method: "platform" },
      },
    ],
  ],
  [
    "Stamped JSON",
    "stamped.json",
    json({
      page: 1,
      data: [
        {
          id: 7,
          author: "Ann Lee",
          reviewTitle: "Fine",
          reviewMessage: "Smooth.",
          reviewRating: 4,
          reviewDate: "03/14/2026",
          reviewVerifiedType: 2,
          reviewReply: "Thanks",
          dateReplied: "2026-03-15T00:00:00",
          productId: 1,
          location: "United States",
        },
      ],
      total: 1,
      rating: 4.7,
    }),
    [
      {
        rating: 4,
        title: "Fine",
        text: "Smooth.",
        author: "Ann L.",
        date: "2026-03-14",
        reply: { date: "2026-03-15" },
        verification: { method: "platform" },
      },
    ],
  ],
  [
    "Birdeye JSON",
    "birdeye.json",
    json([
      {
        reviewId: 5,
        rating: 5,
        comments: "Lovely people.",
        reviewer: { nickName: "Ann", firstName: "Ann", lastName: "Lee", thumbnailUrl: "" },
        sourceType: "GOOGLE",
        reviewDate: "Mar 01, 2026",
        uniqueReviewUrl: "https://birdeye.example.com/r/5",
        response: "Thank you",
        responseDate: "Mar 02, 2026",
        businessName: "Fern & Sons",
        businessId: 1,
      },
    ]),
    [{ rating: 5, text: "Lovely people.", author: "Ann L.", date: "2026-03-01", source: { name: "Google" } }],
  ],
  [
    "Podium JSON",
    "podium.json",
    json({
      data: [
        {
          uid: "u1",
          author: "Joe Poe",
          body: "Came late.",
          rating: 2,
          siteName: "google",
          publishDate: "2026-03-02T10:00:00Z",
          createdAt: "2026-03-05T10:00:00Z",
          locationUid: "l1",
          reviewUrl: "https://maps.example.com/r/2",
          needsResponse: true,
        },
      ],
      metadata: { nextCursor: null },
    }),
    [{ rating: 2, text: "Came late.", author: "Joe P.", date: "2026-03-02", source: { name: "Google" } }],
  ],
  [
    "Facebook JSON",
    "ratings.json",
    json({
      data: [
        {
          created_time: "2026-03-01T10:00:00+0000",
          recommendation_type: "positive",
          review_text: "They are kind.",
          rating: 5,
          has_rating: true,
          reviewer: { name: "Ann Lee", id: "1" },
        },
      ],
    }),
    [
      {
        rating: 5,
        text: "They are kind.",
        author: "Ann L.",
        date: "2026-03-01",
        source: { name: "Facebook" },
      },
    ],
  ],
  [
    "Yelp JSON",
    "yelp.jsonl",
    `${JSON.stringify({ review_id: "x1", user_id: "u1", business_id: "b1", stars: 4.0, useful: 0, funny: 0, cool: 0, text: "Solid.\n\nWill come back.", date: "2026-01-07 22:09:11" })}\n${JSON.stringify({ review_id: "x2", user_id: "u2", business_id: "b1", stars: 1.0, useful: 0, funny: 0, cool: 0, text: "No.", date: "2026-01-08 22:09:11" })}\n`,
    [
      { rating: 4, text: "Solid.\n\nWill come back.", author: "Anonymous", source: { name: "Yelp" } },
      { rating: 1 },
    ],
  ],
  [
    "Podium JSON",
    "podium-reviews.json",
    json({
      data: [
        {
          author: { id: "24", name: "Joe Poe" },
          responses: [{ body: "Thanks, Joe!", createdAt: "2026-02-23T23:50:07Z", siteAuthorName: "Jo" }],
          uid: "u-1",
          locations: [{ uid: "place-1" }],
          review: {
            body: "They came at once.",
            url: "https://maps.example.com/r/1",
            rating: 5,
            siteName: "Google",
            siteReviewId: "2390",
          },
          createdAt: "2026-02-20T23:50:07Z",
          updatedAt: "2026-02-20T23:50:07Z",
          attributions: [{ userUid: "x", apiClientUid: null, reviewInvitationUid: null }],
          isRecommendation: false,
          needsResponse: false,
        },
      ],
      metadata: { nextCursor: null },
    }),
    [
      {
        rating: 5,
        text: "They came at once.",
        author: "Joe P.",
        date: "2026-02-20",
        source: { name: "Google", url: "https://maps.example.com/r/1" },
        reply: { date: "2026-02-23", text: "Thanks, Joe!" },
        withheld: "unverified",
      },
    ],
  ],
  [
    "Apify Google Maps JSON",
    "apify-items.json",
    json([
      {
        searchString: "x",
        reviewerId: "101",
        name: "Ann Lee",
        isLocalGuide: false,
        text: "On time.",
        publishAt: "2 months ago",
        publishedAtDate: "2026-02-01T10:00:00.000Z",
        reviewId: "ChZ1",
        reviewUrl: "https://maps.example.com/r/1",
        reviewOrigin: "Google",
        stars: 5,
        rating: null,
        reviewContext: { Service: "Mowing" },
        reviewDetailedRating: {},
        location: { lat: 1.5, lng: 2.5 },
        city: "Fernwick",
        state: "Ohio",
        title: "Fern & Sons",
        totalScore: 4.6,
        permanentlyClosed: false,
        placeId: "ChIJx",
      },
    ]),
    [{ rating: 5, text: "On time.", author: "Ann L.", withheld: "unverified" }],
  ],
  [
    "Outscraper JSON",
    "outscraper-lists.json",
    json({
      status: "Success",
      data: [
        [
          {
            query: "fern",
            name: "Fern & Sons",
            state: "Ohio",
            verified: true,
            rating: 4.6,
            reviews: 120,
            reviews_data: [
              {
                review_id: "ChdA",
                author_title: "Ann Lee",
                review_text: "Neat.",
                review_rating: 5,
                review_datetime_utc: "03/03/2026 01:06:40",
              },
            ],
          },
        ],
      ],
    }),
    [{ rating: 5, text: "Neat.", author: "Ann L.", date: "2026-03-03", withheld: "unverified" }],
  ],
  [
    "Outscraper CSV",
    "outscraper-places.csv",
    "query,name,state,verified,rating,reviews,review_id,author_title,review_text,review_rating,review_datetime_utc\nfern,Fern & Sons,Ohio,True,4.6,120,ChdA,Ann Lee,Neat.,5,03/03/2026 01:06:40\n",
    [{ rating: 5, text: "Neat.", withheld: "unverified" }],
  ],
  [
    "Judge.me CSV",
    "judgeme.csv",
    "title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,ip_address,location,metaobject_handle\nTidy,Came on the day.,5,2026-03-02 10:12:00 UTC,email,ok,Camille Roux,c@example.com,70,mow,Thanks!,2026-03-04 09:00:00 UTC,,10.0.0.1,FR,\nBuy,Cheap watches now.,5,2026-03-03 10:12:00 UTC,web,spam,Bot,b@example.com,70,mow,,,,,,\n",
    [
      {
        title: "Tidy",
        date: "2026-03-02",
        source: { name: "Judge.me" },
        reply: { date: "2026-03-04" },
        withheld: "unverified",
      },
      { withheld: "unverified" },
    ],
  ],
  [
    "Loox CSV",
    "loox-template.csv",
    "product_handle,product_Id,rating,author,email,body,created_at,photo_url,reply,replied_at,verified_purchase,incentivized\nmow,70,5,Julie Martin,a@example.com,Perfect for us.,2026-02-05,,Thanks,2026-02-06,true,false\nmow,70,4,Nora Berg,n@example.com,Good but late.,2026-02-07,,,,false,false\n",
    [
      { author: "Julie M.", verification: { method: "platform" }, reply: { date: "2026-02-06" } },
      { author: "Nora B.", withheld: "unverified" },
    ],
  ],
  [
    "Okendo CSV",
    "okendo-template.csv",
    "name,body,handle,productId,rating,sku,dateCreated,countryCode,email,imageUrls,isApproved,isIncentivized,isRecommended,rejectedImageUrls,reply,replyDateCreated,replyIsPublic,title,videoUrls,isVerifiedBuyer,variantId,status\nZoe Roy,Burns long.,candle,5,4,,2026-02-01T10:00:00Z,FR,z@example.com,,true,false,true,,Thank you,2026-02-02T10:00:00Z,true,Nice,,true,,approved\nAnn Lee,Burns well too.,candle,5,5,,2026-02-03T10:00:00Z,FR,a@example.com,,true,false,true,,Psst: call her,2026-02-04T10:00:00Z,false,Good,,true,,approved\nBo Ek,Not at all.,candle,5,1,,2026-02-05T10:00:00Z,FR,b@example.com,,false,false,false,,,,,Bad,,true,,rejected\n",
    [
      { author: "Zoe R.", verification: { method: "platform" }, reply: { text: "Thank you" } },
      { author: "Ann L.", verification: { method: "platform" } },
      { author: "Bo E.", withheld: "unverified" },
    ],
  ],
  [
    "Yotpo JSON",
    "yotpo-apps.json",
    json({
      reviews: [
        {
          id: 1,
          title: "Good",
          content: "Very good work.",
          score: 5,
          created_at: "2026-02-01T10:00:00.000Z",
          updated_at: "2026-02-01T10:00:00.000Z",
          sku: "x",
          name: "Ann Lee",
          email: "a@example.com",
          reviewer_type: "verified_buyer",
          deleted: false,
          archived: false,
          escalated: false,
        },
        {
          id: 2,
          title: "Bad",
          content: "Very bad work.",
          score: 1,
          created_at: "2026-02-02T10:00:00.000Z",
          updated_at: "2026-02-02T10:00:00.000Z",
          name: "Bo Ek",
          reviewer_type: "anonymous_user",
          deleted: false,
          archived: false,
        },
      ],
    }),
    [
      { author: "Ann L.", verification: { method: "platform" } },
      { author: "Bo E.", withheld: "unverified" },
    ],
  ],
  [
    "Yelp JSON",
    "yelp-fusion.json",
    json({
      reviews: [
        {
          id: "xA",
          url: "https://www.yelp.example/biz/fern?hrid=xA",
          text: "Went there and it was fine...",
          rating: 5,
          time_created: "2026-01-29 00:41:13",
          user: { id: "u", profile_url: "https://www.yelp.example/u", image_url: "", name: "Ella A." },
        },
      ],
      total: 3,
      possible_languages: ["en"],
    }),
    [{ rating: 5, author: "Ella A.", source: { name: "Yelp" }, date: "2026-01-29" }],
  ],
  [
    "schema.org JSON-LD",
    "page.html",
    `<html><script type="application/ld+json">{"@type":"LocalBusiness","review":{"@type":"Review","author":{"name":"Anne O&#39;Hara"},"datePublished":"2026-03-01","reviewBody":"Fast &amp; neat.<br>Twice &lt;3","reviewRating":{"ratingValue":5},"publisher":{"name":"Google Maps"}}}</script></html>`,
    [{ text: "Fast & neat.\nTwice <3", author: "Anne O.", source: { name: "Google" } }],
  ],
  [
    "schema.org microdata",
    "page.html",
    `<div itemscope itemtype="https://schema.org/LocalBusiness"><h1 itemprop="name">Fern</h1><div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ann Lee</b></span><meta itemprop="datePublished" content="2026-03-01"><span itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating"><meta itemprop="ratingValue" content="4"></span><p itemprop="reviewBody">Fast &amp; neat.<br/>Twice.</p></div></div>`,
    [{ rating: 4, text: "Fast & neat.\nTwice.", author: "Ann L.", date: "2026-03-01" }],
  ],
];

test("recommendations have no stars, and none are made up", async () => {
  const graph = {
    data: [
      {
        created_time: "2026-03-01T10:00:00+0000",
        recommendation_type: "positive",
        review_text: "They are kind.",
        reviewer: { name: "Ann Lee", id: "1" },
      },
    ],
  };
  await expect(importing(await writeContent(), await write("ratings.json", json(graph)))).rejects.toThrow(
    /ratings\.json holds recommendations alone, which have no stars/,
  );
  const podium = {
    data: [
      {
        author: { id: "1", name: "Ann Lee" },
        review: { body: "Kind.", rating: 5, siteName: "Facebook", siteReviewId: "7" },
        createdAt: "2026-03-01T10:00:00Z",
        isRecommendation: true,
      },
    ],
  };
  const report = await importing(await writeContent(), await write("podium.json", json(podium)));
  expect(report).toMatchObject({
    new: [],
    refused: [{ why: expect.stringContaining("is a recommendation") }],
  });
});

describe("exports are known by what they hold", () => {
  test.each(cases)("%s", async (format, name, bytes, expected) => {
    const content = await writeContent();
    const file = await write(name, bytes);
    const report = await importing(content, file, "--verified-by", "platform", "--write");
    expect(report.refused).toEqual([]);
    expect(report.new).toMatchObject(expected);
    expect(report.new).toHaveLength(expected.length);
    expect(report.format).toBe(format);
    expect(JSON.stringify(report.new)).not.toMatch(/@example\.com|Psst/);
    await loadSite(content, { today: "2026-11-20" });
    expect(await importing(content, file, "--verified-by", "platform", "--write")).toMatchObject({
      new: [],
      edited: [],
      written: [],
      questions: [],
    });
  });
});
