import type { LanguageModel } from "ai";
import { z } from "zod";
import { UsageError, PlainError, codeOf, messageOf } from "../../src/schema/errors.ts";
import { VerdictAnswer } from "../../src/schema/verdicts.ts";
import { type AskBatch, toLines } from "./question-batches.ts";
import { spawn } from "node:child_process";

const maxOutputBytes = 4 * 1024 * 1024;

/** Asks any program: questions as lines on its standard input, answers as lines on its standard output. */
export const createProgramAsk =
  (command: string, timeoutMs: number): AskBatch =>
  (questions, signal) =>
    new Promise((resolve) => {
      // A group of its own, so that what the shell started ends with it.
      const child = spawn(command, { shell: true, detached: true, stdio: ["pipe", "pipe", "inherit"] });
      const chunks: Buffer[] = [];
      let size = 0;
      let why: string | undefined;
      const stop = (reason: string) => {
        why ??= reason;
        if (child.pid === undefined) return;
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended by itself meanwhile.
        }
      };
      const timer = setTimeout(
        () => stop(`the command gave no answer within ${timeoutMs / 1000} s`),
        timeoutMs,
      );
      const interrupt = () => stop("the run was interrupted");
      signal.addEventListener("abort", interrupt, { once: true });
      child.stdout.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxOutputBytes) stop(`the command printed more than ${maxOutputBytes / 1024 / 1024} MiB`);
        else chunks.push(chunk);
      });
      // A program that reads only part of its input may still answer.
      child.stdin.on("error", () => {});
      child.on("error", (error) => stop(`the command cannot be started: ${error.message}`));
      child.on("close", (code) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", interrupt);
        if (code !== 0) why ??= `the command ended with exit code ${code}`;
        resolve({ out: Buffer.concat(chunks).toString("utf8"), ...(why !== undefined && { why }) });
      });
      child.stdin.end(toLines(questions));
    });

interface ProviderOptions {
  model: string;
  /** Where the provider's API is, without its paths; each provider has a default of its own. */
  url: string | undefined;
  timeoutMs: number;
}

type Create = (options: { apiKey: string; baseURL?: string }, model: string) => Promise<LanguageModel>;

/** An owner's package has no clients of language models: who asks one installs them. */
async function needed<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch (error) {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new PlainError(
      `${messageOf(error)}\nLanguage models are asked by packages that are not installed: npm install ai@6 and that of the provider, @ai-sdk/openai@3, @ai-sdk/anthropic@3, @ai-sdk/google@3 or @ai-sdk/openai-compatible@2`,
    );
  }
}

/** Ollama and many others speak OpenAI's older chat API. */
const createCompatible: Create = async ({ apiKey, baseURL = "http://localhost:11434/v1" }, model) => {
  const { createOpenAICompatible } = await needed(import("@ai-sdk/openai-compatible"));
  return createOpenAICompatible({ name: "compatible", baseURL, apiKey, supportsStructuredOutputs: true })(
    model,
  );
};

/** The variable that holds the key, and whether there is no asking without it. */
const providers: Record<string, { key: string; needsKey: boolean; needsUrl?: true; create: Create }> = {
  openai: {
    key: "OPENAI_API_KEY",
    needsKey: true,
    create: async (options, model) => (await needed(import("@ai-sdk/openai"))).createOpenAI(options)(model),
  },
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    needsKey: true,
    create: async (options, model) =>
      (await needed(import("@ai-sdk/anthropic"))).createAnthropic(options)(model),
  },
  google: {
    key: "GOOGLE_GENERATIVE_AI_API_KEY",
    needsKey: true,
    create: async (options, model) =>
      (await needed(import("@ai-sdk/google"))).createGoogleGenerativeAI(options)(model),
  },
  ollama: { key: "OLLAMA_API_KEY", needsKey: false, create: createCompatible },
  "openai-compatible": {
    key: "OPENAI_COMPATIBLE_API_KEY",
    needsKey: false,
    needsUrl: true,
    create: createCompatible,
  },
};

export const providerNames = Object.keys(providers);

/** The model copies no hash: the run knows which text it asked about. */
const BatchAnswer = z.strictObject({
  answers: z.array(VerdictAnswer.omit({ judge: true, text_sha256: true })),
});

/** Limits that not every provider takes; answers are held against all of them afterwards. */
const unsupported = ["minLength", "maxLength", "minItems", "maxItems", "pattern"] as const;

/** The same schema in the part of JSON Schema that every provider takes. */
const batchSchema = z.toJSONSchema(BatchAnswer, {
  override: ({ jsonSchema }) => {
    for (const name of unsupported) delete jsonSchema[name];
    if (jsonSchema.oneOf === undefined) return;
    jsonSchema.anyOf = jsonSchema.oneOf;
    delete jsonSchema.oneOf;
  },
});

const maxRetries = 4;

/** Asks a hosted or local language model, with answers held against our schema. */
export async function createProviderAsk(
  name: string,
  env: Record<string, string | undefined>,
  { model, url, timeoutMs }: ProviderOptions,
): Promise<AskBatch> {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider === undefined)
    throw new UsageError(
      `--provider must be one of ${providerNames.join(", ")}, got ${JSON.stringify(name)}`,
    );
  const apiKey = env[provider.key] ?? "";
  if (provider.needsKey && apiKey === "")
    throw new UsageError(`${provider.key} is not set: it holds the key of ${name}`);
  if (provider.needsUrl && url === undefined)
    throw new UsageError(`--url is missing: where the API of ${name} is, such as http://localhost:8000/v1`);
  const { generateText, jsonSchema, NoObjectGeneratedError, NoOutputGeneratedError, Output, RetryError } =
    await needed(import("ai"));
  const schema = jsonSchema<{ answers?: unknown[] }>(batchSchema as Parameters<typeof jsonSchema>[0]);
  // Its warnings are for programmers, and would stand between the lines of progress.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const languageModel = await provider.create({ apiKey, ...(url !== undefined && { baseURL: url }) }, model);
  /** Providers repeat a wrong key in what they say of it. */
  const withoutKey = (text: string): string => (apiKey === "" ? text : text.replaceAll(apiKey, "…"));

  return async ([instructions, ...reviews], signal) => {
    if (instructions?.type !== "instructions") throw new Error("the first question is not the instructions");
    const { answer_schema: _, ...task } = instructions;
    try {
      const { output, usage } = await generateText({
        model: languageModel,
        system: JSON.stringify(task),
        prompt: reviews.map((review) => JSON.stringify(review)).join("\n"),
        output: Output.object({ schema, name: "verdicts" }),
        maxRetries,
        abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const out = (output.answers ?? []).map((answer) => JSON.stringify(answer)).join("\n");
      return { out, tokens: { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 } };
    } catch (error) {
      if (signal.aborted) return { out: "", why: "the run was interrupted" };
      if (error instanceof Error && error.name === "TimeoutError")
        return { out: "", why: `${name} gave no answer within ${timeoutMs / 1000} s` };
      const cause = RetryError.isInstance(error) ? error.lastError : error;
      const message = cause instanceof Error ? cause.message : String(cause);
      const why =
        NoObjectGeneratedError.isInstance(cause) || NoOutputGeneratedError.isInstance(cause)
          ? `${name} gave no answer that fits the schema (${message})`
          : `${name} failed: ${message}`;
      const usage = NoObjectGeneratedError.isInstance(cause) ? cause.usage : undefined;
      return {
        out: "",
        why: withoutKey(why).slice(0, 500),
        tokens: { input: usage?.inputTokens ?? 0, output: usage?.outputTokens ?? 0 },
      };
    }
  };
}
