import type { z } from "zod";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import {
  type Expected,
  explainFailure,
  fixes,
  isSidecarPath,
  mediaType,
  parseJson,
} from "./failure-causes.ts";
import { type Client, decoders, type HttpAnswer } from "./http-client.ts";

export interface Finding {
  /** `warning` is worth fixing; `wrong` breaks the contract. */
  severity: "wrong" | "warning";
  /** The address it was found at. */
  path: string;
  problem: string;
  fix: string;
  /** Findings of one cause are one finding; without it, those of the same problem and fix are. */
  cause?: string;
}

export interface Check {
  name: string;
  /** The statement that is true when nothing is found. */
  claim: string;
  needsManifest?: boolean;
  /** About what only a sidecar answers: there is nothing to check where the build says that none is there. */
  needsSidecar?: boolean;
  run: (deploy: AuditedDeploy) => Promise<void>;
}

/** The cause of all that is wrong with the bytes of one document. */
export const contentCause = (path: string): string => `content of ${path}`;

/** Whether the build says that there is more than files. */
export const hasSidecar = ({ manifest }: { manifest: Manifest | undefined }): boolean =>
  manifest?.sidecar !== "none";

/** The types that hosts guess from file extensions instead. */
const plainTypes: Readonly<Record<string, readonly string[]>> = {
  "application/atom+xml": ["application/xml", "text/xml"],
  "application/schema+json": ["application/json"],
  "application/linkset+json": ["application/octet-stream"],
  "application/xml": ["text/xml"],
  "application/x-ndjson": ["application/octet-stream"],
  "text/javascript": ["application/javascript"],
};

/** The deploy under audit: how to ask it, what is known of it, and where findings go. */
export type AuditedDeploy = ReturnType<typeof createDeploy>;

export function createDeploy(
  given: { baseUrl: string; dist?: string },
  client: Client,
  add: (finding: Finding, isVague: boolean) => void,
) {
  const known = createKnown(given);
  const reports = createReports(known, add);
  return Object.assign(known, client, reports, createReader(known, client, reports));
}

const createKnown = ({ baseUrl, dist }: { baseUrl: string; dist?: string }) => ({
  baseUrl,
  /** The folder of this very build; undefined where it is not at hand. */
  dist,
  /** The address that the build was made for; that it is another than this is one finding, not many. */
  builtFor: baseUrl,
  /** Undefined when the deploy shows none that is right; checks that need it are then skipped. */
  manifest: undefined as Manifest | undefined,
  /** The reviews that the manifest stands for, even where their stable address shows others. */
  dataset: undefined as ReviewsDataset | undefined,
  /** Documents whose bytes are reported as wrong: not worth a look at what they say. */
  damaged: new Set<string>(),
  /** Addresses with a finding. */
  reported: new Set<string>(),
  /** Nothing more can be checked; why, was reported. */
  isClosed: false,
  /** The host sends none of the headers of the build, which is one finding. */
  isWithoutRules: false,
  /** Milliseconds since 1970. */
  now: Date.now,
});

function createReports(
  { reported }: { reported: Set<string> },
  add: (finding: Finding, isVague: boolean) => void,
) {
  const report =
    (severity: Finding["severity"], isVague = false) =>
    (path: string, problem: string, fix: string, cause?: string): void => {
      reported.add(path);
      add({ severity, path, problem, fix, ...(cause !== undefined && { cause }) }, isVague);
    };
  const wrong = report("wrong");
  return {
    wrong,
    warn: report("warning"),
    /** Like `wrong`, but gives way to any other finding of the same cause. */
    vague: report("wrong", true),
    /** Like `wrong`, for a document whose content was altered. */
    altered: (path: string, problem: string, fix = fixes.redeploy): void =>
      wrong(path, problem, fix, contentCause(path)),
  };
}

/** How to ask a deploy such that each answer is fetched once, and what is wrong with it is reported. */
function createReader(
  known: ReturnType<typeof createKnown>,
  client: Client,
  { wrong, altered }: ReturnType<typeof createReports>,
) {
  const answers = new Map<string, Promise<HttpAnswer>>();
  /** The plain answer of an address, fetched at most once. */
  const get = (path: string): Promise<HttpAnswer> => {
    const answer = answers.get(path) ?? client.ask(path).then(unpack);
    answers.set(path, answer);
    return answer;
  };
  /** The JSON of an address; undefined when it is none. */
  const json = async (path: string): Promise<unknown> => parseJson((await get(path)).body.toString("utf8"));
  /** Whether the answer is the expected one; if not, why is reported. */
  const isGood = (path: string, answer: HttpAnswer, expected?: Expected): boolean => {
    const failure = explainFailure(path, answer, known.baseUrl, expected);
    if (failure !== undefined) wrong(path, failure.problem, failure.fix, failure.cause);
    return failure === undefined;
  };
  /** Whether the answer's media type is one of these; if not, that is reported. */
  const hasType = (
    path: string,
    answer: HttpAnswer,
    types: readonly string[],
    fix: string,
    cause?: string,
  ): boolean => {
    const isPlainHost = known.isWithoutRules && !hasSidecar(known);
    const right = isPlainHost ? types.flatMap((type) => [type, ...(plainTypes[type] ?? [])]) : types;
    if (right.includes(mediaType(answer))) return true;
    const given = answer.headers["content-type"] ?? "missing";
    wrong(path, `has Content-Type ${given}, not ${types.join(" or ")}`, fix, cause);
    return false;
  };
  /** The answer of an address of one of these media types when it is a good one; if not, why is reported. */
  const read = async (path: string, types?: readonly string[]): Promise<HttpAnswer | undefined> => {
    if (known.damaged.has(path)) return undefined;
    const answer = await get(path);
    return isGood(path, answer, types && { types }) ? answer : undefined;
  };
  /** Parses the body by its schema; `what` names it in an error. */
  const parse = async <T>(
    path: string,
    schema: z.ZodType<T>,
    what: string,
    types: readonly string[] = ["application/json"],
  ): Promise<T | undefined> => {
    if ((await read(path, types)) === undefined) return undefined;
    const { data, error } = schema.safeParse(await json(path));
    const [issue] = error?.issues ?? [];
    if (issue === undefined) return data;
    const problem = `is no ${what} (${issue.path.join(".") || "not JSON"}: ${issue.message})`;
    if (isSidecarPath(path)) wrong(path, problem, fixes.sidecar, "sidecar answer");
    else altered(path, problem);
    return undefined;
  };
  return { get, json, isGood, hasType, read, parse };
}

/** An answer compressed unasked is one finding; its content is checked all the same. */
function unpack(answer: HttpAnswer): HttpAnswer {
  const encoding = answer.headers["content-encoding"];
  if (encoding !== "gzip" && encoding !== "br") return answer;
  try {
    return { ...answer, body: decoders[encoding](answer.body) };
  } catch {
    // Then it is compared as it came.
    return answer;
  }
}
