/** As much of a request's target as may be a query. */
export const mostQuery = 8 * 1024 - 24;

export const repeat = (piece: (at: number) => string, size: number): string => {
  let text = "";
  for (let at = 0; text.length < size; at += 1) text += piece(at);
  return text.slice(0, size);
};

/** Queries that grow: each once made something quadratic, or an answer many times as long as its question. */
export const costlyQueries: Record<string, (size: number) => string> = {
  "many unknown parameters": (size) => repeat((at) => `${at.toString(36)}&`, size),
  "one parameter many times": (size) => repeat(() => "a&", size),
  "a known parameter many times": (size) => repeat(() => "rating=9&", size),
  "a long unknown name": (size) => repeat(() => "limi", size),
  "control characters": (size) => repeat((at) => `%0${at % 8}=%01&`, size),
  "marks in a query": (size) => `query=${repeat((at) => (at % 2 === 0 ? "%CC%81" : "%CC%96"), size - 6)}`,
  "marks in a technician": (size) =>
    `mentions_technician=a${repeat((at) => (at % 2 === 0 ? "%CC%81" : "%CC%96"), size - 21)}`,
  "marks in a service": (size) => `mentions_service=a${repeat(() => "%CC%96%CC%81", size - 18)}`,
  "a long number": (size) => `min_rating=4.${repeat(() => "1", size - 13)}`,
  "a long day": (size) => `since=${repeat(() => "2026-", size - 6)}`,
};
