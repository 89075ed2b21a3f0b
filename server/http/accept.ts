/**
 * What an Accept or Accept-Encoding header lists, in lower case, with the weight of each: from 0, not at all, to 1. An
 * unreadable weight is none.
 */
export function parseAccept(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (name !== "") weights.set(name, Number.isNaN(weight) ? 0 : weight);
  }
  return weights;
}
