import { recordOf } from "../../schema/json.ts";
import { unpackKeys, unpackWeights, type PackedWeights } from "../sentiment/packing.ts";
import packed from "./weights.json" with { type: "json" };

const sizeNames = ["wordSize", "roleSize", "filters", "cells"] as const;
const weightNames = [
  "word",
  "role",
  "filter",
  "filterBias",
  "attention",
  "attended",
  "strongest",
  "before",
  "after",
  "bias",
] as const;

/**
 * A small quasi-recurrent network that reads sentences: which subjects each praises and which it blames, whatever words
 * an owner lists. Filters see a few neighbouring words. Some find phrases; the others are gates of memory cells, which
 * carry what was read along the sentence, forwards and backwards. For each subject the network attends to what the
 * cells hold, and takes the strongest of everything, in the sentence itself and in its neighbours.
 */
interface Network
  extends Record<(typeof sizeNames)[number], number>, Record<(typeof weightNames)[number], Float32Array> {
  rows: ReadonlyMap<number, number>;
}

type PackedNetwork = { words: string } & Record<(typeof sizeNames)[number], number> &
  Record<(typeof weightNames)[number], PackedWeights>;

const unpackNetwork = (stored: PackedNetwork): Network => ({
  ...recordOf(sizeNames, (name) => stored[name]),
  ...recordOf(weightNames, (name) => unpackWeights(stored[name])),
  rows: unpackKeys(stored.words),
});
export const network = unpackNetwork(packed);
