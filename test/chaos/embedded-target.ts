import { createDataDir, type RunningService, removeDataDir, runOrThrow, startService } from "../support/service.ts";
import type { ChaosTarget, TargetOptions } from "./target.ts";

/** `npm start`, SIGKILLed and started again, as often as asked. */
export async function startEmbeddedTarget({ kills, readBack, domains }: TargetOptions): Promise<ChaosTarget> {
  const dataDir = createDataDir();
  const environment = { RUAFLOW_READ_BACK: String(readBack) };
  let service: RunningService = await startService(dataDir, environment);
  const run = (args: readonly string[], input = "") =>
    runOrThrow(args, { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" }, input);
  await run(["domains", "add", "-"], domains.join("\n"));
  const [organization] = JSON.parse(await run(["orgs", "list", "--json"]));
  const kill = {
    name: "kill the service",
    async run() {
      await service.kill();
      service = await startService(dataDir, environment);
    },
  };
  return {
    senders: 12,
    uploadUrls: () => [service.url],
    api: () => service,
    key: service.key ?? "",
    organizationId: organization.id,
    disturbances: Array.from({ length: kills }, () => kill),
    describe: async () => service.tail(),
    async stop() {
      await service.stop();
      await removeDataDir(dataDir);
    },
  };
}
