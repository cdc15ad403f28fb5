import { spawn } from "node:child_process";
import { describeError, UsageError } from "./errors.ts";
import { keepHeapSmall, returnFreedPages } from "./heap.ts";

/** Something that runs until it is stopped. `stop` is idempotent and resolves when all work in progress is finished. */
export interface Service {
  readonly name: string;
  stop(): Promise<void>;
}

/** How long a process may take to finish its work in progress after SIGTERM or SIGINT. */
const STOP_DEADLINE_MS = 25_000;

/** A stop of the whole process group comes twice: from its sender, and from npm, which passes on what it gets. */
const SAME_STOP_MS = 1000;

/**
 * Runs a process: starts the service, waits for SIGINT or SIGTERM, stops it within 25 s, and is gone 3 s later. A signal that comes
 * a second later or more ends it at once. SIGHUP stops a process that shows its log on the terminal that has gone. Any other goes on:
 * Node takes SIGHUP even under `nohup`, and a service would end without a word. A `UsageError` ends the process with exit code 2 and prints only its message; any other
 * error is a bug and prints its stack with code 1.
 */
export async function runProcess(start: (stopping: AbortSignal) => Promise<Service>): Promise<void> {
  keepHeapSmall(1.3);
  returnFreedPages();
  outliveLog();
  const stopping = new AbortController();
  let endNow = false;
  const stopRequested = new Promise<void>((resolve) => {
    const stop = (signal: string) => {
      if (endNow) endAtOnce(130);
      stopping.abort(new Error(`stopped by ${signal}`));
      setTimeout(() => (endNow = true), SAME_STOP_MS).unref();
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
    process.on("SIGHUP", () => {
      if (process.stderr.isTTY) stop("SIGHUP");
      else process.stderr.write("SIGHUP: the terminal has gone; this process goes on\n");
    });
  });
  try {
    const service = await start(stopping.signal);
    await stopRequested;
    await stopWithin(service, STOP_DEADLINE_MS);
    endAtOnce(0);
  } catch (error) {
    if (error === stopping.signal.reason && stopping.signal.aborted) process.exit(0);
    failProcess(error);
  }
}

/** A reader of the output that goes away, as a terminal or `tee` does, ends no service. */
function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Ends the process because of `error`. No other function chooses the exit code of a failure. */
export function failProcess(error: unknown): never {
  const expected = error instanceof UsageError;
  const stack = error instanceof Error ? error.stack : undefined;
  process.stderr.write(`${expected ? error.message : (stack ?? describeError(error))}\n`);
  process.exit(expected ? 2 : 1);
}

/** How long the exit of a process that must end may take. */
const EXIT_MS = 3000;

/**
 * Ends the process, whatever its threads do. Node waits at its exit for the threads that read files: one that reads from a dead disk
 * or a pipe would keep the process for ever, deaf to signals. So another process kills this one if it is still there.
 */
function endAtOnce(code: number): never {
  const kill = `sleep ${EXIT_MS / 1000}; kill -9 ${process.pid}`;
  spawn("/bin/sh", ["-c", kill], { detached: true, stdio: "ignore" }).unref();
  process.exit(code);
}

async function stopWithin(service: Service, deadlineMs: number): Promise<void> {
  const timer = setTimeout(() => {
    process.stderr.write(`${service.name} did not stop within ${deadlineMs / 1000} s; ending it\n`);
    endAtOnce(1);
  }, deadlineMs);
  await service.stop();
  clearTimeout(timer);
}
