import type { z } from "zod";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import type { Client, HttpAnswer } from "./client.ts";
import type { Expected } from "./failures.ts";

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

type Add = (path: string, problem: string, fix: string, cause?: string) => void;

/** The deploy under audit: how to ask it, what is known of it, and where findings go. */
export interface AuditedDeploy extends Pick<Client, "ask" | "certificate" | "hasPlain" | "addresses"> {
  baseUrl: string;
  /** The address that the build was made for; that it is another than this is one finding, not many. */
  builtFor: string;
  /** Undefined when the deploy shows none that is right; checks that need it are then skipped. */
  manifest: Manifest | undefined;
  /** The reviews that the manifest stands for, even where their stable address shows others. */
  dataset: ReviewsDataset | undefined;
  /** Documents whose bytes are reported as wrong: not worth a look at what they say. */
  damaged: Set<string>;
  /** Addresses with a finding. */
  reported: Set<string>;
  /** Nothing more can be checked; why, was reported. */
  isClosed: boolean;
  /** The host sends none of the headers of the build, which is one finding. */
  isWithoutRules: boolean;
  /** Milliseconds since 1970. */
  now: () => number;

  /** The plain answer of an address, fetched at most once. */
  get: (path: string) => Promise<HttpAnswer>;
  /** The JSON of an address; undefined when it is none. */
  json: (path: string) => Promise<unknown>;
  /** The answer of an address of one of these media types when it is a good one; if not, why is reported. */
  read: (path: string, types?: readonly string[]) => Promise<HttpAnswer | undefined>;
  /** What is read, by its schema; `what` names it where it is something else. */
  parse: <T>(
    path: string,
    schema: z.ZodType<T>,
    what: string,
    types?: readonly string[],
  ) => Promise<T | undefined>;
  /** Whether the answer is the expected one; if not, why is reported. */
  isGood: (path: string, answer: HttpAnswer, expected?: Expected) => boolean;
  /** Whether the answer's media type is one of these; if not, that is reported. */
  hasType: (
    path: string,
    answer: HttpAnswer,
    types: readonly string[],
    fix: string,
    cause?: string,
  ) => boolean;

  wrong: Add;
  warn: Add;
  /** As `wrong`, but gives way to any other finding of the same cause. */
  vague: Add;
  /** As `wrong`, for a document that says something else than the build made it say. */
  altered: (path: string, problem: string, fix?: string) => void;
}

export interface Check {
  name: string;
  /** What holds when nothing is found. */
  claim: string;
  needsManifest?: boolean;
  /** About what only a sidecar answers: there is nothing to check where the build says that none is there. */
  needsSidecar?: boolean;
  run: (deploy: AuditedDeploy) => Promise<void>;
}

/** The cause of all that is wrong with the bytes of one document. */
export const contentCause = (path: string): string => `content of ${path}`;

/** Whether the build says that there is more than files. */
export const hasSidecar = ({ manifest }: Pick<AuditedDeploy, "manifest">): boolean =>
  manifest?.sidecar !== "none";
