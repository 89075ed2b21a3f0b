import { prepareText } from "../../src/insights/sentences.ts";
import { subjects } from "../../src/insights/subjects.ts";
import { openNetwork, readSentences } from "../../src/insights/network.ts";
import { readFileSync } from "node:fs";
const net = openNetwork(JSON.parse(readFileSync(process.argv[2]!, "utf8")));
for (const t of process.argv.slice(3)) {
  const p = prepareText(t);
  const s = readSentences(
    net,
    p.sentences.map(({ tokens }) => tokens.map((x) => x.word)),
  );
  p.sentences.forEach((x, i) =>
    console.log(
      t.slice(x.from, x.to),
      subjects
        .flatMap((n, j) =>
          s[i]!.praise[j]! > -2.5 || s[i]!.blame[j]! > -2.5
            ? [`${n} +${s[i]!.praise[j]!.toFixed(1)} ${s[i]!.blame[j]!.toFixed(1)}`]
            : [],
        )
        .join("; "),
    ),
  );
}
