import { numberAt } from "./typed-arrays.ts";

const hashOf = (id: string): number => {
  let value = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) value = Math.imul(value ^ id.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 13)) >>> 0;
};

/** The slot of the first place that is accepted, or the empty slot where a new one belongs: open addressing. */
function slotOf(slots: Uint32Array, hash: number, accepts: (doc: number) => boolean): number {
  const mask = slots.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const taken = numberAt(slots, slot);
    if (taken === 0 || accepts(taken - 1)) return slot;
  }
}

/** Takes the ids of so many reviews; each slot then holds the place of one in the dataset + 1. */
export function createIdTable(count: number, idAt: (doc: number) => string) {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, count * 2))));
  const hashes = new Uint32Array(count);
  return {
    slots,
    /** Whether the id is new. */
    add: (id: string, doc: number): boolean => {
      const hash = hashOf(id);
      const slot = slotOf(slots, hash, (other) => hashes[other] === hash && idAt(other) === id);
      if (slots[slot] !== 0) return false;
      slots[slot] = doc + 1;
      hashes[doc] = hash;
      return true;
    },
  };
}

/** The place of the review with this id. */
export function placeOf(slots: Uint32Array, id: string, idAt: (doc: number) => string): number | undefined {
  const taken = numberAt(
    slots,
    slotOf(slots, hashOf(id), (doc) => idAt(doc) === id),
  );
  return taken === 0 ? undefined : taken - 1;
}
