import {
  createMetadataStore,
  metadataStoreSettings,
  migrateMetadata,
  readMetadataMigrations,
} from "@ruaflow/metadata-store";
import { createRecordStore, type RecordStore, type RecordStoreOptions } from "@ruaflow/record-store";
import { recordStoreSettings } from "@ruaflow/record-store/settings";
import { requireSetting } from "@ruaflow/runtime";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import { pluralize } from "../pluralize.ts";
import { printRows } from "../table.ts";

interface Output {
  readonly json: boolean;
}

/** Lists applied and pending migrations; the exit code is 1 if any are pending. */
export async function showStatus(environment: Environment, output: Output): Promise<void> {
  const rows = await readStatus(readUrls(environment));
  printRows(rows, output);
  if (rows.some(({ pending }) => pending.length > 0)) process.exitCode = 1;
}

/** Applies pending migrations, then lists them. */
export async function migrateUp(environment: Environment, output: Output): Promise<void> {
  const urls = readUrls(environment);
  await bringUp(urls);
  printRows(await readStatus(urls), output);
}

interface Urls {
  readonly database: string;
  readonly clickHouse: RecordStoreOptions;
}

const settingsSchema = { ...metadataStoreSettings, ...recordStoreSettings };

function readUrls(environment: Environment): Urls {
  const settings = readSettings(settingsSchema, environment);
  return {
    database: requireSetting(settings, "DATABASE_URL"),
    clickHouse: { url: requireSetting(settings, "CLICKHOUSE_URL"), cluster: settings.CLICKHOUSE_CLUSTER },
  };
}

async function bringUp(urls: Urls): Promise<void> {
  await migrateMetadata(urls.database);
  await withRecords(urls, async (records) => {
    await records.migrate();
    await records.analysts.refresh();
    const metadata = await createMetadataStore({ url: urls.database, connectionsMax: 1 });
    try {
      await metadata.reports.fillReportDays(records.readStoredDays);
      await metadata.reports.fillStoredReports(records.readStoredReports, printSometimes);
    } finally {
      await metadata.close();
    }
  });
}

const PRINT_EVERY_MS = 2000;
let printedAt = Number.NEGATIVE_INFINITY;

/** A step takes milliseconds for domains with few reports. */
function printSometimes(domainsLeft: number): void {
  if (performance.now() - printedAt < PRINT_EVERY_MS) return;
  printedAt = performance.now();
  process.stderr.write(`filling in lists of reports: ${pluralize(domainsLeft, "domain")} left\n`);
}

async function readStatus(urls: Urls) {
  const postgres = await readMetadataMigrations(urls.database);
  const clickHouse = await withRecords(urls, (records) => records.readMigrationStatus());
  return [
    { store: "PostgreSQL", applied: postgres.version, pending: postgres.pending },
    { store: "ClickHouse", applied: clickHouse.applied.length, pending: clickHouse.pending },
  ];
}

async function withRecords<Result>(
  { clickHouse }: Urls,
  work: (records: RecordStore) => Promise<Result>,
): Promise<Result> {
  const records = await createRecordStore(clickHouse);
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}
