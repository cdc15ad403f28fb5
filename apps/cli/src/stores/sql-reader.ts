import { readOfferedUrl } from "@ruaflow/embedded/offered-urls";
import { sqlPortSettings } from "@ruaflow/engines/clickhouse-http";
import { createSqlReader, defaultDatabase, type SqlReader } from "@ruaflow/record-store";
import { startParts } from "@ruaflow/runtime";
import { type Environment, readSettings, type SettingsOf } from "@ruaflow/runtime/settings";
import { storeSettingsSchema } from "./store-settings.ts";

const settingsSchema = { ...storeSettingsSchema, ...sqlPortSettings };

/**
 * The views of the server that the settings name, of the SQL port that they name, of the service that runs on the data folder, or
 * of the folder itself, which this process then owns until `close`.
 * @throws UsageError when none of them can be read
 */
export async function openSqlReader(environment: Environment): Promise<SqlReader> {
  const settings = readSettings(settingsSchema, environment);
  const named = settings.CLICKHOUSE_URL ?? (await findPort(settings));
  if (named !== null) return createSqlReader(named);
  return (await findService(settings.RUAFLOW_DATA_DIR)) ?? openFolder(environment);
}

/** `null` when nothing listens there: the settings are the service's, which may be stopped. */
async function findPort({ RUAFLOW_SQL_PORT: port, RUAFLOW_SQL_KEY: key }: SettingsOf<typeof settingsSchema>) {
  if (port === undefined || key === undefined) return null;
  const url = new URL(`http://127.0.0.1:${port}/${defaultDatabase}`);
  const isListening = await fetch(new URL("/ping", url)).then(
    () => true,
    () => false,
  );
  if (!isListening) return null;
  url.username = "ruaflow";
  url.password = encodeURIComponent(key);
  return url.href;
}

/** `null` when no service runs on the folder; a killed one has left its URL. */
async function findService(folder: string): Promise<SqlReader | null> {
  const url = await readOfferedUrl(folder, "readOnly");
  if (url === null) return null;
  const reader = createSqlReader(url);
  try {
    (await reader.ask({ query: "SELECT 1", format: "TabSeparated", params: {} })).resume();
    return reader;
  } catch {
    await reader.close();
    return null;
  }
}

function openFolder(environment: Environment): Promise<SqlReader> {
  return startParts(async (started) => {
    // Loaded only when needed: with a running service the query would wait for code that it does not use.
    const { openBareStores } = await import("./bare-stores.ts");
    const { openReadOnlyAccess } = await import("@ruaflow/embedded");
    const stores = await openBareStores(environment, { description: "ruaflow sql" });
    started.defer(() => stores.stop());
    // A server is read by its URL before it comes to this.
    if (stores.clickHouse === null) throw new Error("the stores have no embedded ClickHouse");
    const reader = createSqlReader(await openReadOnlyAccess(stores.clickHouse));
    started.defer(() => reader.close());
    return { ask: reader.ask };
  }).then(({ ask, stop }) => ({ ask, close: stop }));
}
