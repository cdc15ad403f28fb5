import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Memory, watchMemory } from "./watch-memory.ts";

export interface WatchedRun {
  readonly stdout: string;
  /** Time from start to end. */
  readonly seconds: number;
  readonly peak: Memory;
}

export interface WatchedOptions {
  readonly environment?: Record<string, string>;
  /** Called with each piece of the error output and the process id. */
  readonly onErrorOutput?: (text: string, pid: number) => void;
}

/** Runs a program to its end and measures time and memory. Rejects if it fails. */
export async function runWatched(
  command: string,
  args: readonly string[],
  { environment = {}, onErrorOutput }: WatchedOptions = {},
): Promise<WatchedRun> {
  const startedAt = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  const pid = child.pid ?? 0;
  const memory = watchMemory(pid);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr = (stderr + chunk).slice(-5000);
    onErrorOutput?.(String(chunk), pid);
  });
  const [code] = await once(child, "close");
  const seconds = (performance.now() - startedAt) / 1000;
  memory.stop();
  if (code !== 0) throw new Error(`${command} ${args.join(" ").slice(0, 200)} ended with ${code}:\n${stderr}`);
  return { stdout, seconds, peak: memory.peak() };
}
