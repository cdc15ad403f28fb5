import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runWatched } from "../run-watched.ts";

const script = fileURLToPath(new URL("parse.py", import.meta.url));

export interface ParsedmarcRun {
  readonly files: number;
  /** Files that could not be read. */
  readonly failed: number;
  readonly records: number;
  /** Time of the whole command, including the start of Python. */
  readonly seconds: number;
  readonly peakMiB: number;
}

/** Parses a file, or the files of a folder, into JSON. */
export async function runParsedmarc(python: string, path: string, processes: number): Promise<ParsedmarcRun> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-bench-json-"));
  try {
    const args = [script, String(processes), join(folder, "reports.jsonl"), path];
    const { stdout, seconds, peak } = await runWatched(python, args);
    const { files, failed, records } = JSON.parse(stdout);
    return { files, failed, records, seconds, peakMiB: peak.rss };
  } finally {
    await rm(folder, { recursive: true });
  }
}
