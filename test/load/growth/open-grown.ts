import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@ruaflow/engines/postgres";
import { createMetadataStore, type MetadataStore, migrateMetadata } from "@ruaflow/metadata-store";
import { type Database, openDatabase } from "@ruaflow/postgres";
import { fillReports } from "./fill.ts";
import { LARGE_ORGANIZATION } from "./population.ts";

/** A filled PostgreSQL, with the settings of the embedded mode. */
export interface Grown {
  /** Of all organizations. */
  readonly reports: number;
  /** A data folder of the service; ClickHouse has nothing. */
  readonly folder: string;
  readonly url: string;
  readonly pid: number;
  /** Of the large organization, when it was opened. */
  readonly largeReports: number;
  readonly metadata: MetadataStore;
  readonly database: Database;
  stop(): Promise<void>;
}

const CONNECTIONS = 4;
/** Written last, so that a partly filled folder is filled again. */
const MARK = "growth.json";

/** Fills the folder, unless it has this many reports already, and opens its PostgreSQL. */
export async function openGrown(folder: string, reports: number, progress: (text: string) => void): Promise<Grown> {
  const isFilled = readMark(folder) === reports;
  if (!isFilled) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir: join(folder, "postgres") });
  await migrateMetadata(url);
  if (!isFilled) await fillReports(url, reports, progress);
  await writeFile(join(folder, MARK), JSON.stringify({ reports }));
  const metadata = await createMetadataStore({ url, connectionsMax: CONNECTIONS });
  const database = openDatabase(url, CONNECTIONS);
  const close = async () => {
    await Promise.all([metadata.close(), database.close()]);
    await stop();
  };
  // As the keeper has done before long.
  const today = new Date().toISOString().slice(0, 10);
  for (let after: string | null = ""; after !== null; )
    after = await metadata.reports.refreshDomainReports(today, after);
  const largeReports = await countLarge(database);
  return { reports, folder, url, pid, largeReports, metadata, database, stop: close };
}

async function countLarge(database: Database): Promise<number> {
  const [row] = await database.query<{ last: number }>(
    "SELECT last_sequence::float8 AS last FROM report_sequences WHERE organization_id = $1",
    [LARGE_ORGANIZATION],
  );
  return row?.last ?? 0;
}

function readMark(folder: string): number | null {
  const path = join(folder, MARK);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).reports : null;
}
