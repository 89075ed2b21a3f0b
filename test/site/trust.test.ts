import { expect, test } from "vitest";
import { catalogues } from "../../src/messages/catalogues.ts";
import { createWords } from "../../src/messages/words.ts";
import { layOutMap } from "../../src/components/home/area-map.ts";
import { buildOpenTimes, findOpenTime } from "../../src/components/home/open-now.ts";
import { measureReplies, measureTrend } from "../../src/components/home/trust.ts";

const words = createWords({ catalogue: "en-US", page: "en", clock: 12, messages: catalogues["en-US"] });
const rated = (day: string, ratings: number[]) => ratings.map((rating) => ({ date: day, rating }));
const ten = (rating: number) =>
  Array.from({ length: 10 }, (_, index) => (index % 5 === 0 ? rating - 1 : rating));

test.each([
  ["more stars than chance makes", ten(5), ten(3), { now: 4.8, before: 2.8, direction: "up" }],
  ["fewer stars", ten(3), ten(5), { now: 2.8, before: 4.8, direction: "down" }],
  ["what may be chance", ten(5), [...ten(5), 3], { now: 4.8, before: 4.64, direction: "steady" }],
  ["too few of this year", ten(5).slice(1), ten(5), undefined],
  ["too few of the year before", ten(5), ten(5).slice(1), undefined],
])("the trend of %s", (_, now, before, expected) => {
  // The newest is of 2026-03-01: a year ago that day belongs to the year before.
  const reviews = [
    ...rated("2026-03-01", now),
    ...rated("2025-03-01", before),
    ...rated("2024-03-01", ten(1)),
  ];
  expect(measureTrend(reviews)).toEqual(expected);
});

const complaint = (wait?: number, rating = 2) => ({
  date: "2026-03-10",
  rating,
  ...(wait !== undefined && { reply: { date: `2026-03-${10 + wait}`, text: "Sorry." } }),
});

test.each([
  [
    [complaint(1), complaint(2), complaint(3), complaint(9), complaint()],
    { complaints: 5, answered: 4, days: 3 },
  ],
  [[complaint(1), complaint(4, 3)], { complaints: 1, answered: 1, days: 1 }],
  // A reply on the review's own day may be one that its export did not date.
  [[complaint(0), complaint(0), complaint(5), complaint()], { complaints: 4, answered: 3 }],
  [[complaint(0), complaint(2), complaint(5)], { complaints: 3, answered: 3, days: 5 }],
  [[complaint(), complaint(1, 5)], undefined],
])("the answers to complaints %#", (reviews, expected) => {
  expect(measureReplies(reviews)).toEqual(expected);
});

const hours = [
  { days: ["Mo", "Tu", "We", "Th", "Fr"], opens: "07:30", closes: "18:00" },
  { days: ["Fr"], opens: "20:00", closes: "02:00" },
] as Parameters<typeof buildOpenTimes>[0]["opening_hours"];
const sayAt = (instant: string, zone: string, times = hours, kind = "Dentist") =>
  findOpenTime(buildOpenTimes({ opening_hours: times, kind }, words), zone, new Date(instant));

test.each([
  ["2026-11-23T12:29:00Z", false, "Closed now, opens at 7:30 AM"],
  ["2026-11-23T12:30:00Z", true, "Open now, until 6 PM"],
  ["2026-11-23T22:59:00Z", true, "Open now, until 6 PM"],
  ["2026-11-23T23:00:00Z", false, "Closed now, opens Tue at 7:30 AM"],
  // Friday night goes on into Saturday; then nothing until Monday.
  ["2026-11-28T06:59:00Z", true, "Open now, until 2 AM"],
  ["2026-11-28T07:00:00Z", false, "Closed now, opens Mon at 7:30 AM"],
])("at %s in New York the business is open: %s", (instant, isOpen, sentence) => {
  expect(sayAt(instant, "America/New_York")).toEqual({ isOpen, sentence });
});

test("a house where guests sleep does not close, its front desk does", () => {
  const sentenceAt = (instant: string) => sayAt(instant, "UTC", hours, "Hotel")?.sentence;
  expect(sentenceAt("2026-11-23T12:00:00Z")).toBe("Front desk open until 6 PM");
  expect(sentenceAt("2026-11-23T02:00:00Z")).toBe("Front desk opens at 7:30 AM");
});

test("a week that ends after midnight and a day of 24 hours are open as well", () => {
  const late = [{ days: ["Sa"], opens: "18:00", closes: "03:00" }] as typeof hours;
  const sunday = "2026-11-29T02:00:00Z";
  expect(sayAt(sunday, "UTC", late)?.sentence).toBe("Open now, until 3 AM");
  const always = [{ days: ["Su"], opens: "00:00", closes: "23:59" }] as typeof hours;
  expect(sayAt(sunday, "UTC", always)?.sentence).toBe("Open around the clock");
});

test("a map keeps north up, distances in proportion, and every mark inside", () => {
  const size = { width: 360, height: 260 };
  const places = [
    { latitude: 60, longitude: 10, count: 0 },
    { latitude: 60, longitude: 12, count: 4 },
    { latitude: 61, longitude: 10, count: 16 },
  ];
  const [south, east, north] = layOutMap(places, size);
  // At 60 degrees, two degrees of longitude are as long as one of latitude.
  expect((east?.x ?? 0) - (south?.x ?? 0)).toBeCloseTo((south?.y ?? 0) - (north?.y ?? 0), -1);
  expect(north?.y).toBeLessThan(south?.y ?? 0);
  expect(north?.radius).toBeGreaterThan(east?.radius ?? 99);
  for (const mark of layOutMap([...places, { latitude: 60.5, longitude: 10, count: 1 }], size)) {
    expect(mark.x - mark.radius).toBeGreaterThanOrEqual(0);
    expect(mark.x + mark.radius).toBeLessThanOrEqual(size.width);
    expect(mark.y - mark.radius).toBeGreaterThanOrEqual(0);
    expect(mark.y + mark.radius).toBeLessThanOrEqual(size.height);
  }
});
