// Records the answers that the tests of the page's views render, from a service with demo data of its own:
//   npm run record-answers
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@ruaflow/client";
import { createDataDir, removeDataDir, runOrThrow, startService } from "../support/service.ts";

const dataDir = createDataDir();
const service = await startService(dataDir, { RUAFLOW_ALERTS_EVERY_MS: "5000" });
try {
  const key = service.key ?? "";
  const client = createClient({ baseUrl: service.url, key });
  console.log(await runOrThrow(["demo", "--clients", "5"], { RUAFLOW_DATA_DIR: dataDir }));
  // The keeper looks at the new domains in a round.
  while ((await client.attention.list()).meta.total === 0) await sleep(1000);
  const env = { ...process.env, RUAFLOW_RECORD_FROM: service.url, RUAFLOW_RECORD_KEY: key };
  const { status } = spawnSync("npx", ["vitest", "run", "apps/web/src/views"], { env, stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  await service.stop();
  await removeDataDir(dataDir);
}
