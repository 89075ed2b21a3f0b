/** Filters that see `span` neighbouring words; their weights by neighbour, then input, then filter. */
interface Filters {
  filter: Float32Array;
  filters: number;
  span: number;
}

/** Adds what the filters answer to inputs from `offset` on, for each place a word can have under a filter. */
export function addAnswers(
  answers: Float32Array,
  { filter, filters, span }: Filters,
  inputs: number,
  values: Float32Array,
  offset: number,
): void {
  for (let neighbour = 0; neighbour < span; neighbour += 1) {
    for (const [input, value] of values.entries()) {
      const base = (neighbour * inputs + offset + input) * filters;
      for (let unit = 0; unit < filters; unit += 1) {
        const slot = neighbour * filters + unit;
        answers[slot] = answers[slot]! + value * filter[base + unit]!;
      }
    }
  }
}
