import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerCreateOverride } from "./create-override.ts";
import { registerDeleteOverride } from "./delete-override.ts";
import { registerListOverrides } from "./list-overrides.ts";

/** What organizations say about senders. */
export function registerSenders(server: HttpServer, context: ApiContext): void {
  registerListOverrides(server, context);
  registerCreateOverride(server, context);
  registerDeleteOverride(server, context);
}
