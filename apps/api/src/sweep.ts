import type { HttpServer } from "@ruaflow/http";
import type { MetadataStore } from "@ruaflow/metadata-store";
import { type Loop, startLoop } from "@ruaflow/runtime/work";

const SWEEP_EVERY_MS = 10 * 60_000;

/** Removes kept answers that are too old, for as long as the server lives. */
export function sweepKeptAnswers(server: HttpServer, metadata: MetadataStore): void {
  let loop: Loop | undefined;
  server.addHook("onReady", async () => {
    loop = startLoop({
      name: "sweep",
      everyMs: SWEEP_EVERY_MS,
      restMs: SWEEP_EVERY_MS,
      onError: (error) => server.log.warn({ err: error }, "old answers were not swept"),
      async work() {
        await metadata.tenants.sweepRequests();
        return false;
      },
    });
  });
  server.addHook("onClose", async () => loop?.stop());
}
