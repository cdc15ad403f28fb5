import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { runWithServer } from "./server-loop.ts";

const SWEEP_EVERY_MS = 10 * 60_000;

/** Removes expired answers of idempotent requests, until the server closes. */
export function sweepExpiredAnswers(server: HttpServer, metadata: MetadataStore): void {
  runWithServer(server, {
    name: "sweep",
    everyMs: SWEEP_EVERY_MS,
    onError: (error) => server.log.warn({ err: error }, "expired answers could not be removed"),
    async work() {
      await metadata.tenants.sweepRequests();
      return false;
    },
  });
}
