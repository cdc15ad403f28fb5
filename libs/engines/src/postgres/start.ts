import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, openCluster } from "./cluster.ts";
import { holdOwnership, removeOwner, writeOwner } from "./owner.ts";
import { chooseLastPort, savePort } from "./port.ts";
import { type Server, startServer } from "./server.ts";
import { refuseIfOwned, takeOverCluster } from "./take-over.ts";

export interface EmbeddedPostgresOptions {
  /** Folder of this PostgreSQL only, created if missing. One owner at a time, on one machine. */
  readonly dataDir: string;
  /** Describes the owner to other processes, for example by the address of its API. */
  readonly description?: string;
  /** True for a command, which soon releases the folder: a service may wait for it. */
  readonly isTemporary?: boolean;
  /** Lines of PostgreSQL's log. */
  readonly onLog?: (line: string) => void;
  /** Called once when PostgreSQL has ended and cannot be restarted: the process should end. */
  readonly onFatal?: (error: unknown) => void;
}

export interface EmbeddedPostgres {
  /** Unchanged when PostgreSQL restarts after a crash, and at the next start unless the port was taken meanwhile. */
  readonly url: string;
  /** Process id of the PostgreSQL server at start. */
  readonly pid: number;
  /** Stops PostgreSQL and releases the folder. Idempotent. */
  stop(): Promise<void>;
}

/** Small and durable: committed data survives a power failure. */
const settings = {
  shared_buffers: "64MB",
  max_connections: "60",
  fsync: "on",
  synchronous_commit: "on",
  max_wal_size: "512MB",
  log_checkpoints: "off",
  jit: "off",
};

const RESTARTS_MAX = 20;
const RESTART_AFTER_MS = 250;

/**
 * Starts PostgreSQL from the npm package for this platform and owns its data folder until `stop`. A crashed server is
 * restarted on the same port; its clients lose their connections in between.
 *
 * @throws DataFolderInUseError when another live process owns the folder; its server is left alone
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { onLog } = options;
  const cluster = await openCluster(options.dataDir, "durable");
  const dataDir = await realpath(options.dataDir);
  await takeOverCluster(dataDir, cluster);
  const { description = "no description", isTemporary = false } = options;
  const owner = { pid: process.pid, description, isTemporary };
  await writeOwner(dataDir, owner);
  const { first, ownership } = await startOwned(cluster, dataDir, onLog).catch(async (error: unknown) => {
    await removeOwner(dataDir);
    throw error;
  });
  await writeOwner(dataDir, owner);
  await savePort(dataDir, first.port);

  const restart = () => startServer(cluster, { settings, port: first.port, onLog });
  const supervision = supervise(first, restart, (error) => options.onFatal?.(error));
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    await ownership.release();
    await supervision.stop();
    await removeOwner(dataDir);
  };
  return {
    url: first.url,
    pid: first.pid,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function startOwned(cluster: Cluster, dataDir: string, onLog: EmbeddedPostgresOptions["onLog"]) {
  const startFirst = async () => startServer(cluster, { settings, port: await chooseLastPort(dataDir), onLog });
  const first = await startFirst().catch(async () => {
    await refuseIfOwned(dataDir, cluster);
    // A service that was killed while it restarted its server left one that was still starting.
    await takeOverCluster(dataDir, cluster);
    return startFirst();
  });
  try {
    return { first, ownership: await holdOwnership(first.url) };
  } catch (error) {
    await first.stop();
    throw error;
  }
}

/** Restarts a server that ends unexpectedly. */
function supervise(first: Server, restart: () => Promise<Server>, onFatal: (error: unknown) => void) {
  let server = first;
  let isStopping = false;
  let restarting: Promise<void> = Promise.resolve();

  function watch(): void {
    void server.exited.then(() => {
      if (!isStopping) restarting = restartWithRetries().catch(onFatal);
    });
  }

  /** The first attempts may fail: backends of the dead server hold its shared memory until they notice. */
  async function restartWithRetries(): Promise<void> {
    for (let restarts = 1; !isStopping; restarts++) {
      try {
        server = await restart();
        return watch();
      } catch (error) {
        if (restarts === RESTARTS_MAX) throw error;
        await sleep(RESTART_AFTER_MS);
      }
    }
  }

  watch();
  return {
    async stop() {
      isStopping = true;
      await restarting;
      await server.stop();
    },
  };
}
