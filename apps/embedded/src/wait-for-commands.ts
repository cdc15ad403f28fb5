import { setTimeout as sleep } from "node:timers/promises";
import { DataFolderInUseError } from "@ruaflow/engines/postgres";

const RETRY_EVERY_MS = 500;

/**
 * Starts the engines once no command owns the data folder. An import started without a service runs to its end, however
 * long that takes, and a supervisor that restarts the service must not fail meanwhile. Each process that is waited for
 * is reported once, on standard error.
 * @throws {DataFolderInUseError} at once when another service owns the folder
 */
export async function waitForCommands<Engine>(start: () => Promise<Engine>, stopping: AbortSignal): Promise<Engine> {
  for (let reportedPid = 0; ; ) {
    stopping.throwIfAborted();
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof DataFolderInUseError) || !error.owner?.isTemporary) throw error;
      const { pid, description } = error.owner;
      if (pid !== reportedPid) {
        process.stderr.write(`The data folder is in use: waiting for process ${pid} (${description}) to finish.\n`);
      }
      reportedPid = pid;
    }
    await sleep(RETRY_EVERY_MS);
  }
}
