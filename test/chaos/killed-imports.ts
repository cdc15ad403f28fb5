import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { commandFlags } from "../support/child-process.ts";
import { type GeneratedReport, generateReport } from "../support/report-generator.ts";
import type { Disturbance } from "./target.ts";

const cli = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));

const FILES = 300;
/** How often each import is killed, at random moments, and run again. */
const KILLS = 2;
const KILL_WITHIN_MS = 4000;
/** An import that runs for this long counts as stuck: it is killed and run again. */
const STUCK_AFTER_MS = 120_000;
const RUNS_MAX = 12;

export interface ImportOptions {
  readonly random: () => number;
  readonly seed: number;
  readonly begin: number;
  readonly domains: readonly string[];
  /** Environment of the command: the locations of the stores. */
  readonly environment: Record<string, string>;
}

/** Imports that run, and are killed, in the background. */
export interface KilledImports {
  /** Starts another import of new files, in the background. */
  readonly start: Disturbance;
  /** Waits until all have finished; returns the reports of their files. */
  finish(): Promise<readonly GeneratedReport[]>;
}

export function createKilledImports(options: ImportOptions): KilledImports {
  const running: Promise<readonly GeneratedReport[]>[] = [];
  return {
    start: {
      name: "start an import, and kill it twice",
      async run() {
        const one = importUntilDone(running.length, options);
        // Awaited at the end, where a failure ends the run.
        one.catch(() => undefined);
        running.push(one);
      },
    },
    finish: async () => (await Promise.all(running)).flat(),
  };
}

async function importUntilDone(number: number, options: ImportOptions): Promise<readonly GeneratedReport[]> {
  const { seed, begin, domains, environment, random } = options;
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-import-"));
  try {
    const reports = Array.from({ length: FILES }, (_, index) => {
      const domain = domains[index % domains.length] ?? "";
      return generateReport({
        seed: seed * 104_729 + number * FILES + index,
        domain,
        begin: begin + (index % 50) * 86_400,
      });
    });
    for (const [index, report] of reports.entries())
      writeFileSync(join(folder, `${index}.xml`), [...report.xml()].join(""));
    for (let run = 0; run < RUNS_MAX; run += 1) {
      const child = spawn(process.execPath, [...commandFlags, cli, "import", folder], {
        env: { ...process.env, ...environment },
        stdio: "ignore",
      });
      const killAfterMs = run < KILLS ? 200 + random() * KILL_WITHIN_MS : STUCK_AFTER_MS;
      if ((await endWithin(child, killAfterMs)) === 0) return reports;
      await sleep(500);
    }
    throw new Error(`an import did not finish in ${RUNS_MAX} runs`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the exit code; sends SIGKILL when the process has not ended in time. */
async function endWithin(child: ChildProcess, ms: number): Promise<number | null> {
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  return code;
}
