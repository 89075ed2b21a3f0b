import { byteAt, grown, numberAt } from "../data/typed-arrays.ts";
import { edge } from "./ngram-index.ts";

/** The distinct tokens of all texts, numbered as they come: open addressing by hash. */
export function createTokenTable() {
  let letters: Uint8Array<ArrayBuffer> = new Uint8Array(65_536).fill(edge, 0, 1);
  let lettersEnd = 1;
  let tokenStarts = new Uint32Array(4096);
  let hashes = new Uint32Array(4096);
  let slots = new Uint32Array(16_384);
  let size = 0;

  const isToken = (token: number, bytes: Uint8Array, from: number, to: number): boolean => {
    let at = numberAt(tokenStarts, token);
    for (let i = from; i < to; i += 1, at += 1) if (letters[at] !== bytes[i]) return false;
    return letters[at] === edge;
  };
  const resize = () => {
    slots = new Uint32Array(slots.length * 2);
    for (let token = 0; token < size; token += 1) {
      let slot = numberAt(hashes, token) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = token + 1;
    }
  };
  const addToken = (hash: number, bytes: Uint8Array, from: number, to: number): number => {
    tokenStarts = grown(tokenStarts, size + 2, Uint32Array);
    hashes = grown(hashes, size + 1, Uint32Array);
    letters = grown(letters, lettersEnd + to - from + 1, Uint8Array);
    tokenStarts[size] = lettersEnd;
    hashes[size] = hash;
    for (let i = from; i < to; i += 1) letters[lettersEnd++] = byteAt(bytes, i);
    letters[lettersEnd++] = edge;
    tokenStarts[size + 1] = lettersEnd;
    size += 1;
    return size - 1;
  };

  return {
    /** The number of the token in these bytes, a new one when it was not seen before. */
    numberOf: (hash: number, bytes: Uint8Array, from: number, to: number): number => {
      let slot = hash & (slots.length - 1);
      for (;;) {
        const taken = numberAt(slots, slot);
        if (taken === 0) break;
        if (hashes[taken - 1] === hash && isToken(taken - 1, bytes, from, to)) return taken - 1;
        slot = (slot + 1) & (slots.length - 1);
      }
      const token = addToken(hash, bytes, from, to);
      slots[slot] = token + 1;
      if (size * 2 > slots.length) resize();
      return token;
    },
    size: () => size,
    finish: () => ({ letters: letters.slice(0, lettersEnd), tokenStarts: tokenStarts.slice(0, size + 1) }),
  };
}
