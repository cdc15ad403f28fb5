import { readOfferedUrl } from "@ruaflow/embedded/offered-urls";
import { httpSettings } from "@ruaflow/http/settings";
import { dataFolderSettings, type Environment, readSettings } from "@ruaflow/runtime/settings";

/**
 * Where the service answers on this machine: the address of the one that runs on the data folder, otherwise the port of these
 * settings, whose default is that of `npm start`.
 */
export async function readApiUrl(environment: Environment): Promise<string> {
  const settings = readSettings({ ...httpSettings(8080), ...dataFolderSettings }, environment);
  // A folder that is another user's, or none, names no service.
  const running = await readOfferedUrl(settings.RUAFLOW_DATA_DIR, "api").catch(() => null);
  return running ?? `http://127.0.0.1:${settings.RUAFLOW_PORT}`;
}
