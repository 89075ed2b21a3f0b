import type { Words } from "../../messages/words.ts";
import type { Business } from "../../schema/business.ts";

const codes = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"] as const;
const dayMinutes = 1440;
const lodgings = new Set(["BedAndBreakfast", "Hotel", "LodgingBusiness"]);

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A time of the week at which the business is open, in minutes from Sunday on, and what is said of it. */
export interface OpenTime {
  from: number;
  to: number;
  /** While it lasts, before it on the same day, and on any day before. */
  open: string;
  today: string;
  later: string;
}

/** Made at build, so that the page needs only the clock. */
export const buildOpenTimes = (
  { opening_hours: hours, kind = "" }: Pick<Business, "opening_hours" | "kind">,
  words: Words,
): OpenTime[] => {
  // A house where guests sleep does not close: its front desk does.
  const place = lodgings.has(kind) ? "desk" : "open";
  return hours
    .flatMap(({ days, opens, closes }) =>
      days.map((day): OpenTime => {
        const from = codes.indexOf(day) * dayMinutes + toMinutes(opens);
        const length = toMinutes(closes === "23:59" ? "24:00" : closes) - toMinutes(opens);
        // Hours that close before they open close on the next day.
        const to = from + (length > 0 ? length : length + dayMinutes);
        const time = words.time(opens);
        return {
          from,
          to,
          open:
            to - from >= dayMinutes
              ? words.t("open.allDay")
              : words.t(`${place}.until`, { time: words.time(closes) }),
          today: words.t(`${place}.today`, { time }),
          later: words.t(`${place}.later`, { day: words.days([day]), time }),
        };
      }),
    )
    .sort((a, b) => a.from - b.from);
};

/** The minute of the week at an instant, where clocks show this time zone. */
function toMinuteOfWeek(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const day = codes.findIndex((code) => part("weekday").startsWith(code));
  return day * dayMinutes + Number(part("hour")) * 60 + Number(part("minute"));
}

/** Whether the business is open at an instant, and until or from when, in a sentence. */
export function findOpenTime(
  times: readonly OpenTime[],
  timeZone: string,
  instant: Date,
): { isOpen: boolean; sentence: string } | undefined {
  const now = toMinuteOfWeek(instant, timeZone);
  const current = times.find(({ from, to }) => (from <= now && now < to) || now + 7 * dayMinutes < to);
  if (current) return { isOpen: true, sentence: current.open };
  const next = times.find(({ from }) => from > now) ?? times[0];
  if (next === undefined) return undefined;
  const isToday = next.from > now && Math.floor(next.from / dayMinutes) === Math.floor(now / dayMinutes);
  return { isOpen: false, sentence: isToday ? next.today : next.later };
}
