import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The facts in `postmaster.pid` about the server that runs, or last ran, on a cluster. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

export function postmasterPath(folder: string): string {
  return join(folder, "postmaster.pid");
}

/** `null` without the file. Lines as in PostgreSQL's `pidfile.h`: 1 pid, 4 port, 8 status. */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | null> {
  let lines: string[];
  try {
    lines = (await readFile(postmasterPath(folder), "utf8")).split("\n");
  } catch {
    return null;
  }
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return null;
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === "ready" };
}
