import { expect, test } from "vitest";
import { languageOf, mayBeEnglish } from "../../src/insights/text-language.ts";

test.each([
  ["Die Arbeiter waren sehr pünktlich und der Preis ist gut.", "de"],
  ["Siempre llegan a la hora y el jardín está muy bien, con una sonrisa.", "es"],
  ["Les ouvriers sont toujours très ponctuels et le jardin est propre.", "fr"],
  ["Sono sempre puntuali e il giardino è molto bello, con una cura che non si trova.", "it"],
  ["Os rapazes são sempre pontuais e muito simpáticos, o jardim ficou com um ar novo.", "pt"],
  ["Zawsze są na czas i bardzo mili, ale nie jest to tanio.", "pl"],
  ["非常に丁寧で、いつも時間どおりに来てくれます。", "ja"],
  ["他们总是准时到，工作非常认真仔细。", "zh"],
  ["They were on time and the lawn is neat.", undefined],
  ['I told her "do what you want" and I LOVE what she did. 10/10', undefined],
  ["He talked to me like I do to my friends.", undefined],
  ["Sehr gut!", undefined],
  ["Der Rasen ist neu, and the price was fair, they were kind.", undefined],
  ["10/10 +++ 5 ★★★★★ 24/7", undefined],
])("%s", (text, language) => expect(languageOf(text)).toBe(language));

test("the language of the page is not told, and English is where the page has another", () => {
  const german = "Die Arbeiter waren sehr pünktlich und der Preis ist gut.";
  expect(languageOf(german, "de")).toBeUndefined();
  expect(languageOf("They were on time and the lawn is neat.", "de")).toBe("en");
  expect(languageOf("他们总是准时到，工作非常认真仔细。", "zh")).toBeUndefined();
});

test.each([
  ["They were on time.", true],
  ["★★★★★", true],
  ["Ok", true],
  ["Die Arbeiter waren sehr pünktlich und der Preis ist gut.", false],
  // Languages that are not told apart are not English all the same.
  ["Мастер пришёл вовремя и всё сделал.", false],
  ["સમયસર આવ્યા", false],
])("%j may be English: %s", (text, may) => expect(mayBeEnglish(text)).toBe(may));
