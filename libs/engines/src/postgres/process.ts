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

/** True when `pid` is a PostgreSQL server on the cluster in `folder`. */
export function isServerOf(folder: string, pid: number): Promise<boolean> {
  return isProcessWith([folder], pid);
}

/**
 * True when `pid` is a process with all these texts in its command line. The process id alone is not enough: after a reboot
 * it may belong to an unrelated process, which must not get our signals.
 */
export async function isProcessWith(texts: readonly string[], pid: number): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  const commandLine = await readCommandLine(pid);
  return texts.every((text) => commandLine.includes(text));
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
