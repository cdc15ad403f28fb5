import { readFileSync } from "node:fs";

/** Memory of a process, or of all of one name, in MiB. */
export interface ProcessMemory {
  readonly name: "service" | "clickhouse" | "postgres";
  readonly rss: number;
  readonly anonymous: number;
  readonly file: number;
  readonly shared: number;
}

/** A service, its ClickHouse, and all of its PostgreSQL. Only on Linux. */
export function listProcesses(pid: number): ProcessMemory[] {
  const children = listDescendants(pid);
  const isClickHouse = (child: number) => read(`/proc/${child}/cmdline`).includes("clickhouse/process-main.ts");
  return [
    sum("service", [pid]),
    sum("clickhouse", children.filter(isClickHouse)),
    sum(
      "postgres",
      children.filter((child) => !isClickHouse(child)),
    ),
  ];
}

function listDescendants(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...listDescendants(child)]);
}

function sum(name: ProcessMemory["name"], pids: readonly number[]): ProcessMemory {
  const statuses = pids.map((pid) => read(`/proc/${pid}/status`));
  const total = (field: string) =>
    statuses.reduce((all, text) => all + Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0), 0) /
    1024;
  return { name, rss: total("VmRSS"), anonymous: total("RssAnon"), file: total("RssFile"), shared: total("RssShmem") };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}
