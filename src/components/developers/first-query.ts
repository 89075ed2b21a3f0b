import type { Topic } from "../../schema/insights.ts";
import type { Review } from "../../schema/review.ts";

// The examples ask for words that customers of this very business write, so that they find something.

/** Words without a sign that a shell, an address or JSON would have to escape. */
const isPlain = (words: string) => /^\p{L}+(?: \p{L}+)*$/u.test(words);

/** What the search answers: reviews whose text holds the words. */
export const findByWords = (reviews: readonly Review[], words: string): Review[] =>
  reviews.filter(({ text }) => text.toLowerCase().includes(words));

/** Of the phrases that reviews have in common, the one that most of them hold; else a word of the newest. */
export function chooseFirstQuery(topics: readonly Topic[], reviews: readonly Review[]): string {
  const phrases = topics
    .filter(({ kind, label }) => kind === "phrase" && isPlain(label))
    .map(({ label }) => label.toLowerCase())
    .map((words) => ({ words, count: findByWords(reviews, words).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  // Two words say more than one, and a short one is found inside others.
  const best =
    phrases.find(({ words }) => words.includes(" ")) ?? phrases.find(({ words }) => words.length > 5);
  if (best) return best.words;
  const [newest] = reviews.filter(({ text }) => /\p{L}{4}/u.test(text));
  return /\p{L}{4,20}/u.exec(newest?.text ?? "")?.[0]?.toLowerCase() ?? "thank";
}
