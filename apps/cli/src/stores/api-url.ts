import { httpSettings } from "@ruaflow/http/settings";
import { type Environment, readSettings } from "@ruaflow/runtime/settings";

/** Where the service of these settings answers on this machine; its API's default is that of `npm start`. */
export function readApiUrl(environment: Environment): string {
  return `http://127.0.0.1:${readSettings(httpSettings(8080), environment).RUAFLOW_PORT}`;
}
