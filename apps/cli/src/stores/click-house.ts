import { readOfferedUrl } from "@ruaflow/embedded/offered-urls";
import type { findRunningOwner } from "@ruaflow/engines/postgres";
import { createRecordStore, type RecordStore } from "@ruaflow/record-store";
import { UsageError } from "@ruaflow/runtime/errors";
import type { StoreSettings } from "./store-settings.ts";

/** The server that the settings name, or the engine of the service that runs on the data folder; `null` without either. */
export async function connectToClickHouse(settings: StoreSettings): Promise<RecordStore | null> {
  const { CLICKHOUSE_URL, CLICKHOUSE_CLUSTER: cluster, RUAFLOW_DATA_DIR } = settings;
  if (CLICKHOUSE_URL !== undefined) return createRecordStore({ url: CLICKHOUSE_URL, cluster });
  const url = await readOfferedUrl(RUAFLOW_DATA_DIR, "full");
  if (url === null) return null;
  // A killed service has left its URL.
  return createRecordStore({ url }).catch(() => null);
}

type RunningOwner = NonNullable<Awaited<ReturnType<typeof findRunningOwner>>>;

/** For a folder whose PostgreSQL answers and whose ClickHouse does not. */
export function describeOwner(folder: string, { pid, description }: RunningOwner): UsageError {
  return new UsageError(
    `${folder} is in use by process ${pid} (${description}), and other processes cannot read its ClickHouse. Wait until it ends, or stop it.`,
  );
}
