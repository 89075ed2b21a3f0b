import { describe, expect, test } from "vitest";
import { loadSite } from "../../src/content/load-site.ts";
import { writeContent } from "../content/content-folder.ts";
import { google, googlePage } from "./exports.ts";
import { type ImportReport, run, write } from "./owner.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("in an import", () => {
  const start = async (jobs: string) => {
    const content = await writeContent();
    const home = await temporaryFolder();
    const list = await write("jobs.csv", `customer,date\n${jobs}`);
    const command = (script: string, args: string[], input?: string) =>
      run(
        script,
        [...args, "--content", content],
        { FINGERPRINT_KEY: "a key for this test only" },
        home,
        input,
      );
    const importing = async (reviews: object[], ...args: string[]) => {
      const file = await write("x.json", googlePage(...reviews));
      const { out, err } = await command("import.ts", [file, "--jobs", list, "--json", ...args]);
      expect(err).toBe("");
      return JSON.parse(out) as ImportReport & {
        jobs: {
          read: number;
          matched: { job: { score: number } }[];
          uncertain: { id: string; jobs: object[] }[];
          nearest: string[];
        };
      };
    };
    return { content, list, command, importing };
  };
  const karen = google({ id: "A", name: "Karen M", comment: "Neat." });
  const two = "Karen McDonald,2026-02-20\nKaren Moss,2026-02-21\n";

  test("a list that matches nothing says what comes nearest, and why it does not match", async () => {
    const others = "Karen Milles,2024-01-01\nZoe Quist,2026-04-01\nAnn Lee,2026-02-01\n";
    const { command, list, importing } = await start(others);
    const reviews = [google({ id: "A", name: "Karen Milles" }), google({ id: "B", name: "Zoe Quist" })];
    const { jobs } = await importing(reviews);
    expect(jobs).toMatchObject({ read: 3, matched: [], uncertain: [] });
    expect(jobs.nearest.join("\n")).toMatch(
      /"Karen Milles" on 2026-03-01 and "Karen Milles" on 2024-01-01 \(line 2; more than 180 days lie between\)/,
    );
    expect(jobs.nearest.join("\n")).toMatch(/"Zoe Quist".*line 3; the job is later/);
    const file = await write("x.json", googlePage(...reviews));
    const { out } = await command("import.ts", [file, "--jobs", list]);
    expect(out).toMatch(/^3 jobs read, 0 matched; nearest: "/m);
  });

  test("a match shows its score, and its job is not used again by a later import", async () => {
    const { importing } = await start("Karen McDonald,2026-02-20\n");
    const { jobs } = await importing([karen], "--write");
    expect(jobs.matched).toMatchObject([{ job: { score: 0.85, names: ["Karen McDonald"] } }]);
    const [name, created] = ["Karen McDonald", "2026-03-05T10:00:00Z"];
    const other = google({ id: "B", name, comment: "Once more.", created });
    expect(await importing([karen, other], "--write")).toMatchObject({
      unchanged: [expect.any(String)],
      new: [{ withheld: "unverified" }],
      jobs: { matched: [], nearest: [expect.stringContaining("the job verifies another review")] },
    });
  });

  test("what is uncertain waits in the queue, where y publishes it and n asks no more", async () => {
    const { content, command, importing } = await start(two);
    const bob = google({ id: "B", name: "Karen", comment: "Late.", created: "2026-03-02T10:00:00Z" });
    const { jobs } = await importing([karen, bob], "--write");
    expect(jobs.uncertain.map((one) => one.jobs.length)).toEqual([2, 2]);
    const shown = await command("queue.ts", ["--list"]);
    expect(shown.out).toMatch(/★★★★★ 2026-03-01 on Google by Karen M\nNeat\.\n1\. Karen M/);
    expect(shown.out).toMatch(/fits 0\.85/);
    const answered = await command("queue.ts", [], "nonsense\ny\n2\nn\n");
    expect(answered.out).toMatch(/1 verified, 1 about no job, 0 for later/);
    const site = await loadSite(content, { today: "2026-11-20" });
    const neat = site.reviews.find(({ text }) => text === "Neat.");
    expect(neat?.verification).toMatchObject({ method: "job_record" });
    expect(site.withheld.map(({ text }) => text)).toEqual(["Late."]);
    expect((await command("queue.ts", [])).out).toBe("Nothing waits.\n");
    const again = await importing([karen, bob], "--write");
    expect(again.jobs.uncertain).toEqual([]);
    expect((await command("queue.ts", ["--json"])).out).toContain('"waiting": []');
  });

  test("later, an end of the answers and q leave all as it was", async () => {
    const { command, importing } = await start(two);
    await importing([karen], "--write");
    for (const answers of ["later\n", "\n", "", "q\n"]) {
      const { code, out } = await command("queue.ts", [], answers);
      expect(out).toMatch(/0 verified, 0 about no job, 1 for later/);
      expect(code).toBe(0);
    }
    const { out } = await command("queue.ts", ["--json"]);
    expect(JSON.parse(out)).toMatchObject({ waiting: [{ name: "Karen M" }] });
  });
});
