import { readFileSync } from "node:fs";

/** Memory of a process in MiB. */
export interface Memory {
  /** Everything in RAM, including mapped files. */
  readonly rss: number;
  /** Without mapped files, which the system may drop at any time. */
  readonly anonymous: number;
}

export interface MemoryWatch {
  /** The largest values seen. */
  peak(): Memory;
  stop(): void;
}

const SAMPLE_EVERY_MS = 50;
const ZERO: Memory = { rss: 0, anonymous: 0 };

/** Only Linux provides it; on other systems memory is not measured. */
export const canReadMemory = process.platform === "linux";

/** Memory of a process and of the ClickHouse that it has started; zeros for a process that has ended. */
export function readMemory(pid: number): Memory {
  if (!canReadMemory) return ZERO;
  const all = [pid, ...listEngines(pid)].map(readProcessMemory);
  const sum = (read: (memory: Memory) => number) => all.reduce((total, memory) => total + read(memory), 0);
  return { rss: sum(({ rss }) => rss), anonymous: sum(({ anonymous }) => anonymous) };
}

function listEngines(pid: number): number[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return children.filter((child) => read(`/proc/${child}/cmdline`).includes("clickhouse/process-main.ts")).map(Number);
}

function readProcessMemory(pid: number): Memory {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (field: string) => Number(status.match(new RegExp(`^${field}:\\s+(\\d+)`, "m"))?.[1] ?? 0) / 1024;
    return { rss: read("VmRSS"), anonymous: read("RssAnon") };
  } catch {
    return ZERO;
  }
}

export function watchMemory(pid: number): MemoryWatch {
  let peak = ZERO;
  const timer = setInterval(() => {
    const { rss, anonymous } = readMemory(pid);
    peak = { rss: Math.max(peak.rss, rss), anonymous: Math.max(peak.anonymous, anonymous) };
  }, SAMPLE_EVERY_MS);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}
