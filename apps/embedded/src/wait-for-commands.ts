import { setTimeout as sleep } from "node:timers/promises";
import { DataFolderInUseError } from "@ruaflow/engines/postgres";

const LOOK_EVERY_MS = 500;

/**
 * Starts the engines once no command has the data folder. An import that was started without a service runs to its end, for
 * as long as that takes: a supervisor that starts the service again must not fail meanwhile. It is told once, on standard
 * error, which process is waited for.
 * @throws {DataFolderInUseError} at once when another service has the folder
 */
export async function waitForCommands<Engine>(start: () => Promise<Engine>, stopping: AbortSignal): Promise<Engine> {
  for (let toldPid = 0; ; ) {
    stopping.throwIfAborted();
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof DataFolderInUseError) || !error.owner?.isTemporary) throw error;
      const { pid, description } = error.owner;
      if (pid !== toldPid) {
        process.stderr.write(`The data folder is in use: waiting for process ${pid} (${description}) to finish.\n`);
      }
      toldPid = pid;
    }
    await sleep(LOOK_EVERY_MS);
  }
}
