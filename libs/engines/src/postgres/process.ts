import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { cleanEnvironment } from "./os-user.ts";

const run = promisify(execFile);

/** True when a process with this id exists, of any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * True when `pid` is a PostgreSQL server on the cluster in `folder`. The process id alone is not enough: after a reboot
 * it may belong to an unrelated process, which must not get our signals.
 */
export async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  return (await readCommandLine(pid)).includes(folder);
}

/** Empty for a process that has ended, even if its parent has not collected it yet. */
async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
    return (await run("ps", ["-o", "command=", "-p", String(pid)], { env: cleanEnvironment })).stdout;
  } catch {
    return "";
  }
}
