/** Weights as text: eight bits each, times one step. */
export interface PackedWeights {
  bytes: string;
  step: number;
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

export const unpackWeights = ({ bytes, step }: PackedWeights): Float32Array =>
  Float32Array.from(new Int8Array(bytesOf(bytes).buffer), (value) => value * step);

/** The low 24 bits of a hash: what the weights are filed under. */
export const keyOf = (hash: number): number => hash & 0xffffff;

/** Keys are stored in ascending order as gaps, seven bits a byte; each key's place is its row. */
export function unpackKeys(base64: string): Map<number, number> {
  const rows = new Map<number, number>();
  let key = 0;
  let gap = 0;
  let shift = 0;
  for (const byte of bytesOf(base64)) {
    gap |= (byte & 127) << shift;
    shift += 7;
    if (byte >= 128) continue;
    key += gap;
    rows.set(key, rows.size);
    gap = 0;
    shift = 0;
  }
  return rows;
}
