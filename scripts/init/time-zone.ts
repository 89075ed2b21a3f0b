import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { foldAccents } from "../../src/schema/names.ts";

const byRegion = z
  .record(z.string(), z.record(z.string(), z.string()))
  .parse(parse(readFileSync(join(import.meta.dirname, "time-zones.yaml"), "utf8")));

const zonesOf = (country: string): readonly string[] => {
  try {
    return new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  } catch {
    // The question about the country reports its faults.
    return [];
  }
};

/** The time zone of an address, where it can be told from it; `here` is this machine's. */
export function guessTimeZone(
  { country = "", region = "", city = "" }: Partial<Record<string, string>>,
  here: string,
): string | undefined {
  const zones = zonesOf(country);
  if (zones.length === 1) return zones[0];
  const name = foldAccents(city).replaceAll(" ", "_");
  const ofCity = zones.find((zone) => foldAccents(zone).endsWith(`/${name}`));
  if (ofCity !== undefined) return ofCity;
  const regions = Object.entries(byRegion[country] ?? {});
  const isOf = (wanted: string) => regions.find(([, of]) => of.split(" ").includes(wanted))?.[0];
  return isOf(region.toUpperCase()) ?? isOf("*") ?? zones.find((zone) => zone === here);
}
