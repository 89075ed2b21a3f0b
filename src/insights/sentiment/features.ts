import { roleHash, valenceFor } from "../language/clauses.ts";
import type { SentenceReading } from "../language/sentence-reading.ts";
import { mayMean } from "../language/pronouns.ts";
import { hashOf, mix } from "../language/tokens.ts";

/** What the scorer sees of one target in one sentence. */
export interface Features {
  /** Hashed n-grams by place; unbounded hashes, the scorer folds them. */
  sparse: number[];
  dense: Float64Array;
}

const kinds = {
  word: hashOf("word"),
  place: hashOf("place"),
  near: hashOf("near"),
  pair: hashOf("pair"),
  classPair: hashOf("class pair"),
  classTriple: hashOf("class triple"),
  target: hashOf("target"),
  targetOpinion: hashOf("target and opinion"),
  path: hashOf("path"),
  gap: hashOf("gap"),
  holder: hashOf("holder"),
  pronoun: hashOf("pronoun"),
  edge: hashOf("edge"),
  end: hashOf("end"),
};
const boundary = hashOf("");
const decays = [
  { distance: 0.9, barrier: 0.35 },
  { distance: 0.8, barrier: 0.7 },
  { distance: 0.97, barrier: 0.25 },
  { distance: 1, barrier: 0.6 },
];
const perDecay = 4;
const extra = 27;
export const denseSize = decays.length * perDecay + extra;

const distanceBucket = (distance: number): number =>
  distance <= 3 ? distance : distance <= 5 ? 4 : distance <= 8 ? 5 : distance <= 13 ? 6 : 7;
const barrierBucket = (barrier: number): number =>
  barrier < 0.3 ? 0 : barrier < 1 ? 1 : barrier < 2 ? 2 : barrier < 3.5 ? 3 : 4;
const squash = (value: number): number => value / (1 + Math.abs(value) / 3);

