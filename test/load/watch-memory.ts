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

/** Zeros for a process that has ended. */
export function readMemory(pid: number): Memory {
  if (!canReadMemory) return ZERO;
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
