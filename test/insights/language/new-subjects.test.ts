import { expect, test } from "vitest";
import { isNewSubject } from "../../../src/insights/language/new-subjects.ts";
import { tokenize } from "../../../src/insights/language/tokens.ts";

/** Whether the word in square brackets opens a clause of its own. */
function opens(marked: string): boolean {
  const at = tokenize(marked.slice(0, marked.indexOf("["))).length;
  return isNewSubject(tokenize(marked.replace(/[[\]]/g, "")), at);
}

test.each([
  "Where it didn't [they] say I am to blame",
  "It didn't work [they] blamed the weather",
  "When they couldn't fix it [he] gave us a refund",
  "If the seed doesn't take [they] come back",
])("a new subject ends the clause before: %s", (text) => {
  expect(opens(text)).toBe(true);
});

test.each([
  "Why didn't [they] answer",
  "Never have [I] waited so long",
  "I don't think [they] are rude",
  "Nobody [I] called was friendly",
  "No crew [we] had was better",
  "It is not what [I] call clean",
  "They didn't [listen] at all",
])("a subject that goes on with the clause does not: %s", (text) => {
  expect(opens(text)).toBe(false);
});
