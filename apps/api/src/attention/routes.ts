import type { HttpServer } from "@ruaflow/http";
import type { ApiContext } from "../context.ts";
import { registerAcknowledgeAttention } from "./acknowledge-attention.ts";
import { registerListAttention } from "./list-attention.ts";

/** Which domains need somebody, and why. */
export function registerAttention(server: HttpServer, context: ApiContext): void {
  registerListAttention(server, context);
  registerAcknowledgeAttention(server, context);
}
