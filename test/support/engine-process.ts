import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The process of the ClickHouse of a data folder; it writes its id into its folder. */
export async function readEnginePid(dataDir: string): Promise<number> {
  const status = await readFile(join(dataDir, "clickhouse", "status"), "utf8").catch(() => "");
  return Number(/^PID: (\d+)/m.exec(status)?.[1] ?? 0);
}

/** Kills the ClickHouse of a running service, and waits until the service has started another. */
export async function replaceEngine(dataDir: string): Promise<void> {
  const pid = await readEnginePid(dataDir);
  process.kill(pid, "SIGKILL");
  for (;;) {
    const next = await readEnginePid(dataDir);
    if (next !== pid && next !== 0) return;
    await sleep(20);
  }
}
