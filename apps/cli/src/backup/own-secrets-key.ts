import { readSecretsKey } from "@ruaflow/embedded";
import type { StoreSettings } from "../stores/store-settings.ts";

/** The secrets key of the settings, or of the data folder with the embedded PostgreSQL; `null` without either. */
export async function readOwnSecretsKey(settings: StoreSettings): Promise<string | null> {
  const { RUAFLOW_SECRETS_KEY, DATABASE_URL, RUAFLOW_DATA_DIR } = settings;
  return RUAFLOW_SECRETS_KEY ?? (DATABASE_URL === undefined ? await readSecretsKey(RUAFLOW_DATA_DIR) : null);
}
