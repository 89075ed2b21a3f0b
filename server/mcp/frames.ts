import { oncePer } from "../data/once-per.ts";
import type { Json } from "./json.ts";
import type { RpcAnswer, CallToolResult } from "./sdk.ts";
import type { ToolAnswer } from "./tools.ts";
import { toMeta, type View } from "./view.ts";

const hole = { text: "here goes the text", structured: { here: "goes the data" } };

/** What the protocol puts before, between and after the text and the data of a tool's answer. */
type Frame = readonly [before: Buffer, between: Buffer, after: Buffer];

function frameOf(answer: RpcAnswer): Frame {
  const result = "result" in answer ? answer.result : {};
  const [before = "", afterText = ""] = JSON.stringify(result).split(JSON.stringify(hole.text));
  const [between = "", after = ""] = afterText.split(JSON.stringify(hole.structured));
  if (after === "") throw new Error("a result of the SDK has no place for a tool's answer");
  return [Buffer.from(before), Buffer.from(between), Buffer.from(after)];
}

/** By era. */
const framesOf = oncePer<View, Map<string, Frame>>(() => new Map());

/**
 * A tool's good answer as the bytes of a result. The SDK says how a result looks in each era: `ask` has it answer a
 * call with a stand-in, once for each snapshot, and the pieces of real answers go where the stand-in was.
 */
export async function framed(
  view: View,
  era: string,
  { text, structured }: ToolAnswer,
  ask: (standIn: CallToolResult) => Promise<RpcAnswer>,
): Promise<Buffer> {
  const known = framesOf(view);
  let frame = known.get(era);
  if (frame === undefined) {
    const standIn = {
      content: [{ type: "text" as const, text: hole.text }],
      structuredContent: hole.structured,
      _meta: toMeta(view),
    };
    known.set(era, (frame = frameOf(await ask(standIn))));
  }
  const pieces: Json = [frame[0], ...text, frame[1], ...structured, frame[2]];
  return Buffer.concat(pieces);
}
