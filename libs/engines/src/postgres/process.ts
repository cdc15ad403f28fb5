import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { cleanEnvironment } from "./os-user.ts";

const run = promisify(execFile);

/** True when a process with this id exists, whoever it belongs to. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * True when `pid` is a PostgreSQL server on the cluster in `folder`. A process id alone says nothing: after a reboot it
 * belongs to a stranger, who must not get our signals.
 */
export async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  return (await readCommandLine(pid)).includes(folder);
}

/** Empty for a process that is gone or that nobody has collected yet. */
async function readCommandLine(pid: number): Promise<string> {
  try {
    if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
    return (await run("ps", ["-o", "command=", "-p", String(pid)], { env: cleanEnvironment })).stdout;
  } catch {
    return "";
  }
}