/** Features of the target at token indexes [from, to). */
export function featuresOf(reading: SentenceReading, from: number, to: number): Features {
  const { tokens, barrier, contrast } = reading;
  const size = tokens.length;
  const valence = new Float64Array(size);
  const kind = Uint32Array.from(reading.kind);
  const said = Uint32Array.from(reading.said);
  for (let at = 0; at < size; at++) {
    valence[at] = valenceFor(reading, at, from);
    // On the losing side of a comparison praise reads as blame, and blame as praise.
    if (valence[at] !== reading.valence[at]) said[at] = kind[at] = roleHash(valence[at]!);
  }
  const sparse: number[] = [];
  const dense = new Float64Array(denseSize);
  const firstBarrier = barrier[from] ?? 0;
  const lastBarrier = barrier[Math.max(from, to - 1)] ?? 0;
  const distanceOf = (at: number): number => (at < from ? from - at : at >= to ? at - to + 1 : 0);
  const barrierOf = (at: number): number =>
    at < from ? firstBarrier - barrier[at]! : at >= to ? barrier[at]! - lastBarrier : 0;
  const sideOf = (at: number): number => (at < from ? 1 : at >= to ? 2 : 3);
  const kindAt = (at: number): number => (at < 0 || at >= size ? boundary : kind[at]!);
  const hashAt = (at: number): number => (at < 0 || at >= size ? boundary : said[at]!);

  const targetHash = hashAt(to - 1);
  sparse.push(mix(kinds.target, targetHash));
  if (to - from > 1) sparse.push(mix(kinds.target + 1, hashAt(from)));
  sparse.push(mix(kinds.edge, mix(kindAt(from - 1), kindAt(to))));
  sparse.push(mix(kinds.edge + 1, mix(kindAt(from - 1), kindAt(from - 2))));
  sparse.push(mix(kinds.edge + 2, mix(kindAt(to), kindAt(to + 1))));
  sparse.push(mix(kinds.edge + 3, mix(mix(kindAt(to), kindAt(to + 1)), kindAt(to + 2))));
  sparse.push(mix(kinds.edge + 4, mix(mix(kindAt(from - 1), kindAt(from - 2)), kindAt(from - 3))));
  sparse.push(mix(kinds.edge + 5, mix(targetHash, kindAt(to))));
  sparse.push(mix(kinds.edge + 6, mix(targetHash, kindAt(from - 1))));

  let nearestLeft = -1;
  let nearestRight = -1;
  let positive = 0;
  let negative = 0;
  let pronounOpinion = 0;
  for (let at = 0; at < size; at++) {
    const distance = distanceOf(at);
    const between = barrierOf(at);
    const place = sideOf(at) * 8 + barrierBucket(between);
    const spot = sideOf(at) * 8 + distanceBucket(distance);
    const word = hashAt(at);
    if (at < from || at >= to) {
      sparse.push(mix(kinds.word, word));
      sparse.push(mix(kinds.place + place, word));
      if (distance <= 8) sparse.push(mix(kinds.near + spot, word));
    } else sparse.push(mix(kinds.near, word));
    if (kind[at] !== word) {
      sparse.push(mix(kinds.place + place, kind[at]!));
      sparse.push(mix(kinds.near + spot, kind[at]!));
    }
    if (at + 1 < size && (at + 1 < from || at >= to || at + 1 === from || at + 1 === to)) {
      const coarse = sideOf(at) * 4 + (between < 0.3 ? 0 : between < 2 ? 1 : 2);
      sparse.push(mix(kinds.pair + coarse, mix(word, hashAt(at + 1))));
      sparse.push(mix(kinds.classPair + coarse, mix(kindAt(at), kindAt(at + 1))));
      if (distance <= 8)
        sparse.push(mix(kinds.classTriple + coarse, mix(mix(kindAt(at), kindAt(at + 1)), kindAt(at + 2))));
    }
    const value = valence[at]!;
    if (value === 0) continue;
    if (value > 0) positive += value;
    else negative -= value;
    const sign = value > 0 ? 1 : 2;
    if (at < from) nearestLeft = at;
    else if (at >= to && nearestRight < 0) nearestRight = at;
    sparse.push(mix(kinds.targetOpinion + sign * 8 + (between < 0.3 ? 0 : between < 2 ? 1 : 2), targetHash));
    if (distance <= 4) sparse.push(mix(kinds.targetOpinion + 64, mix(targetHash, word)));
    decays.forEach((decay, index) => {
      const weight = decay.distance ** Math.max(0, distance - 1) * Math.exp(-decay.barrier * between);
      const slot = index * perDecay + (at < from ? 0 : at >= to ? 1 : 2);
      dense[slot] = dense[slot]! + value * weight;
      dense[index * perDecay + 3] = dense[index * perDecay + 3]! + Math.abs(value) * weight;
    });
    const held = reading.holderFrom[at]!;
    const side = reading.holderSide[at]!;
    const mine = held >= 0 && held < to && reading.holderTo[at]! > from;
    const status = held < 0 ? 0 : mine ? side : 3 + side;
    sparse.push(mix(kinds.holder + sign * 8 + status, barrierBucket(between)));
    if (mine) sparse.push(mix(kinds.holder + 32, word));
    if (mayMean(reading, at, to)) {
      pronounOpinion += value;
      const apart = distanceBucket(reading.pronoun[at]! - to + 1);
      sparse.push(mix(kinds.pronoun + sign, apart));
      sparse.push(mix(kinds.pronoun + 8 + sign, hashAt(reading.pronoun[at]!)));
    }
    const base = decays.length * perDecay;
    dense[base + status] = dense[base + status]! + value;
    if (mine) dense[base + 7] = dense[base + 7]! + Math.abs(value);
  }
  for (const [side, nearest] of [nearestLeft, nearestRight].entries()) {
    const slot = decays.length * perDecay + 8 + side * 5;
    if (nearest < 0) {
      dense[slot + 4] = 1;
      continue;
    }
    dense[slot] = valence[nearest]!;
    dense[slot + 1] = valence[nearest]! / distanceOf(nearest);
    dense[slot + 2] = Math.sign(valence[nearest]!) * Math.exp(-barrierOf(nearest));
    dense[slot + 3] = barrierOf(nearest) / 3;
    let path = kinds.path + side;
    const [low, high] = nearest < from ? [nearest + 1, from] : [to, nearest];
    if (high - low <= 5) {
      for (let at = low; at < high; at++) path = mix(path, kindAt(at));
      sparse.push(mix(path, kindAt(nearest)));
    }
    sparse.push(
      mix(
        kinds.gap + side,
        mix(distanceBucket(distanceOf(nearest)) * 8 + barrierBucket(barrierOf(nearest)), kindAt(nearest)),
      ),
    );
  }
  const signs =
    (nearestLeft < 0 ? 0 : valence[nearestLeft]! > 0 ? 1 : 2) * 3 +
    (nearestRight < 0 ? 0 : valence[nearestRight]! > 0 ? 1 : 2);
  sparse.push(mix(kinds.gap + 2, signs));
  sparse.push(
    mix(
      kinds.gap + 3,
      mix(
        signs,
        (nearestLeft < 0 ? 9 : barrierBucket(barrierOf(nearestLeft))) * 16 +
          (nearestRight < 0 ? 9 : barrierBucket(barrierOf(nearestRight))),
      ),
    ),
  );
  const last = decays.length * perDecay + 18;
  dense[last] = squash(positive);
  dense[last + 1] = squash(negative);
  dense[last + 2] = Math.min(positive, negative) > 0 ? 1 : 0;
  dense[last + 3] = size / 30;
  dense[last + 4] = size === 0 ? 0 : from / size;
  dense[last + 5] = (contrast[size - 1] ?? 0) > (contrast[Math.max(0, to - 1)] ?? 0) ? 1 : 0;
  dense[last + 6] = (contrast[from] ?? 0) > 0 ? 1 : 0;
  dense[last + 7] = tokens.at(-1)?.word === "?" ? 1 : 0;
  dense[last + 8] = squash(pronounOpinion);
  sparse.push(mix(kinds.end, hashAt(size - 1)));
  for (let slot = 0; slot < decays.length * perDecay + 8; slot++) dense[slot] = squash(dense[slot]!);
  return { sparse, dense };
}
