import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** Facts about a run that are needed to compare it with another. */
export interface Machine {
  readonly date: string;
  readonly processor: string;
  readonly memory: string;
  readonly system: string;
  readonly node: string;
  readonly commit: string;
  /** Load average of the last minute at the start of the run: above 0.5 other processes were active. */
  readonly load: string;
}

export function describeMachine(): Machine {
  return {
    date: new Date().toISOString(),
    processor: `${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} threads`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    node: process.version,
    commit: describeCommit(),
    load: (loadavg()[0] ?? 0).toFixed(1),
  };
}

function describeCommit(): string {
  try {
    const cwd = import.meta.dirname;
    const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd }).toString().trim();
    const changed = execFileSync("git", ["status", "--porcelain"], { cwd }).toString().trim() !== "";
    return changed ? `${commit} with uncommitted changes` : commit;
  } catch {
    return "unknown (no git)";
  }
}
