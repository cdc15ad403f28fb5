import { startEngines } from "@ruaflow/embedded";
import { createRecordWriter } from "@ruaflow/record-writer";
import { failProcess, startParts } from "@ruaflow/runtime";
import type { Logger } from "@ruaflow/runtime/logging";
import { createMetrics } from "@ruaflow/runtime/prometheus";
import { type StoreSettings, toPlace } from "./store-settings.ts";
import type { Stores } from "./stores.ts";

/** Starts the engines, and on request a record-writer, for the duration of a command. */
export function startOwnEngines(
  settings: StoreSettings,
  { logger, recordWriter }: { readonly logger: Logger; readonly recordWriter: boolean },
): Promise<Stores> {
  return startParts(async (started) => {
    const onFatal = failProcess;
    const { stop, ...engines } = await startEngines(settings, { logger, description: "a ruaflow command", onFatal });
    started.defer(stop);
    if (recordWriter) {
      const metrics = createMetrics();
      // A command is not a service: its user waits for the end.
      const writer = await createRecordWriter({ ...engines, logger, metrics, lingerMs: 0, onFatal });
      started.defer(() => writer.stop());
    }
    const { metadata, log, records, spoolFolder } = engines;
    const openSpool = async () => spoolFolder;
    return { metadata, log, logger, openSpool, openRecords: async () => records, ...toPlace(settings) };
  });
}
