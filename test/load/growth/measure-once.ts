import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeSql } from "@ruaflow/engines/testing";
import { runOrThrow, startService } from "../../support/service.ts";
import { readCpuSeconds } from "../read-cpu.ts";
import { type Timed, time } from "./measure-round.ts";
import type { Grown } from "./open-grown.ts";
import { REPORT_TABLES } from "./tables.ts";

/** ClickHouse has none of the reports. */
const SETTINGS = { RUAFLOW_RECONCILE_EVERY_HOURS: "0" };

/** A vacuum that cleans the indexes, of tables that have lost a few rows. */
export function measureVacuum(grown: Grown): Promise<Timed> {
  return time(grown, "vacuum of all tables", [REPORT_TABLES], (tables) =>
    executeSql(grown.url, `VACUUM (INDEX_CLEANUP ON) ${tables.join(", ")}`),
  );
}

/** The service with its PostgreSQL until it is ready, on a folder that no process has open. */
export async function measureStarts(folder: string, repetitions: number): Promise<Timed[]> {
  const timed: Timed[] = [];
  // The first start makes ClickHouse's tables.
  for (let start = 0; start <= repetitions; start += 1) {
    const startedAt = performance.now();
    const service = await startService(folder, SETTINGS);
    const wallMs = performance.now() - startedAt;
    const cpuMs = readCpuSeconds(service.child.pid ?? 0) * 1000;
    await service.stop();
    if (start > 0) timed.push({ name: "start of the service", wallMs, cpuMs });
  }
  return timed;
}

/** `ruaflow backup` of PostgreSQL's tables, the command and both engines included. */
export async function measureBackup(dataDir: string): Promise<number> {
  const backup = await mkdtemp(join(tmpdir(), "ruaflow-bench-backup-"));
  try {
    const startedAt = performance.now();
    await runOrThrow(["backup", join(backup, "one")], { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await rm(backup, { recursive: true });
  }
}
