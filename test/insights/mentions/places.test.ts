import { expect, test } from "vitest";
import { createReviewReader } from "../../../src/insights/reader.ts";
import { lawnSite, review } from "../lawn-site.ts";
import { idsOf } from "./labelled-entities.ts";

const names =
  "Lincoln, Auburn, Salem, Madison, Surprise, Liberty, Normal, Hershey, Orange, Reading, Palestine, Dunmere, Azalea District".split(
    ", ",
  );
const read = createReviewReader({
  ...lawnSite,
  areas: names.map((name) => ({
    id: name.toLowerCase().split(" ")[0] ?? "",
    name,
    region: "Nebraska",
    aliases: [],
  })),
});

test.each([
  ["Every Lincoln dentist I tried was booked.", ["lincoln"]],
  ["Glad Madison has a shop like this.", ["madison"]],
  ["Whether you live in Salem or Madison, they come.", ["salem", "madison"]],
  ["We drove up from Surprise.", ["surprise"]],
  ["Hershey, NE is lucky.", ["hershey"]],
  ["Lincoln, USA is lucky.", ["lincoln"]],
  ["There's nobody better in orange", ["orange"]],
  ["I grew up in Normal.", ["normal"]],
  ["They also do Madison on Tuesdays.", ["madison"]],
  ["They come out to Madison every week.", ["madison"]],
  ["Madison is full of movers, these are the good ones.", ["madison"]],
  ["My mom's Salem condo had no heat.", ["salem"]],
  ["Salem to Madison in an ice storm, they came.", ["salem", "madison"]],
  ["lincoln ne here and i still make the drive", ["lincoln"]],
  ["I highly recommend them when in Salem.", ["salem"]],
  ["A hidden gem on the Westside of Lincoln.", ["lincoln"]],
  ["They are tucked into a corner of Auburn near the mill.", ["auburn"]],
  ["This shop is a Lincoln institution.", ["lincoln"]],
  ["A great spot for the Auburn/Tolland area!", ["auburn"]],
  ["They cover both Auburn and Madison for the same price.", ["auburn", "madison"]],
  ["They are in walking distance of my place in the Azalea District", ["azalea"]],
  ["No problem traveling to Dunmere for work like this.", ["dunmere"]],
  ["Another trip to Dunmere, another good visit.", ["dunmere"]],
  ["I have hired movers in Texas and Dunmere before.", ["dunmere"]],
  ["They were kind after our trip to Madison.", []],
  ["When in Rome, do as they do and tip the crew.", []],
  ["You can tell from reading some of the other reviews.", []],
  ["I first chose Salem Family Physicians for my son.", []],
  ["We moved here from Salem in Oregon.", []],
  ["We used to live in Auburn (Maine).", []],
  ["I'm from Salem, Mass., and nobody there does it like this.", []],
  ["moved from lincoln, california and needed a dentist", []],
  ["My wife's Lincoln was ready by noon.", []],
  ["Their office is on Madison, by the bank.", []],
  ["1400 Lincoln is the address they gave me.", []],
  ["Like seeing the Statue of Liberty for the first time.", []],
  ["They rented a trencher from Liberty and returned it.", []],
  ["My son graduated from Auburn in May.", []],
  ["They handed the kids Hershey bars.", []],
  ["I spoke to Madison and she fixed the bill.", []],
  ["Salem candles by the pool, thanks to them.", []],
  ["Madison is a sweetheart.", []],
  ["What a lovely Surprise!", []],
  ["We adopted Salem from the shelter.", []],
  ["The party was set in Salem, on the TV.", []],
  ["Everything is back to normal now.", []],
  ["The gate was painted in orange.", []],
  ["We sent the kids to Camp Dunmere.", []],
  ["James Madison himself could not have waited longer.", []],
])("%s names the places %j", (text, ids) => {
  expect(idsOf(read(review(text)), "areas")).toEqual(ids);
});
