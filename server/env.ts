import { z } from "zod";
import variableList from "./variables.json" with { type: "json" };
import { isNetwork } from "./networks.ts";
import { BaseUrl } from "../src/schema/endpoints.ts";

const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));
};

const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""))
  .pipe(
    z.array(
      z.string().refine(isNetwork, "must be a list of networks such as 127.0.0.0/8,::1, joined by commas"),
    ),
  );

const DatabaseUrl = z
  .string()
  .refine(
    (text) => /^sqlite:./.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)),
    "must be sqlite:<file> or postgres://user@host/database",
  );

const retry = "must be two whole numbers of seconds, such as 60,7200";

const trustHeaders = ["X-Forwarded-For", "Forwarded"] as const;

/**
 * Every variable of the project, listed once: docs/reference.md has this list. `default` is as one would type it; `without`
 * says what stands in for it, where there is no one text for that.
 */
export const variables: Record<string, { default?: string; without?: string; meaning: string }> =
  variableList;

/** The variables that the sidecar reads, and their allowed values. */
export const Env = z.object({
  BASE_URL: BaseUrl,
  HOST: z
    .string()
    .regex(
      /^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/,
      "must be a host name or address, such as 127.0.0.1 or 0.0.0.0",
    ),
  PORT: whole(0, 65_535),
  DIST: z
    .string()
    .refine((text) => !/^[a-z]+:\/\//i.test(text) || /^https?:\/\//i.test(text), "must be a folder or a URL")
    .refine((text) => !/^https?:/i.test(text) || URL.canParse(text), "must be a folder or a URL"),
  DATABASE_URL: DatabaseUrl,
  HUB_ALLOW_NETWORKS: networks.default([]),
  HUB_MIN_LEASE_SECONDS: whole(1, 2_592_000),
  HUB_RETRY_SECONDS: z
    .string()
    .regex(/^\d{1,6},\d{1,6}$/, retry)
    .transform((text): [number, number] => {
      const [first = "", second = ""] = text.split(",");
      return [Number(first), Number(second)];
    }),
  HUB_RATE_LIMIT: whole(0, 1_000_000),
  HUB_MAX_PER_HOST: whole(0, 1_000_000),
  HUB_MAX_PER_CLIENT: whole(0, 1_000_000),
  MCP_SESSION_KEY: z.string().min(16, "must have at least 16 characters").optional(),
  TRUST_PROXY: networks.default([]),
  TRUST_HEADER: z
    .string()
    .transform((text) => trustHeaders.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text)
    .pipe(z.enum(trustHeaders, "must be X-Forwarded-For or Forwarded")),
  LOG_LEVEL: z.enum(
    ["silent", "error", "warn", "info", "debug"],
    "must be silent, error, warn, info or debug",
  ),
});
export type Env = z.infer<typeof Env>;

const defaults = Object.fromEntries(
  Object.entries(variables).flatMap(([name, variable]) =>
    variable.default === undefined ? [] : [[name, variable.default]],
  ),
);

const secret = new Set(["MCP_SESSION_KEY", "DATABASE_URL"]);

/** Reads the environment; each issue is a line that says what to fix. An empty variable is not given. */
export function parseEnv(
  environment: Record<string, string | undefined>,
): { ok: true; env: Env } | { ok: false; issues: string[] } {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const result = Env.safeParse({ ...defaults, ...given });
  if (result.success) return { ok: true, env: result.data };
  const issues = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    const got = secret.has(name) ? "" : `, got ${JSON.stringify(given[name])}`;
    if (!issues.has(name)) issues.set(name, `${name} ${message}${got}`);
  }
  return { ok: false, issues: [...issues.values()] };
}

/** For programs that take no arguments but --help: anything else is an error. */
export function takeNoArguments(command: string, what: string): void {
  const [given] = process.argv.slice(2);
  if (given === undefined) return;
  const usage = `Usage: ${command}\n\n${what}\n\nIt is set by variables, which docs/reference.md explains: ${Object.keys(Env.shape).join(", ")}.`;
  const isHelp = given === "--help" || given === "-h";
  if (isHelp) console.log(usage);
  else console.error(`unknown argument ${given}\n\n${usage}`);
  process.exit(isHelp ? 0 : 2);
}
