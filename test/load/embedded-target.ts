import { join } from "node:path";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { createDataDir, startService } from "../support/service.ts";
import { removeAtExit } from "./remove-at-exit.ts";
import type { Target } from "./target.ts";

/** `npm start` on an empty data folder, with commands beside it: the embedded mode. */
export async function startEmbeddedTarget(environment: Record<string, string> = {}): Promise<Target> {
  const dataDir = createDataDir();
  removeAtExit(dataDir);
  const service = await startService(dataDir, environment);
  return {
    api: service,
    key: service.key ?? "",
    environment: { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" },
    processes: [{ name: "service", pid: service.child.pid ?? 0 }],
    async databaseUrl() {
      const owner = await findRunningOwner(join(dataDir, "postgres"));
      if (!owner) throw new Error(`no service is running on ${dataDir}`);
      return owner.url;
    },
    async stop(inspect) {
      await service.stop();
      await inspect?.(join(dataDir, "clickhouse"));
    },
  };
}
