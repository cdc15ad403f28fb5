import { readFileSync } from "node:fs";

/** Memory of a process in MiB. */
export interface Memory {
  /** Everything in RAM, including mapped files. */
  readonly rss: number;
  /** Without mapped files, which the system may drop at any time. */
  readonly anonymous: number;
}

/** Memory of a part of a service, in MiB. */
export interface PartMemory extends Memory {
  readonly name: "service" | "clickhouse" | "postgres";
  readonly file: number;
  readonly shared: number;
}

export interface MemoryWatch {
  /** The largest values seen. */
  peak(): Memory;
  stop(): void;
}

const SAMPLE_EVERY_MS = 50;

/** Only Linux provides it; on other systems memory is not measured. */
export const canReadMemory = process.platform === "linux";

/** Memory of a process and of the ClickHouse that it has started; zeros for a process that has ended. */
export function readMemory(pid: number): Memory {
  return sum("service", [pid, ...listChildren(pid).filter(isClickHouse)]);
}

/** A service, its ClickHouse, and all of its PostgreSQL. */
export function listParts(pid: number): PartMemory[] {
  const children = listDescendants(pid);
  const rest = children.filter((child) => !isClickHouse(child));
  return [sum("service", [pid]), sum("clickhouse", children.filter(isClickHouse)), sum("postgres", rest)];
}

export function watchMemory(pid: number): MemoryWatch {
  let peak: Memory = { rss: 0, anonymous: 0 };
  const timer = setInterval(() => {
    const { rss, anonymous } = readMemory(pid);
    peak = { rss: Math.max(peak.rss, rss), anonymous: Math.max(peak.anonymous, anonymous) };
  }, SAMPLE_EVERY_MS);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

const isClickHouse = (pid: number) => read(`/proc/${pid}/cmdline`).includes("clickhouse/process-main.ts");

const listChildren = (pid: number) => read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

function listDescendants(pid: number): number[] {
  return listChildren(pid).flatMap((child) => [child, ...listDescendants(child)]);
}

function sum(name: PartMemory["name"], pids: readonly number[]): PartMemory {
  const statuses = pids.map((pid) => read(`/proc/${pid}/status`));
  const toMib = (text: string, field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
  const total = (field: string) => statuses.reduce((all, text) => all + toMib(text, field), 0);
  return { name, rss: total("VmRSS"), anonymous: total("RssAnon"), file: total("RssFile"), shared: total("RssShmem") };
}

/** Nothing for a process that has ended, and on other systems. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
