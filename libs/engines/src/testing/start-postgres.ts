import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openCluster } from "../postgres/cluster.ts";
import { type Server, startServer } from "../postgres/server.ts";
import { createTestDatabase } from "./test-database.ts";

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "64MB",
  max_connections: "100",
};

/** An empty database for tests. */
export interface TestPostgres {
  readonly url: string;
  /** Ends its server like a crash. Rejects for a server that is not this test's own. */
  kill(): Promise<void>;
  /** Starts the killed server again, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The process of its server; `undefined` for a server that is not this test's own. */
  pid(): number | undefined;
}

const START_TRIES_MAX = 40;
const START_AGAIN_AFTER_MS = 250;

/**
 * An empty database on the server of `RUAFLOW_TEST_DATABASE_URL`, if set; otherwise on a new PostgreSQL: fast, not
 * durable, in a temporary folder that `stop` removes, with a role that owns the database and is not a superuser.
 */
export function startPostgres(): Promise<TestPostgres> {
  const server = process.env.RUAFLOW_TEST_DATABASE_URL;
  return server === undefined ? startOwnPostgres() : useServer(server);
}

async function startOwnPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-postgres-"));
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder, "volatile");
  let server = await startServer(cluster, { settings });
  let watchdog = watchOver(server.pid, folder);
  const { url, port } = server;
  return {
    url,
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.exited;
    },
    async start() {
      server = await startAgain(() => startServer(cluster, { settings, port }));
      watchdog.kill();
      watchdog = watchOver(server.pid, folder);
    },
    async stop() {
      watchdog.kill();
      await server.stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
    pid: () => server.pid,
  };
}

async function useServer(server: string): Promise<TestPostgres> {
  const refuse = () => Promise.reject(new Error("RUAFLOW_TEST_DATABASE_URL is not this test's own: it is not killed"));
  return { ...(await createTestDatabase(server)), kill: refuse, start: refuse, pid: () => undefined };
}

/** The first attempts may fail: backends of the dead server hold its shared memory until they notice. */
async function startAgain(start: () => Promise<Server>): Promise<Server> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === START_TRIES_MAX) throw error;
      await sleep(START_AGAIN_AFTER_MS);
    }
  }
}

/** Ends the server of a killed test run: the watchdog's input closes when the process ends. */
function watchOver(serverPid: number, folder: string): ChildProcess {
  const script = 'cat > /dev/null; kill -QUIT "$0"; sleep 1; rm -rf "$1"';
  return spawn("sh", ["-c", script, String(serverPid), folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
}
