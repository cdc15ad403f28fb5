import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@ruaflow/client";
import { generateReport } from "../../support/report-generator.ts";
import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../../support/service.ts";
import { type Figure, percentile } from "../figure.ts";
import type { Part, PartContext } from "../part.ts";
import { measureLive } from "../send-live.ts";
import { writeReports } from "../write-reports.ts";

const LIVE_EVERY_MS = 250;
const VISIBLE_GOAL_S = 10;
const DOMAINS = 100;
const RECORDS_MAX = 5;
const UPLOAD_CONNECTIONS = 16;
const LIVE_DOMAIN = "live.example";
const BEGIN = 1_767_225_600;

/** The service with two organizations: one that brings its history, and one whose reports arrive as they do every day. */
interface Tenants {
  readonly service: RunningService;
  readonly environment: Record<string, string>;
  readonly bulk: Tenant;
  readonly live: Tenant;
}

interface Tenant {
  readonly id: string;
  readonly key: string;
}

/** Live reports of one organization stay quick beside another's backfill. */
export const backfillPart: Part = {
  name: "backfill",
  title: "live reports beside another organization's backfill, embedded mode",
  async run(context) {
    const dataDir = createDataDir();
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-backfill-"));
    const { backfillReports } = context.options;
    const service = await startService(dataDir);
    try {
      const tenants = await createTenants(service, dataDir);
      context.progress(`writing ${backfillReports} reports`);
      await writeReports(folder, { reports: backfillReports, domains: DOMAINS, recordsMax: RECORDS_MAX });
      const importing = () => importFiles(tenants, folder);
      const uploading = () => uploadReports(tenants, backfillReports);
      return {
        figures: [
          ...(await measure("nothing", tenants, { context, backfill: () => sleep(10_000) })),
          ...(await measure("an import", tenants, { context, backfill: importing })),
          ...(await measure("uploads", tenants, { context, backfill: uploading })),
        ],
        notes: [
          `${backfillReports.toLocaleString("en")} reports of 1 to ${RECORDS_MAX} records by ruaflow import, then as many by ${UPLOAD_CONNECTIONS} connections; a live report every ${LIVE_EVERY_MS} ms`,
          "visible: from the answer to the n-th live report until the list of its organization has n reports",
        ],
      };
    } finally {
      await service.stop();
      await removeDataDir(dataDir);
      await rm(folder, { recursive: true });
    }
  },
};

async function createTenants(service: RunningService, dataDir: string): Promise<Tenants> {
  const environment = { RUAFLOW_DATA_DIR: dataDir };
  const create = async (name: string, domains: readonly string[]): Promise<Tenant> => {
    const created = JSON.parse(await runOrThrow(["orgs", "create", name, "--json"], environment));
    const key = (await runOrThrow(["keys", "create", name, "--org", created.id], environment)).trim();
    await runOrThrow(["domains", "add", "-", "--org", created.id], environment, domains.join("\n"));
    return { id: created.id, key };
  };
  const names = Array.from({ length: DOMAINS }, (_, index) => `d${index}.example`);
  return { service, environment, bulk: await create("bulk", names), live: await create("live", [LIVE_DOMAIN]) };
}

async function importFiles({ environment, bulk }: Tenants, folder: string): Promise<void> {
  await runOrThrow(["import", "--org", bulk.id, "--json", folder], environment);
}

/** As many reports as the import had, with other content. */
async function uploadReports({ service, bulk }: Tenants, reports: number): Promise<void> {
  const { reports: api } = createClient({ baseUrl: service.url, key: bulk.key, retries: 10 });
  let seed = 1_000_000_000;
  const last = seed + reports;
  const run = async () => {
    while (seed < last) {
      const number = seed++;
      const records = 1 + (number % RECORDS_MAX);
      const report = generateReport({ seed: number, domain: `d${number % DOMAINS}.example`, begin: BEGIN, records });
      await api.upload(Buffer.from([...report.xml()].join("")));
    }
  };
  await Promise.all(Array.from({ length: UPLOAD_CONNECTIONS }, run));
}

interface Measured {
  readonly context: PartContext;
  readonly backfill: () => Promise<unknown>;
}

async function measure(beside: string, tenants: Tenants, { context, backfill }: Measured): Promise<Figure[]> {
  context.progress(`beside ${beside}`);
  const { service, live } = tenants;
  const { visibleAfter, acceptedAfterMs, seconds } = await measureLive({
    api: service,
    uploadUrl: service.url,
    key: live.key,
    domain: LIVE_DOMAIN,
    everyMs: LIVE_EVERY_MS,
    beside: backfill,
  });
  context.progress(`beside ${beside}: ${visibleAfter.length} live reports in ${seconds.toFixed(0)} s`);
  return [
    {
      name: `beside ${beside}: visible, p95`,
      unit: "s",
      values: [percentile(visibleAfter, 95)],
      goal: { atMost: VISIBLE_GOAL_S },
    },
    { name: `beside ${beside}: visible, longest`, unit: "s", values: [percentile(visibleAfter, 100)] },
    { name: `beside ${beside}: accepted, p95`, unit: "ms", values: [percentile(acceptedAfterMs, 95)] },
    { name: `beside ${beside}: duration`, unit: "s", values: [seconds] },
  ];
}
