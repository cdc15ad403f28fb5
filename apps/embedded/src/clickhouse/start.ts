import { join } from "node:path";
import type { Logger } from "@ruaflow/runtime/logging";
import type { Metrics } from "@ruaflow/runtime/metrics";
import { retryUntilDone } from "@ruaflow/runtime/work";
import { type EngineFolders, type EngineProcess, startEngineProcess } from "./engine-process.ts";
import type { SqlPort } from "./messages.ts";
import { NO_PAUSE, recentEnds, toSqlPause } from "./sql-pause.ts";
import { endOrphan } from "./take-over.ts";
import { watchAnswers } from "./watch-answers.ts";

/** The embedded ClickHouse, in a process of its own that is started again whenever it ends. */
export interface EmbeddedClickHouse {
  /** Folder of the engine. */
  readonly path: string;
  /** URL of its private port, the same for every process. */
  readonly url: string;
  /**
   * Opens the engine to SQL readers, whose tables must exist; every later process opens the same port.
   * @returns its URL
   * @throws UsageError for a key or a port that cannot be used
   */
  openSql(port: SqlPort): Promise<string>;
  stop(): Promise<void>;
}

/** Longest pause between two attempts to start a process. */
const PAUSE_MS_MAX = 10_000;

/**
 * Starts ClickHouse on the folder `clickhouse` of a data folder. While a new process starts, statements fail as those of a server
 * that is away, and are tried again: what was stored is there, and the ledger says what was not.
 *
 * @throws UsageError when the engine is not installed; Error with the engine's message when it cannot open the folder
 */
export async function startClickHouse(
  dataFolder: string,
  { logger, metrics }: { readonly logger: Logger; readonly metrics?: Metrics },
): Promise<EmbeddedClickHouse> {
  const folders = { path: join(dataFolder, "clickhouse"), socketFolder: join(dataFolder, "private") };
  await endOrphan(folders.path);
  const first = await startEngineProcess(folders);
  const restarts = metrics?.counter(
    "ruaflow_clickhouse_restarts_total",
    "Processes of the embedded ClickHouse that ended.",
  );
  const onEnd = (reason: string) => {
    restarts?.inc({});
    logger.error({ engine: "clickhouse", reason }, "ClickHouse ended and is started again");
  };
  const supervisor = new Supervisor(folders, { first, logger, onEnd });
  return {
    path: folders.path,
    url: first.url,
    openSql: (port) => supervisor.openSql(port),
    stop: () => supervisor.stop(),
  };
}

interface Supervised {
  readonly first: EngineProcess;
  readonly logger: Logger;
  readonly onEnd: (reason: string) => void;
}

class Supervisor {
  readonly #folders: EngineFolders;
  readonly #logger: Logger;
  readonly #onEnd: (reason: string) => void;
  readonly #sqlPorts: SqlPort[] = [];
  readonly #stopping = new AbortController();
  readonly #supervising: Promise<void>;
  /** When readers of the SQL port ended a process, in epoch milliseconds. */
  #sqlEnds: readonly number[] = [];
  #current: EngineProcess;

  constructor(folders: EngineFolders, { first, logger, onEnd }: Supervised) {
    this.#folders = folders;
    this.#logger = logger;
    this.#onEnd = onEnd;
    this.#current = first;
    this.#supervising = this.#supervise();
  }

  async openSql({ port, key }: SqlPort): Promise<string> {
    const url = await this.#current.openSql({ port, key }, NO_PAUSE);
    this.#sqlPorts.push({ port: Number(new URL(url).port), key });
    return url;
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("ClickHouse is being stopped"));
    await this.#current.stop();
    await this.#supervising;
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const watch = watchAnswers(this.#current, this.#logger, signal);
      const { reason, overdue } = await this.#current.ended;
      watch.stop();
      if (signal.aborted) return;
      this.#onEnd(reason);
      if (overdue === "sql") this.#sqlEnds = [...recentEnds(this.#sqlEnds, Date.now()), Date.now()];
      await retryUntilDone(() => this.#restart(), {
        signal,
        shouldRetry: () => true,
        onRetry: (err) => this.#logger.error({ engine: "clickhouse", err }, "ClickHouse does not start; trying again"),
        pauseMaxMs: PAUSE_MS_MAX,
      }).catch(() => undefined);
    }
  }

  async #restart(): Promise<void> {
    const next = await startEngineProcess(this.#folders);
    try {
      const pause = toSqlPause(this.#sqlEnds, Date.now());
      for (const port of this.#sqlPorts) await next.openSql(port, pause);
      if (this.#stopping.signal.aborted) await next.stop();
      this.#current = next;
    } catch (error) {
      next.kill();
      await next.ended;
      throw error;
    }
  }
}
