import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerCreateApiKey } from "./create-api-key.ts";
import { registerListApiKeys } from "./list-api-keys.ts";
import { registerRevokeApiKey } from "./revoke-api-key.ts";

/** API keys of the caller's organization. */
export function registerApiKeys(server: HttpServer, context: ApiContext): void {
  registerListApiKeys(server, context);
  registerCreateApiKey(server, context);
  registerRevokeApiKey(server, context);
}
