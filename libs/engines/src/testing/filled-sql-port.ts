import { createRecordStore, type RecordStore, sqlView } from "@ruaflow/record-store";
import { createTemporaryFolder, sampleReport, storeReports, type TemporaryFolder } from "@ruaflow/record-store/testing";
import { createMigratedFolder } from "@ruaflow/record-store/testing/migrated-folder";
import { aRecord } from "@ruaflow/report/testing";
import { openSqlPort } from "../clickhouse-http/index.ts";

export interface FilledSqlPort {
  readonly url: string;
  readonly key: string;
  readonly store: RecordStore;
  readonly folder: TemporaryFolder;
  /** Sends a query, with parameters of the URL. */
  ask(query: string, parameters?: Readonly<Record<string, string>>): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** A read-only SQL port on one visible report with two records. */
export async function openFilledSqlPort(): Promise<FilledSqlPort> {
  const key = "a key of sixteen or more";
  const folder = await createTemporaryFolder();
  await createMigratedFolder(folder.path);
  const store = await createRecordStore({ path: folder.path });
  const records = [aRecord(), aRecord({ ordinal: 1 })];
  await storeReports(store, [sampleReport({ organizationId: "org_1", reportId: "rpt_1", records })]);
  const lists = { hiddenAttempts: [], hiddenReports: [], countingOrganizations: [] };
  await store.insertRowVisibility({ version: 1n, attempt: 1n, ...lists });
  const server = await openSqlPort({ path: folder.path, port: 0, key, ...sqlView });
  return {
    url: server.url,
    key,
    store,
    folder,
    ask: async (query, parameters = {}) => {
      const url = new URL(server.url);
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      const response = await fetch(url, { method: "POST", body: query, headers: { "X-ClickHouse-Key": key } });
      return { status: response.status, text: await response.text() };
    },
    close: async () => {
      await server.close();
      await store.close();
      await folder.remove();
    },
  };
}
