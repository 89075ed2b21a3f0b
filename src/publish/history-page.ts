import type { LogEntry } from "../schema/transparency-log.ts";

/** The entries of the log as people read them: the events of each month, newest month first. */
export function buildHistoryMonths(entries: readonly LogEntry[]) {
  const months = Map.groupBy(
    entries.filter((entry) => entry.type !== "key" && entry.type !== "withheld"),
    ({ day }) => day.slice(0, 7),
  );
  return [...months]
    .map(([month, members]) => {
      const count = (type: LogEntry["type"]) => members.filter((entry) => entry.type === type).length;
      return {
        month,
        published: count("published"),
        edited: count("edited"),
        replied: count("replied"),
        removed: members.flatMap((entry) =>
          entry.type === "removed" ? [{ id: entry.id, day: entry.day, reason: entry.reason }] : [],
        ),
      };
    })
    .sort((a, b) => (a.month < b.month ? 1 : -1));
}

/** The counts that were logged last: how many reviews are withheld for which reason, by name. */
export const lastWithheld = (entries: readonly LogEntry[]): [reason: string, count: number][] =>
  Object.entries(entries.findLast((entry) => entry.type === "withheld")?.counts ?? {}).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );

/** When the log was started and when it last grew, and whether it also covers reviews from before its start. */
export function findSpan(
  entries: readonly LogEntry[],
): { start: string; newest: string; coversOlder: boolean } | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const start = first.day;
  const newest = entries.reduce((latest, { day }) => (day > latest ? day : latest), start);
  return { start, newest, coversOlder: entries.some(({ day }) => day.slice(0, 7) < start.slice(0, 7)) };
}
