import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@ruaflow/client";
import { type AppProcess, type Cluster, startCluster } from "../support/cluster.ts";
import { countReports } from "../support/list-reports.ts";
import { generateReport } from "../support/report-generator.ts";

const DOMAINS = 50;
const FIRST_DAY = 1_767_225_600;
const DAYS = 90;
const DAY_SECONDS = 86_400;
const POLL_EVERY_MS = 250;

/** The apps as processes on servers of their own, with one API and one ingest, and domains whose reports can be sent. */
export interface ClusterLoad {
  readonly cluster: Cluster;
  readonly api: AppProcess;
  readonly ingest: AppProcess;
  /** Sends the next report; resolves with the number of its records once it is acknowledged. */
  send(): Promise<number>;
  /** Reports that can be queried. */
  countVisible(): Promise<number>;
  waitForVisible(reports: number): Promise<void>;
}

/** Starts servers, one API and one ingest; record-writers are the caller's. */
export async function startClusterLoad(): Promise<ClusterLoad> {
  const cluster = await startCluster();
  const names = Array.from({ length: DOMAINS }, (_, index) => toDomain(index));
  await cluster.run(["domains", "add", "-"], names.join("\n"));
  const api = await cluster.startApp("api");
  const ingest = await cluster.startApp("ingest");
  const { reports } = createClient({ baseUrl: ingest.url, key: cluster.key, retries: 10 });
  let seed = 0;
  const countVisible = () => countReports(api, cluster.key);
  return {
    cluster,
    api,
    ingest,
    async send() {
      seed += 1;
      const begin = FIRST_DAY + (seed % DAYS) * DAY_SECONDS;
      const report = generateReport({ seed, domain: toDomain(seed % DOMAINS), begin });
      await reports.upload(Buffer.from([...report.xml()].join("")));
      return report.records;
    },
    countVisible,
    async waitForVisible(total) {
      while ((await countVisible()) < total) await sleep(POLL_EVERY_MS);
    },
  };
}

function toDomain(index: number): string {
  return `d${index}.example`;
}
