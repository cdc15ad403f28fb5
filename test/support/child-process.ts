import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * How long a process may take to print that it is ready. A service waits for an import that has the data folder, which may take
 * minutes on a busy machine.
 */
const READY_WITHIN_MS = 240_000;

/** A process of the product, started as an operator would. */
export interface StartedProcess {
  readonly child: ChildProcess;
  /** Its output until it was ready. */
  readonly output: string;
  /** The end of its output so far, including error output. */
  tail(): string;
  /** Sends SIGTERM and waits for the end; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
}

export interface ProcessOptions {
  readonly args: readonly string[];
  readonly environment: Record<string, string>;
  /** Text on standard output that means it is ready. */
  readonly readyText: string;
  /** Files that the process may have open; by default what this process may. */
  readonly openFilesMax?: number | undefined;
}

/** The entry points import it, too; a program without one is loaded as fast. */
const compileCachePath = createRequire(import.meta.url).resolve("@ruaflow/runtime/compile-cache");
const compileCache = ["--import", pathToFileURL(compileCachePath).href];

/** The flags and the environment of `npm start` and `npm run app`. */
const nodeFlags = ["--disable-warning=TimeoutNegativeWarning", "--max-semi-space-size=4", ...compileCache];

const nodeEnvironment = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "65536" };

/** The flags of `npx ruaflow`. */
export const commandFlags = ["--max-semi-space-size=16", ...compileCache];

/** Starts Node.js with a script and waits until it is ready. Rejects with its error output if it ends before. */
export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const { args, environment, readyText, openFilesMax } = options;
  const command = [process.execPath, ...nodeFlags, ...args];
  // Node raises a soft limit to the hard one, so the shell sets both.
  const limited = openFilesMax && ["/bin/sh", "-c", `ulimit -n ${openFilesMax} && exec "$@"`, "sh"];
  const [file = "", ...rest] = [...(limited || []), ...command];
  const child = spawn(file, rest, {
    env: { ...process.env, ...nodeEnvironment, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const tail = followOutput(child);
  const output = await readUntilReady(child, readyText).catch(async (error: unknown) => {
    await end(child, "SIGKILL");
    throw error;
  });
  return {
    child,
    output,
    tail,
    stop: () => end(child, "SIGTERM"),
    kill: async () => void (await end(child, "SIGKILL")),
  };
}

function followOutput(child: ChildProcess): () => string {
  let end = "";
  const keep = (chunk: Buffer) => {
    end = (end + chunk).slice(-20_000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => end;
}

function readUntilReady(child: ChildProcess, readyText: string): Promise<string> {
  let output = "";
  let errors = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output}\n${errors}`)), READY_WITHIN_MS);
    child.stdout?.on("data", (chunk) => {
      output = (output + chunk).slice(-20_000);
      if (!output.includes(readyText)) return;
      clearTimeout(timer);
      resolve(output);
    });
    child.stderr?.on("data", (chunk) => {
      errors = (errors + chunk).slice(-20_000);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the process ended with ${code}:\n${errors}`));
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}
