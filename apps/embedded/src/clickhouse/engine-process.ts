import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import type { SqlPause } from "@ruaflow/engines/clickhouse-http";
import { UsageError } from "@ruaflow/runtime/errors";
import type { Asker, FromEngine, SqlPort, ToEngine } from "./messages.ts";

const MAIN = fileURLToPath(new URL("process-main.ts", import.meta.url));

/** Answers of the engine pass through, so little of what this process allocates lives for long. */
const FLAGS = ["--max-semi-space-size=2", "--disable-warning=TimeoutNegativeWarning"];

/** Threads of the sessions, of the SQL ports, and one for files. */
const THREADS = "12";

/**
 * Of jemalloc inside the engine. By default each thread group has an arena that keeps freed memory for seconds: eight large groupings
 * in a row took 132 MiB at their peak instead of 175, for up to a twelfth more CPU, and 84 instead of 149 behind the last one.
 */
const JEMALLOC = "narenas:2,background_thread:true,dirty_decay_ms:500,muzzy_decay_ms:0";

/** How long the engine may take for its running statements before it is killed, which costs nothing but repeated work. */
const STOP_MS_MAX = 8000;

export interface EngineFolders {
  /** Folder of the engine. */
  readonly path: string;
  readonly socketFolder: string;
}

/** Why a process of the engine ended. */
export interface EngineEnd {
  readonly reason: string;
  /** Whose statement did not end; absent: it ended for another reason. */
  readonly overdue?: Asker;
}

/** The running process of the engine. */
export interface EngineProcess {
  /** URL of the private port. */
  readonly url: string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<EngineEnd>;
  /**
   * Opens the engine to SQL readers, whose queries are refused during the pause.
   * @throws UsageError for a key or a port that cannot be used
   */
  openSql(port: SqlPort, pause: SqlPause): Promise<string>;
  /** Ends it at once. */
  kill(): void;
  /** Ends it when its running statements are answered, or after 8 s. */
  stop(): Promise<void>;
}

/**
 * Starts the process of the engine and waits until it answers.
 * @throws UsageError when the engine cannot be opened as it is installed; Error with the engine's message otherwise
 */
export async function startEngineProcess({ path, socketFolder }: EngineFolders): Promise<EngineProcess> {
  const child = fork(MAIN, [path, socketFolder], {
    execArgv: FLAGS,
    env: toEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const conversation = converse(child);
  const url = await Promise.race([
    conversation.ready,
    conversation.ended.then(({ reason }) => Promise.reject(new Error(`ClickHouse did not start: ${reason}`))),
  ]);
  return {
    ...{ url, ended: conversation.ended, openSql: conversation.openSql },
    kill: () => child.kill("SIGKILL"),
    stop: () => stop(child, conversation.ended),
  };
}

/** What the engine's process gets of the environment. No secret: what a reader of SQL cannot reach cannot leak. */
const VARIABLES = new Set([
  ...["HOME", "LANG", "LD_LIBRARY_PATH", "NODE_COMPILE_CACHE", "PATH", "TMPDIR"],
  ...["MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_"],
]);

function toEnvironment(): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(([name]) => VARIABLES.has(name));
  return { ...Object.fromEntries(passed), UV_THREADPOOL_SIZE: THREADS, JE_MALLOC_CONF: JEMALLOC };
}

interface Waiting {
  resolve(url: string): void;
  reject(error: Error): void;
}

/** Gives each message of the process to the one who waits for it. */
function converse(child: ChildProcess) {
  const waiting = new Map<number | null, Waiting>();
  const wait = (id: number | null) =>
    new Promise<string>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  const ready = wait(null);
  ready.catch(() => undefined);
  let overdue: Overdue | undefined;
  child.on("message", (message: FromEngine) => {
    if (message.kind === "overdue") overdue = message;
    else if (message.kind === "ready") waiting.get(null)?.resolve(message.url);
    else if (message.kind === "sql-opened") waiting.get(message.id)?.resolve(message.url);
    else
      waiting.get(message.id)?.reject(message.isUsage ? new UsageError(message.message) : new Error(message.message));
  });
  const ended = once(child, "exit").then(
    ([code, signal]) => toEnd({ code, signal, overdue }),
    (error: Error): EngineEnd => ({ reason: error.message }),
  );
  let ids = 0;
  return {
    ready,
    ended,
    openSql: async ({ port, key }: SqlPort, pause: SqlPause) => {
      ids += 1;
      const opened = wait(ids);
      send(child, { kind: "open-sql", id: ids, port, key, pause });
      return Promise.race([
        opened,
        ended.then(({ reason }) => Promise.reject(new Error(`ClickHouse ended: ${reason}`))),
      ]);
    },
  };
}

type Overdue = Extract<FromEngine, { kind: "overdue" }>;

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly overdue: Overdue | undefined;
}

function toEnd({ code, signal, overdue }: Exit): EngineEnd {
  if (overdue === undefined) return { reason: signal === null ? `exit code ${code}` : `signal ${signal}` };
  return { reason: `a statement did not end at its limit: ${overdue.query}`, overdue: overdue.asker };
}

function send(child: ChildProcess, message: ToEngine): void {
  // A process that has just ended is noticed by its end.
  if (child.connected) child.send(message, () => undefined);
}

async function stop(child: ChildProcess, ended: Promise<EngineEnd>): Promise<void> {
  send(child, { kind: "stop" });
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  await ended;
  clearTimeout(timer);
}
