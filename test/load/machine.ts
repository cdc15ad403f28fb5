import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** What has to be known of a run to compare it with another one. */
export interface Machine {
  readonly date: string;
  readonly processor: string;
  readonly memory: string;
  readonly system: string;
  readonly node: string;
  readonly commit: string;
  /** Of the last minute, when the run began: above 0.5 on an idle machine somebody else was at work. */
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
