import {
  createMetadataStore,
  metadataStoreSettings,
  migrateMetadata,
  readMetadataMigrations,
} from "@ruaflow/metadata-store";
import { createRecordStore, type RecordStore, recordStoreSettings } from "@ruaflow/record-store";
import { requireSetting } from "@ruaflow/runtime";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";
import type { Command } from "commander";
import { printRows } from "./table.ts";

const HELP = `
Needs DATABASE_URL and CLICKHOUSE_URL. The embedded service (npm start) brings its own schemas up to date.
Stop the apps of the old release, run "up", start those of the new one: they refuse a schema that is older, and one that
is newer, than they know. Sums that a release begins to keep are filled in from what is stored, a minute or two for a million
reports. It may be run again at any time, also from several places at once.`;

/** `ruaflow migrate`: the schemas of PostgreSQL and ClickHouse. */
export function addMigrateCommand(program: Command, environment: Environment): void {
  const command = program
    .command("migrate")
    .description("schemas of the servers: status and up")
    .addHelpText("after", HELP);
  command
    .command("status")
    .description("what is applied and what is pending; changes nothing, exit code 1 when something is pending")
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const rows = await readStatus(readUrls(environment));
      printRows(rows, { json: json ?? false });
      if (rows.some(({ pending }) => pending !== "")) process.exitCode = 1;
    });
  command
    .command("up")
    .description("bring them up to date")
    .option("--json", "print JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const urls = readUrls(environment);
      await bringUp(urls);
      printRows(await readStatus(urls), { json: json ?? false });
    });
}

interface Urls {
  readonly database: string;
  readonly clickHouse: string;
}

const settingsSchema = { ...metadataStoreSettings, ...recordStoreSettings };

function readUrls(environment: Environment): Urls {
  const settings = readSettings(settingsSchema, environment);
  return {
    database: requireSetting(settings, "DATABASE_URL"),
    clickHouse: requireSetting(settings, "CLICKHOUSE_URL"),
  };
}

async function bringUp(urls: Urls): Promise<void> {
  await migrateMetadata(urls.database);
  await withRecords(urls, async (records) => {
    await records.migrate();
    const metadata = await createMetadataStore({ url: urls.database, connectionsMax: 1 });
    try {
      await metadata.reports.fillReportDays(records.readStoredDays);
      await metadata.reports.fillStoredReports(records.readStoredReports, (domainsLeft) =>
        process.stderr.write(`filling in lists of reports: ${domainsLeft} domains left\n`),
      );
    } finally {
      await metadata.close();
    }
  });
}

async function readStatus(urls: Urls) {
  const postgres = await readMetadataMigrations(urls.database);
  const clickHouse = await withRecords(urls, (records) => records.readMigrationStatus());
  return [
    { store: "PostgreSQL", applied: String(postgres.version), pending: postgres.pending.join(", ") },
    { store: "ClickHouse", applied: String(clickHouse.applied.length), pending: clickHouse.pending.join(", ") },
  ];
}

async function withRecords<Result>(
  { clickHouse }: Urls,
  work: (records: RecordStore) => Promise<Result>,
): Promise<Result> {
  const records = await createRecordStore({ url: clickHouse });
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}
