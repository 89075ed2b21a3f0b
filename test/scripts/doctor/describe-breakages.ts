import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Audit } from "../../../scripts/doctor/audit.ts";
import { breakages } from "./breakage.ts";
import { type SoundDeploy, startSoundDeploy } from "./sound-deploy.ts";

const findingsOf = ({ checks }: Audit) =>
  checks.flatMap(({ name, findings }) =>
    findings.map(({ severity, path, problem, fix }) => `${severity} ${name}: ${path} ${problem} → ${fix}`),
  );

/** One test for each breakage, or for every so manieth of them. */
export function describeBreakages(every: number): void {
  let deploy: SoundDeploy;
  beforeAll(async () => {
    deploy = await startSoundDeploy();
  });
  afterAll(() => deploy.stop());

  test("a sound deploy has no finding, and everything was looked at", async () => {
    const result = await deploy.auditBroken({});
    expect(findingsOf(result)).toEqual([]);
    expect(result.checks.filter(({ state }) => state !== "ok")).toEqual([]);
  });

  test("where http leads is not asked of a host whose own ports are not the web's", async () => {
    const nothing = await deploy.auditBroken({ isPlainUnknown: true });
    expect(findingsOf(nothing)).toEqual([]);
  });

  describe.each(breakages)("$group: one breakage is one finding, named right", ({ all }) => {
    const chosen = all.filter((_one, index) => index % every === 0);
    test.concurrent.each(chosen)("$finding", async ({ finding, breakage }) => {
      const parts = finding.split("…").map((part) => RegExp.escape(part));
      const pattern = new RegExp(`^${parts.join(".*")}`);
      expect(findingsOf(await deploy.auditBroken(breakage))).toEqual([expect.stringMatching(pattern)]);
    });
  });
}
