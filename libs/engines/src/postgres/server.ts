import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, toUrl } from "./cluster.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { findFreePort } from "./port.ts";
import { readPostmasterFile } from "./postmaster-file.ts";

/** A server that this process started. */
export interface Server {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<void>;
  /** Ends the process with `SIGINT` (open transactions are rolled back) or `SIGQUIT` (at once, like a crash). */
  stop(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
}

export interface ServerOptions {
  /** PostgreSQL settings by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** Default: a free port. */
  readonly port?: number | undefined;
  readonly onLog?: ((line: string) => void) | undefined;
}

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
const LOG_LINES_MAX = 20;

/**
 * Starts PostgreSQL on the cluster and waits until it accepts connections, crash recovery included.
 *
 * @throws EmbeddedPostgresError start_failed with the last lines of its log
 */
export async function startServer(cluster: Cluster, options: ServerOptions): Promise<Server> {
  const port = options.port ?? (await findFreePort());
  const child = cluster.launcher.spawn(cluster.binaries.postgres, toArguments(cluster.folder, port, options.settings), [
    "ignore",
    "ignore",
    "pipe",
  ]);
  const log = followLog(child, options.onLog);
  const exited = once(child, "exit").then(() => undefined);
  exited.catch(() => undefined);
  await waitUntilReady(cluster, child, log);
  const pid = child.pid ?? 0;
  return { url: toUrl(port, cluster.password), port, pid, exited, stop: (signal) => stop(child, exited, signal) };
}

function toArguments(folder: string, port: number, settings: Readonly<Record<string, string>>): string[] {
  const all = { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "", ...settings };
  return ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Reads the log so that the pipe never fills, and keeps the last lines for an error message. */
function followLog(child: ChildProcess, onLog: ServerOptions["onLog"]): string[] {
  const last: string[] = [];
  if (child.stderr === null) return last;
  createInterface({ input: child.stderr }).on("line", (line) => {
    last.push(line);
    if (last.length > LOG_LINES_MAX) last.shift();
    onLog?.(line);
  });
  return last;
}

async function waitUntilReady(cluster: Cluster, child: ChildProcess, log: readonly string[]): Promise<void> {
  let spawnError: Error | null = null;
  child.once("error", (error) => {
    spawnError = error;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const file = await readPostmasterFile(cluster.folder);
    if (file?.pid === child.pid && file?.isReady) return;
    if (spawnError !== null || child.exitCode !== null || child.signalCode !== null) break;
    await sleep(10);
  }
  child.kill("SIGQUIT");
  throw new EmbeddedPostgresError("start_failed", describeFailure(cluster, log), { cause: spawnError });
}

const OTHER_VERSION = /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+?)\.?$/m;

function describeFailure({ folder }: Cluster, log: readonly string[]): string {
  const text = log.join("\n");
  const [, written, own] = OTHER_VERSION.exec(text) ?? [];
  if (written === undefined) return `PostgreSQL did not start: ${text || "it wrote no log"}`;
  return `${folder} was written by PostgreSQL ${written}, and this release has ${own}: start the release that wrote it, or restore its backup into an empty folder.`;
}

async function stop(
  child: ChildProcess,
  exited: Promise<void>,
  signal: "SIGINT" | "SIGQUIT" = "SIGINT",
): Promise<void> {
  for (const next of [signal, "SIGQUIT"] as const) {
    child.kill(next);
    const isGone = await Promise.race([exited.then(() => true), sleep(STOP_TIMEOUT_MS, false, { ref: false })]);
    if (isGone) return;
  }
  throw new EmbeddedPostgresError("stop_failed", `PostgreSQL (process ${child.pid}) does not stop.`);
}
