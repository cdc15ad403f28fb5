import { execFile } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Few enough to be taken at once; a store on embedded engines needs half of them. */
const OPEN_FILES_MAX = 256;

/** Runs a script with Node in a process that may have 256 files open. Returns its output. */
export async function runWithFewFiles(script: URL, args: readonly string[] = []): Promise<string> {
  // Node raises a soft limit to the hard one; the shell sets both.
  const limit = `ulimit -n ${OPEN_FILES_MAX} && exec "$@"`;
  const command = [process.execPath, fileURLToPath(script), ...args];
  return (await promisify(execFile)("/bin/sh", ["-c", limit, "sh", ...command])).stdout;
}

/**
 * Opens files until the system refuses more.
 * @returns a function that closes them
 */
export function takeAllFiles(): () => void {
  const files: number[] = [];
  for (;;) {
    try {
      files.push(openSync("/dev/null", "r"));
    } catch {
      return () => files.splice(0).forEach((file) => void closeSync(file));
    }
  }
}
