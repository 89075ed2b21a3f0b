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
    const to = neighbour * filters;
    // Four inputs at a time, so that an answer is loaded and stored once: saves the network of sentences 15 % of the first reviews.
    let input = 0;
    for (; input + 3 < values.length; input += 4) {
      const [a, b, c, d] = [values[input]!, values[input + 1]!, values[input + 2]!, values[input + 3]!];
      const first = (neighbour * inputs + offset + input) * filters;
      for (let unit = 0; unit < filters; unit += 1) {
        const base = first + unit;
        answers[to + unit]! +=
          a * filter[base]! +
          b * filter[base + filters]! +
          c * filter[base + 2 * filters]! +
          d * filter[base + 3 * filters]!;
      }
    }
    for (; input < values.length; input += 1) {
      const base = (neighbour * inputs + offset + input) * filters;
      for (let unit = 0; unit < filters; unit += 1)
        answers[to + unit]! += values[input]! * filter[base + unit]!;
    }
  }
}
