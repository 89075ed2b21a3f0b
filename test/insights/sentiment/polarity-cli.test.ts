import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../../scripts/polarity.ts", import.meta.url));
const run = (input: string, ...flags: string[]) =>
  spawnSync(process.execPath, [script, ...flags], { input, encoding: "utf8" });

interface Answer {
  id: string | number;
  polarity: string;
  evidence: { from: number; to: number }[];
}
const lines = readFileSync(new URL("../../fixtures/polarity/lawn-tuning.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const parse = (output: string): Answer[] =>
  output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);

test("each line is answered in order, and the order of lines changes no answer", () => {
  const forwards = run(lines.join("\n"));
  expect(forwards.stderr).toBe("");
  expect(forwards.status).toBe(0);
  const answers = parse(forwards.stdout);
  expect(answers.map(({ id }) => id)).toEqual(lines.map((line) => (JSON.parse(line) as Answer).id));
  for (const { polarity, evidence } of answers) {
    expect(["positive", "neutral", "negative"]).toContain(polarity);
    expect(evidence.length).toBeGreaterThan(0);
  }
  const backwards = parse(run(lines.toReversed().join("\r\n")).stdout);
  expect(backwards.toReversed()).toEqual(answers);
});

test("a line that cannot be read is named, the others are answered", () => {
  const good = `{"id": 7, "text": "Great crew", "term": "crew", "from": 6, "to": 10}`;
  const bad = [
    `nonsense`,
    `{"id": 1, "text": "Great crew", "from": 6, "to": 11}`,
    `{"id": 1, "text": "Great crew", "from": 6, "to": 6}`,
    `{"id": 1, "text": "Great crew", "to": 6}`,
    `{"text": "Great crew", "from": 0, "to": 6}`,
    `[1]`,
  ];
  const { status, stdout, stderr } = run([good, ...bad, "", good].join("\n"));
  expect(status).toBe(1);
  expect(parse(stdout).map(({ id, polarity }) => [id, polarity])).toEqual([
    [7, "positive"],
    [7, "positive"],
  ]);
  const complaints = stderr.trim().split("\n");
  expect(complaints).toHaveLength(bad.length);
  for (const [index, complaint] of complaints.entries()) expect(complaint).toContain(`line ${index + 2}: `);
  expect(stderr).toContain("from and to must mark at least one character of text (0 to 10), got 6 to 11");
});

test("no input gives no output", () => {
  expect(run("")).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("--help shows an example, an unknown argument is refused", () => {
  expect(run("", "--help")).toMatchObject({ status: 0, stderr: "" });
  expect(run("", "--help").stdout).toContain("Example:");
  expect(run("", "--fast")).toMatchObject({ status: 2, stdout: "" });
  expect(run("", "--fast").stderr).toContain("--fast");
});
