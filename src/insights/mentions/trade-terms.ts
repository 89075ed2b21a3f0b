import { beautyTerms } from "./trade-terms/beauty.ts";
import { buildingTerms } from "./trade-terms/building.ts";
import { healthTerms } from "./trade-terms/health.ts";
import { householdTerms } from "./trade-terms/household.ts";
import { outdoorTerms } from "./trade-terms/outdoors.ts";
import { plumbingAndHeatingTerms } from "./trade-terms/plumbing-and-heating.ts";
import { vehicleTerms } from "./trade-terms/vehicles.ts";
import { visitTerms } from "./trade-terms/visits.ts";

/**
 * What customers say for the usual services of a trade, one service a line: `drain|sewer clean: main line; snake > drain`.
 * Before the colon the words of its name, in any form and order, `a|b` either, `a?` if there, ` / ` between names.
 * After it, between semicolons: phrases parted by commas (`!` before a word that says the service even where it is of
 * its name), or verbs `>` the things they are done to.
 */
export type TradeTerms = Readonly<Record<string, string>>;

export interface Term {
  names: { words: readonly string[]; optional: boolean }[][];
  phrases: string[];
  /** Words of the name that are terms all the same. */
  sure: string[];
  work: Work[];
}

export interface Work {
  verbs: string[];
  things: string[];
  isWhole?: boolean;
  /** The verbs are those of many services. */
  isCommon?: boolean;
}

/** Verbs of many services, written in capitals. */
const common: Readonly<Record<string, string>> = {
  GET: "get have need want book schedule come go bring order do give receive",
  FIX: "fix repair replace swap change patch rebuild service do look check diagnose sort redo adjust restore",
  FIT: "install put fit mount hang add replace swap upgrade set",
};

export const words = (list: string): string[] => list.split(/\s+/).filter(Boolean);

function parseTerm(line: string): Term {
  const [names = "", rest = ""] = line.split(":");
  const term: Term = {
    names: names.split(" / ").map((name) =>
      words(name).map((word) => ({
        words: word.replace("?", "").split("|"),
        optional: word.endsWith("?"),
      })),
    ),
    phrases: [],
    sure: [],
    work: [],
  };
  for (const part of rest.split(";")) {
    const [left = "", things] = part.split(">");
    if (things !== undefined) {
      const [shared, own] = [true, false].map((is) => words(left).filter((verb) => verb in common === is));
      if (shared?.length)
        term.work.push({
          verbs: shared.flatMap((verb) => words(common[verb] ?? "")),
          things: words(things),
          isCommon: true,
        });
      if (own?.length) term.work.push({ verbs: own, things: words(things) });
    } else
      for (const phrase of left.split(",").map((one) => one.trim())) {
        if (phrase.startsWith("!")) term.sure.push(phrase.slice(1));
        else if (phrase !== "") term.phrases.push(phrase);
      }
  }
  return term;
}

const parseTrades = (...files: TradeTerms[]): Term[][] =>
  files.flatMap((file) =>
    Object.values(file).map((list) =>
      list
        .split("\n")
        .filter((line) => line.includes(":"))
        .map(parseTerm),
    ),
  );

let parsed: Term[][] | undefined;
/** By trade, read when first asked for. */
export const trades = (): Term[][] =>
  (parsed ??= parseTrades(
    plumbingAndHeatingTerms,
    buildingTerms,
    householdTerms,
    outdoorTerms,
    vehicleTerms,
    healthTerms,
    beautyTerms,
    visitTerms,
  ));
