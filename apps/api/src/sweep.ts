import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { type Loop, startLoop } from "@ruaflow/runtime/work";

const SWEEP_EVERY_MS = 10 * 60_000;

/** Removes expired answers of idempotent requests, until the server closes. */
export function sweepExpiredAnswers(server: HttpServer, metadata: MetadataStore): void {
  let loop: Loop | undefined;
  server.addHook("onReady", async () => {
    loop = startLoop({
      name: "sweep",
      everyMs: SWEEP_EVERY_MS,
      restMs: SWEEP_EVERY_MS,
      onError: (error) => server.log.warn({ err: error }, "expired answers could not be removed"),
      async work() {
        await metadata.tenants.sweepRequests();
        return false;
      },
    });
  });
  server.addHook("onClose", async () => loop?.stop());
}
