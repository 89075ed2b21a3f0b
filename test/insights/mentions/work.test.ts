import { expect, test } from "vitest";
import { findWork, indexWork, toWork } from "../../../src/insights/mentions/service-terms.ts";
import { tokenize } from "../../../src/insights/sentences.ts";

const index = indexWork([
  ["fit", [toWork(["fit"], ["tire"], ["winter"])]],
  ["patch", [toWork(["patch"], ["pipe", "leak"])]],
  ["cut", [toWork(["cut"], ["hair"])]],
  ["color", [toWork(["color"], ["hair"])]],
]);
const workIn = (text: string): string[] => {
  const tokens = tokenize(text);
  return findWork(index, tokens).map(
    ({ id, first, end, hits }) =>
      `${id}: ${text.slice(tokens[first]!.from, tokens[end - 1]!.to)} (${hits.map((at) => tokens[at]!.word).join(", ")})`,
  );
};

test.each([
  ["They fitted the tires.", ["fit: fitted the tires (tires, fitted)"]],
  ["Fit tires.", ["fit: Fit tires (tires, fit)"]],
  // Its full name, a thing of any kind, and words that say nothing.
  ["They fitted new winter tires.", ["fit: fitted new winter tires (tires, fitted)"]],
  ["They fitted the shop tires.", ["fit: fitted the shop tires (tires, fitted)"]],
  ["They fitted two big black tires.", ["fit: fitted two big black tires (tires, fitted)"]],
  ["They fitted my son's tires.", ["fit: fitted my son's tires (tires, fitted)"]],
  ["They fitted each of all these six tires.", ["fit: fitted each of all these six tires (tires, fitted)"]],
  ["They fitted each of all of these six tires.", []],
  // No words between that tell of something else.
  ["They fitted the loudly tires.", []],
  ["They fitted my own tires.", []],
  ["They fitted he tires.", []],
  ["They fitted ran tires.", []],
  ["They fitted ox tires.", []],
  ["They fitted black loud tires.", []],
  // What is joined is work or its thing too.
  ["They fitted the pipe and the tires.", ["fit: fitted the pipe and the tires (tires, fitted)"]],
  ["They fitted the pipe & tires.", ["fit: fitted the pipe & tires (tires, fitted)"]],
  ["They fitted the door and the tires.", []],
  ["They fitted snow and winter tires.", []],
  ["They fitted the pipe, my tires.", ["fit: fitted the pipe, my tires (tires, fitted)"]],
  ["They fitted and washed tires.", ["fit: fitted and washed tires (tires, fitted)"]],
  [
    "They cut and colored my hair.",
    ["cut: cut and colored my hair (hair, cut)", "color: colored my hair (hair, colored)"],
  ],
  // "Cut down" is done to trees.
  ["They cut down hair.", []],
  ["They fit down tires.", ["fit: fit down tires (tires, fit)"]],
  // The thing first.
  ["Tires fit well.", ["fit: Tires fit (tires, fit)"]],
  ["The pipe was patched.", ["patch: pipe was patched (pipe, patched)"]],
  ["The leaks are patching.", ["patch: leaks are patching (leaks, patching)"]],
  ["The pipe was patch.", []],
  ["Hair is cut.", ["cut: Hair is cut (hair, cut)"]],
  ["Tires have now just been fitted.", ["fit: Tires have now just been fitted (tires, fitted)"]],
  ["Tires have now just been so fitted.", []],
  ["The tires at home were fitted.", []],
  ["The tires.", []],
])("%s", (text, work) => expect(workIn(text)).toEqual(work));
