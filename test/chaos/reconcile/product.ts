import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startPostgres } from "@ruaflow/engines/testing";
import { type GeneratedReport, generateReport } from "../../support/report-generator.ts";
import { startOwnClickHouse } from "../../support/servers.ts";
import { createDataDir, removeDataDir, runCommand, runOrThrow, startService } from "../../support/service.ts";
import { uploads } from "../channels/upload.ts";
import { toSqlRows } from "../sql-rows.ts";
import type { ChaosTarget } from "../target.ts";

/** What `ruaflow reconcile --json` says. */
export interface ReconcileOutput {
  readonly reports: number;
  readonly found: Readonly<Record<string, number>>;
  readonly repaired: number;
  readonly deleted: number;
  readonly left: readonly { readonly report_id: string; readonly difference: string }[];
}

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** The service on servers of its own, so that commands can compare while it runs. */
export async function startProduct() {
  const folder = createDataDir();
  const [postgres, clickHouse] = await Promise.all([startPostgres(), startOwnClickHouse(folder)]);
  const environment = {
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: clickHouse.address,
    RUAFLOW_DATA_DIR: join(folder, "data"),
    RUAFLOW_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    RUAFLOW_LOG_LEVEL: "error",
    // Its own comparisons would hold the lock now and then.
    RUAFLOW_RECONCILE_EVERY_HOURS: "0",
  };
  const service = await startService(environment.RUAFLOW_DATA_DIR, environment);
  const [organization] = JSON.parse(await runOrThrow(["orgs", "list", "--json"], environment));
  const ask = async (query: string) =>
    toSqlRows(await runOrThrow(["sql", query, "--format", "JSONEachRow"], environment));
  const key = service.key ?? "";
  const target: ChaosTarget = {
    channel: uploads,
    senders: 1,
    uploadUrls: () => [service.url],
    smtpPorts: () => [],
    api: () => service,
    key,
    organizationId: organization.id,
    disturbances: [],
    environment,
    sql: ask,
    connectToLog: () => Promise.reject(new Error("the log is not needed")),
    describe: async () => service.tail(),
    stop: async () => undefined,
  };
  return {
    folder,
    target,
    service,
    key,
    importFolder: (name: string) =>
      runOrThrow(["import", "--add-domains", join(folder, name)], environment).then(() => undefined),
    /** Writes a folder of small reports; returns what is in them. */
    writeFolder: (name: string, seeds: Seeds) => writeFolder(join(folder, name), seeds),
    async reconcile(...options: readonly string[]): Promise<ReconcileOutput> {
      const { stdout, stderr } = await runCommand(["reconcile", "--json", ...options], environment);
      if (stdout === "") throw new Error(stderr);
      return JSON.parse(stdout);
    },
    execute: (statement: string) => execute(clickHouse.address, statement),
    async stop() {
      await service.stop();
      await clickHouse.stop();
      await postgres.stop();
      await removeDataDir(folder);
    },
  };
}

interface Seeds {
  readonly first: number;
  readonly count: number;
  readonly toDomain: (seed: number) => string;
}

const FIRST_DAY = 1_767_225_600;
const DAY_SECONDS = 86_400;

async function writeFolder(folder: string, { first, count, toDomain }: Seeds): Promise<GeneratedReport[]> {
  await mkdir(folder);
  const reports: GeneratedReport[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    const begin = FIRST_DAY + (seed % 90) * DAY_SECONDS;
    const report = generateReport({ seed, domain: toDomain(seed), begin, records: 1 + (seed % 4) });
    await writeFile(join(folder, `${seed}.xml`), [...report.xml()].join(""));
    reports.push(report);
  }
  return reports;
}

async function execute(address: string, statement: string): Promise<void> {
  const url = new URL(address);
  const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString("base64")}`;
  const endpoint = `${url.protocol}//${url.host}/?database=${url.pathname.slice(1)}`;
  const response = await fetch(endpoint, { method: "POST", headers: { authorization }, body: statement });
  if (!response.ok) throw new Error(await response.text());
}
