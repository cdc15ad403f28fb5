import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

export type LogLine = Readonly<Record<string, unknown>>;

/** Collects the log of a process from now on, one object per line. */
export function collectLog({ stderr }: ChildProcess): readonly LogLine[] {
  const lines: LogLine[] = [];
  createInterface({ input: stderr ?? Readable.from([]) }).on("line", (line) => {
    // Node's own warnings are plain text.
    if (line.startsWith("{")) lines.push(JSON.parse(line));
  });
  return lines;
}
