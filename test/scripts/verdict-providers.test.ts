import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createProviderAsk } from "../../scripts/verdicts/providers.ts";
import { toInstructions } from "../../scripts/verdicts/questions.ts";

const key = "sk-secret-of-the-owner";
const env = {
  OPENAI_API_KEY: key,
  ANTHROPIC_API_KEY: key,
  GOOGLE_GENERATIVE_AI_API_KEY: key,
  OPENAI_COMPATIBLE_API_KEY: key,
};
const questions = [
  toInstructions({
    aspects: [{ id: "price", name: "Price", description: "What it costs.", triggers: ["price"] }] as never,
  }),
  { type: "review" as const, review_id: "c1", text_sha256: "0".repeat(8), rating: 5, text: "A fair price." },
];
const answer = {
  review_id: "c1",
  verdicts: [{ aspect: "price", verdict: "positive", quote: "A fair price." }],
};
const good = JSON.stringify({ answers: [answer] });

interface Asked {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let close = () => {};
afterEach(() => close());

/** A server on this machine in the place of a provider. */
async function startApi(answerWith: (response: ServerResponse, call: number) => void) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push({ url: request.url ?? "", headers: request.headers, body });
      answerWith(response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => server.close().closeAllConnections();
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const send = (response: ServerResponse, value: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));

/** Each API's wrapper around the text of an answer. */
const wrap: Record<string, (text: string) => object> = {
  openai: (text) => ({
    id: "r1",
    object: "response",
    created_at: 1,
    model: "m",
    status: "completed",
    output: [
      {
        type: "message",
        id: "m1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 40, output_tokens: 7 },
  }),
  anthropic: (text) => ({
    id: "m1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 40, output_tokens: 7 },
  }),
  google: (text) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 7, totalTokenCount: 47 },
  }),
  "openai-compatible": (text) => ({
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: 40, completion_tokens: 7, total_tokens: 47 },
  }),
};
const chat = wrap["openai-compatible"] as (text: string) => object;
wrap["ollama"] = chat;

const ask = async (provider: string, url: string, timeoutMs = 20_000) => {
  const asking = await createProviderAsk(provider, env, { model: "judge-1", url, timeoutMs });
  return asking(questions, new AbortController().signal);
};

test.each(Object.keys(wrap))(
  "%s is asked with our schema, and its answer comes as lines",
  async (provider) => {
    const { asked, url } = await startApi((response) => send(response, wrap[provider]?.(good)));
    const result = await ask(provider, url);
    expect(result).toEqual({ out: JSON.stringify(answer), tokens: { input: 40, output: 7 } });
    expect(asked).toHaveLength(1);
    const [{ url: path, headers, body } = { url: "", headers: {}, body: "" }] = asked;
    expect(`${path} ${body}`).toContain("judge-1");
    expect(body).toContain("A fair price.");
    expect(body).toContain("criticism");
    expect(body).not.toMatch(/oneOf|maxLength/);
    expect(JSON.stringify(headers)).toContain(provider === "ollama" ? "application/json" : key);
    expect(body).not.toContain(key);
  },
);

test("a provider that asks to wait is asked again", async () => {
  const { asked, url } = await startApi((response, call) =>
    call === 1
      ? send(response, { error: { message: "slow down" } }, 429, { "retry-after-ms": "20" })
      : send(response, chat(good)),
  );
  expect((await ask("openai-compatible", url)).out).toBe(JSON.stringify(answer));
  expect(asked).toHaveLength(2);
});

test.each([
  ["half an answer", good.slice(0, 40)],
  ["a refusal in prose", "I cannot help with that."],
])("%s is no answer, is told, and its tokens count", async (_, text) => {
  const { url } = await startApi((response) => send(response, chat(text)));
  expect(await ask("openai-compatible", url)).toMatchObject({
    out: "",
    why: expect.stringContaining("no answer that fits the schema"),
    tokens: { input: 40, output: 7 },
  });
});

test("a key that is refused is told without the key", async () => {
  const refused = { error: { message: `Incorrect API key provided: ${key}`, type: "invalid_request_error" } };
  const { asked, url } = await startApi((response) => send(response, refused, 401));
  const { why } = await ask("openai", url);
  expect(why).toBe("openai failed: Incorrect API key provided: …");
  expect(asked).toHaveLength(1);
});

test("a provider that never answers is left after the time given, and one that is stopped at once", async () => {
  const { url } = await startApi(() => {});
  expect(await ask("openai-compatible", url, 300)).toEqual({
    out: "",
    why: "openai-compatible gave no answer within 0.3 s",
  });
  const asking = await createProviderAsk("ollama", env, { model: "m", url, timeoutMs: 60_000 });
  const stop = new AbortController();
  const answered = asking(questions, stop.signal);
  stop.abort();
  expect(await answered).toEqual({ out: "", why: "the run was interrupted" });
});

test.each([
  ["an unknown provider", "oracle", {}, "http://localhost", "must be one of openai"],
  ["a provider without its key", "anthropic", {}, undefined, "ANTHROPIC_API_KEY is not set"],
  ["a compatible API without its address", "openai-compatible", {}, undefined, "--url is missing"],
])("%s is refused before anything is sent", async (_, provider, given, url, message) => {
  await expect(createProviderAsk(provider, given, { model: "m", url, timeoutMs: 1 })).rejects.toThrow(
    message,
  );
});
