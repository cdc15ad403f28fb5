import { readFileSync } from "node:fs";

/** Clock ticks per second, the same on all Linux systems of today. */
const TICKS_PER_S = 100;

/** CPU time of a process so far, in seconds; 0 where /proc is missing. */
export function readCpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
  } catch {
    return 0;
  }
}
