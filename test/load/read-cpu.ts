import { readdirSync, readFileSync } from "node:fs";

/** Kernel ticks per second: `USER_HZ`, 100 on every Linux. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/**
 * Processor seconds of a process and its descendants so far, ended ones included. Unlike a rate it hardly depends on what
 * else the machine does. NaN where /proc is missing.
 */
export function readCpuSeconds(pid: number): number {
  const all = listProcesses();
  const wanted = new Set([pid]);
  for (let size = 0; size !== wanted.size; ) {
    size = wanted.size;
    for (const one of all) if (wanted.has(one.parent)) wanted.add(one.pid);
  }
  const found = all.filter((one) => wanted.has(one.pid));
  return found.length === 0 ? Number.NaN : found.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
}

function listProcesses(): ProcessTimes[] {
  return listFolder("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseStat(Number(name), readFileSync(`/proc/${name}/stat`, "utf8"))];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Fields after the name, which is in parentheses: state, parent, …; from the 12th: own and waited-for children's times. */
function parseStat(pid: number, stat: string): ProcessTimes {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), ticks };
}
