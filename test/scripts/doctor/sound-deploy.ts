import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setDefaultCACertificates } from "node:tls";
import { audit, type Audit } from "../../../scripts/doctor/audit.ts";
import { createSigner, formatSigner, formatVerifier } from "../../../src/transparency-log/note.ts";
import { build } from "../../build/builds.ts";
import { review, soundFile } from "../../content/content-folder.ts";
import { createAuthority } from "../../server/hub/certificates.ts";
import { startServer } from "../../server/start-server.ts";
import type { Breakage } from "./breakage.ts";
import { startBreakingProxy } from "./breaking-proxy.ts";

const baseUrl = "https://reviews.example";

const signer = createSigner("reviews.example/log", Buffer.alloc(32, 5));
const authority = createAuthority();
const identities = {
  own: authority.certify(["reviews.example"], []),
  expired: authority.certify(["reviews.example"], [], "20261101000000Z"),
  ofAnotherName: authority.certify(["www.other.example"], []),
  ofStaging: authority.certify(["staging.example"], []),
  ofNobody: createAuthority().certify(["reviews.example"], []),
  none: undefined,
};

const names = [
  "business.yaml",
  "technicians.yaml",
  "services.yaml",
  "areas.yaml",
  "aspects.yaml",
  "summary.md",
  "faq/price.md",
];

const days = Array.from({ length: 60 }, (_, index) => new Date(Date.UTC(2026, 5, 1 + index)));

/** A business with sixty reviews, two of them withdrawn, and a signed history. */
async function writeSoundContent(folder: string): Promise<void> {
  const log = `log: { origin: reviews.example/log, key: ${formatVerifier(signer.verifier)} }\n`;
  const reviews = days.map((day, index) =>
    review({
      id: `r${index + 1}`,
      date: day.toISOString().slice(0, 10),
      rating: String((index % 5) + 1),
      text: `Will mowed lawn number ${index + 1} for a fair price, and he was on time.`,
    }),
  );
  const removed = ["r-withdrawn", "r-fraud"].map(
    (id, index) => `- { id: ${id}, removed_at: 2026-0${index + 7}-15, reason: erasure }\n`,
  );
  const files: Record<string, string> = {
    ...Object.fromEntries(names.map((name) => [name, soundFile(name)])),
    "business.yaml": soundFile("business.yaml") + log,
    "reviews/2026.yaml": [...reviews, ...removed].join(""),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** A sound deploy for everybody, and audits of it through a proxy that breaks something. */
export async function startSoundDeploy() {
  setDefaultCACertificates([authority.cert]);
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  const [content, dist] = [join(folder, "content"), join(folder, "dist")];
  await writeSoundContent(content);
  await build({ content, out: dist, env: { BASE_URL: baseUrl, LOG_KEY: formatSigner(signer) } });
  const server = await startServer({
    script: "scripts/start.ts",
    env: { DIST: dist, BASE_URL: baseUrl, HUB_RATE_LIMIT: "0" },
  });
  // Plain http leads to https, as every recipe has it.
  const plain = await startBreakingProxy(server.url, {
    answer: ({ path, ask }) => ({
      status: 301,
      headers: { location: `https://${ask["host"]}${path}` },
      body: "",
    }),
  });
  const auditBroken = async (breakage: Breakage): Promise<Audit> => {
    const proxy = await startBreakingProxy(server.url, breakage, identities[breakage.identity ?? "own"]);
    const ownPlain = breakage.plain && (await startBreakingProxy(server.url, breakage.plain));
    try {
      return await audit(
        {
          baseUrl: breakage.baseUrl ?? baseUrl,
          connect: { host: "127.0.0.1", port: proxy.port },
          ...(!breakage.isPlainUnknown && { plainPort: (ownPlain ?? plain).port }),
          dist,
          addresses: breakage.addresses ?? ["127.0.0.1", "127.0.0.1"],
          timeout: breakage.timeout ?? 120_000,
          signal: AbortSignal.timeout(breakage.within ?? 300_000),
        },
        () => {},
      );
    } finally {
      await proxy.close();
      await ownPlain?.close();
    }
  };
  return {
    dist,
    url: server.url,
    auditBroken,
    stop: async () => {
      await plain.close();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export type SoundDeploy = Awaited<ReturnType<typeof startSoundDeploy>>;
