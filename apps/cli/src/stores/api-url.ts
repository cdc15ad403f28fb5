import { readOfferedUrl } from "@ruaflow/embedded/offered-urls";
import { httpSettings } from "@ruaflow/http/settings";
import { dataFolderSettings, type Environment, readSettings } from "@ruaflow/runtime/settings";

/** Where the service answers on this machine, and whether it runs. */
export interface ServiceAddress {
  readonly url: string;
  readonly isRunning: boolean;
}

/**
 * The address of the service that runs on the data folder, otherwise the port of these settings, whose default is that of
 * `npm start`.
 */
export async function readServiceAddress(environment: Environment): Promise<ServiceAddress> {
  const settings = readSettings({ ...httpSettings(8080), ...dataFolderSettings }, environment);
  // A folder that is another user's, or none, names no service.
  const running = await readOfferedUrl(settings.RUAFLOW_DATA_DIR, "api").catch(() => null);
  return { url: running ?? `http://127.0.0.1:${settings.RUAFLOW_PORT}`, isRunning: running !== null };
}

/** Like {@link readServiceAddress}, only where it is. */
export async function readApiUrl(environment: Environment): Promise<string> {
  return (await readServiceAddress(environment)).url;
}
