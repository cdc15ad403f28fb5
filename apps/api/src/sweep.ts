import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";

const SWEEP_EVERY_MS = 10 * 60_000;

/** Removes kept answers that are too old, for as long as the server lives. What fails is tried again the next time. */
export function sweepKeptAnswers(server: HttpServer, metadata: MetadataStore): void {
  const sweep = () => {
    metadata.tenants.sweepRequests().catch((error) => server.log.warn({ err: error }, "old answers were not swept"));
  };
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
  server.addHook("onClose", async () => clearInterval(timer));
}
