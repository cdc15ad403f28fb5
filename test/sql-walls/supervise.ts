import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Outcome, OVERRUN_SECONDS } from "./run.ts";
import { HUNG, type Tally } from "./tally.ts";
import { NO_ANSWER } from "./target.ts";

export interface Range {
  readonly from: number;
  readonly queries: number;
}

type Asked = Pick<Outcome, "index" | "query">;

/** A line of a worker: a query that it asks, or its outcome. */
export type Line = { readonly asking: Asked } | { readonly outcome: Outcome };

/** How long a query may hang before its process is ended: as long as the port may take for the next one. */
const HANGS_SECONDS = OVERRUN_SECONDS + 5;

/**
 * Asks the queries of a range in a process of its own. Where a query hangs, or ends the engine's process, that is noted and another
 * process goes on behind it.
 *
 * @param flags of the worker, besides the range
 */
export async function askRange({ from, queries }: Range, flags: readonly string[], tally: Tally): Promise<void> {
  for (let next = from; next < from + queries; ) {
    const left = ["--from", String(next), "--queries", String(from + queries - next)];
    const { last, ended } = await runWorker([...flags, ...left], tally);
    if (ended === "whole") return;
    if (last === undefined) throw new Error("the worker ended before its first query");
    if (ended === "crashed") tally.crashes.push(last.query);
    else tally.add({ ...last, status: NO_ANSWER, reason: HUNG, seconds: ended, nextSeconds: ended, reached: [] });
    next = last.index + 1;
  }
}

interface Ended {
  /** The query that was being asked. */
  readonly last: Asked | undefined;
  /** A number: it hung for so many seconds. */
  readonly ended: "whole" | "crashed" | number;
}

async function runWorker(flags: readonly string[], tally: Tally): Promise<Ended> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url)), "--worker", ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let last: Asked | undefined;
  let isAsking = false;
  let since = performance.now();
  let hungSeconds = 0;
  const watch = setInterval(() => {
    const seconds = (performance.now() - since) / 1000;
    if (!isAsking || seconds < HANGS_SECONDS) return;
    hungSeconds = seconds;
    child.kill("SIGKILL");
  }, 500);
  for await (const line of readLines(child)) {
    since = performance.now();
    isAsking = "asking" in line;
    if ("asking" in line) last = line.asking;
    else tally.add(line.outcome);
  }
  clearInterval(watch);
  const code = child.exitCode ?? (child.signalCode === null ? (await once(child, "exit"))[0] : null);
  if (code === 0) return { last, ended: "whole" };
  return { last, ended: hungSeconds > 0 ? hungSeconds : "crashed" };
}

async function* readLines(child: ChildProcess): AsyncGenerator<Line, void, undefined> {
  if (child.stdout === null) return;
  for await (const line of createInterface(child.stdout)) {
    // The engine writes to the same output.
    if (/^\{"(?:asking|outcome)":/.test(line)) yield JSON.parse(line);
  }
}
