import { join } from "node:path";
import lighthouse, { type Flags } from "lighthouse";
import { chromium as playwright } from "playwright-core";
import { startServer } from "../server/start-server.ts";
import { loadChromium } from "../site/chromium.ts";

export const usage = `Usage: npm run bench -- lighthouse [options]

Serves dist as npm start does and lets Lighthouse judge the pages, with its own slowed-down phone and once on a desktop.

Options:
  --paths <list>   pages, separated by commas (default: /,/reviews/,/insights/,/developers/)
  --least <n>      lowest score that is accepted in each category (default: 99)
  --json           print the scores as JSON

Exit codes: 0 all scores reached, 1 one is lower.`;

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Row {
  path: string;
  device: "phone" | "desktop";
  scores: Record<string, number>;
  /** First and largest contentful paint, time that scripts block, layout shift. */
  timings: string;
  failures: string[];
}

const desktop: Flags = {
  formFactor: "desktop",
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  throttling: {
    rttMs: 40,
    throughputKbps: 10_240,
    cpuSlowdownMultiplier: 1,
    requestLatencyMs: 0,
    downloadThroughputKbps: 0,
    uploadThroughputKbps: 0,
  },
};

async function judge(
  url: string,
  port: number,
  device: Row["device"],
): Promise<Omit<Row, "path" | "device">> {
  const run = await lighthouse(url, {
    port,
    logLevel: "error",
    output: "json",
    onlyCategories: [...categories],
    ...(device === "desktop" && desktop),
  });
  if (run === undefined) throw new Error(`Lighthouse gave no answer for ${url}`);
  const { categories: judged, audits } = run.lhr;
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((judged[name]?.score ?? 0) * 100)]),
    ),
    timings: [
      "first-contentful-paint",
      "largest-contentful-paint",
      "total-blocking-time",
      "cumulative-layout-shift",
    ]
      .map((id) => audits[id]?.displayValue ?? "?")
      .join(", "),
    failures: Object.values(judged).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title ?? ""}`),
    ),
  };
}

export const options = { paths: "/,/reviews/,/insights/,/developers/", least: "99", json: false };

export async function main(values: typeof options): Promise<void> {
  const port = 20_000 + (process.pid % 20_000);
  const server = await startServer({
    script: "scripts/start.ts",
    env: { DIST: join(import.meta.dirname, "../../dist") },
  });
  const browser = await playwright.launch({
    executablePath: await loadChromium(),
    args: ["--no-sandbox", `--remote-debugging-port=${port}`],
  });
  const rows: Row[] = [];
  try {
    for (const path of values.paths.split(",")) {
      for (const device of ["phone", "desktop"] as const) {
        rows.push({ path, device, ...(await judge(server.url.replace(/\/+$/, "") + path, port, device)) });
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  else {
    for (const { path, device, scores, timings, failures } of rows) {
      const figures = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
      console.log(`${path.padEnd(14)} ${device.padEnd(8)} ${figures.join("  ")}  (${timings})`);
      for (const failure of failures) console.log(`    ${failure}`);
    }
  }
  const least = Number(values.least);
  if (rows.some(({ scores }) => Object.values(scores).some((score) => score < least))) process.exitCode = 1;
}
