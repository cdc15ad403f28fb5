import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestCertificates } from "@ruaflow/runtime/testing";
import { createMigratedDataDir } from "../support/migrated-data-dir.ts";
import { generateReport } from "../support/report-generator.ts";
import { removeDataDir, runOrThrow, startService } from "../support/service.ts";
import { upload } from "../support/upload.ts";

const DOMAIN = "observed.example";
const BEGIN = Date.UTC(2026, 9, 1) / 1000;

/** The embedded service with every part that exports metrics, and some work behind it. */
export interface BusyService {
  /** What `/metrics` said before any work. */
  readonly first: string;
  /** What `/metrics` says now. */
  scrape(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts it with mail over TLS and a folder to fetch from; uploads a report that is stored and one that is refused. */
export async function startBusyService(): Promise<BusyService> {
  const dataDir = createMigratedDataDir();
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-observed-"));
  const { cert, key } = createTestCertificates();
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key);
  const service = await startService(dataDir, {
    RUAFLOW_REPORT_DOMAIN: "reports.observed.example",
    RUAFLOW_SMTP_PORT: "0",
    RUAFLOW_SMTP_CERT: join(folder, "cert.pem"),
    RUAFLOW_SMTP_KEY: join(folder, "key.pem"),
    RUAFLOW_FOLDER: mkdtempSync(join(folder, "inbox-")),
  });
  const scrape = async () => (await fetch(`${service.url}/metrics`)).text();
  const first = await scrape();
  await runOrThrow(["domains", "add", DOMAIN], { RUAFLOW_DATA_DIR: dataDir });
  for (const domain of [DOMAIN, "unclaimed.example"]) {
    const body = [...generateReport({ seed: 1, domain, begin: BEGIN }).xml()].join("");
    await upload(service, service.key ?? "", { name: "report.xml", body });
  }
  return {
    first,
    scrape,
    async stop() {
      await service.stop();
      await removeDataDir(dataDir);
      rmSync(folder, { recursive: true });
    },
  };
}
