import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isProcessWith } from "@ruaflow/engines/postgres";

const WAIT_MS_MAX = 10_000;

/**
 * Ends the engine of a service that was killed. Such a process ends by itself, unless one of its threads keeps it from noticing that
 * its service is gone. ClickHouse writes its process id into its folder and locks that file, so no other process could open the folder.
 */
export async function endOrphan(path: string): Promise<void> {
  const status = await readFile(join(path, "status"), "utf8").catch(() => "");
  const pid = Number(/^PID: (\d+)$/m.exec(status)?.[1] ?? 0);
  const deadline = Date.now() + WAIT_MS_MAX;
  // By its command line, too: the number may belong to another process today.
  while (pid > 0 && pid !== process.pid && (await isProcessWith(["process-main.ts", path], pid))) {
    if (Date.now() > deadline) throw new Error(`The ClickHouse of an earlier start (process ${pid}) does not end.`);
    process.kill(pid, "SIGKILL");
    await sleep(20);
  }
}
