import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openCluster } from "../postgres/cluster.ts";
import { type Server, startServer } from "../postgres/server.ts";
import { createTestDatabase, type Template, type TestDatabase } from "./test-database.ts";

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "64MB",
  max_connections: "100",
};

/** A server of a test's own, with an empty database. */
export interface TestPostgres extends TestDatabase {
  /** Ends the server like a crash. Rejects for a server that is not this test's own. */
  kill(): Promise<void>;
  /** Starts the killed server again, at the same address. */
  start(): Promise<void>;
  /** The process of the server; `undefined` for a server that is not this test's own. */
  pid(): number | undefined;
}

const START_TRIES_MAX = 40;
const START_AGAIN_AFTER_MS = 250;

/**
 * An empty database, or one with what a template has, for tests that leave the server alone: on the server of
 * `RUAFLOW_TEST_DATABASE_URL`, if set; otherwise on the one that all files of this test run share; otherwise on its own.
 * Its role owns it and is no superuser.
 */
export async function startPostgres(template?: Template): Promise<TestDatabase> {
  const server = process.env.RUAFLOW_TEST_DATABASE_URL ?? process.env[SHARED_URL];
  if (server !== undefined) return createTestDatabase(server, template);
  const own = await startOwnPostgres();
  await template?.fill(own.url);
  return own;
}

/**
 * As `startPostgres`, on a server that the test may kill unless `RUAFLOW_TEST_DATABASE_URL` names one. A commit is with the
 * operating system before it is answered, as in production: a killed server would otherwise take back the last half second.
 */
export async function startPostgresToKill(): Promise<TestPostgres> {
  const server = process.env.RUAFLOW_TEST_DATABASE_URL;
  if (server === undefined) return startOwnPostgres({ synchronous_commit: "on" });
  const refuse = () => Promise.reject(new Error("RUAFLOW_TEST_DATABASE_URL is not this test's own: it is not killed"));
  return { ...(await createTestDatabase(server)), kill: refuse, start: refuse, pid: () => undefined };
}

const SHARED_URL = "RUAFLOW_TEST_SHARED_DATABASE_URL";

/** Starts the server that all files of a test run share, for processes that begin afterwards; the answer stops it. */
export async function sharePostgres(): Promise<() => Promise<void>> {
  const { url, stop } = await startOwnPostgres({ max_connections: "500", shared_buffers: "256MB" });
  process.env[SHARED_URL] = url;
  return stop;
}

/** Fast, not durable, in a temporary folder that `stop` removes. */
async function startOwnPostgres(more: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const options = { settings: { ...settings, ...more } };
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-postgres-"));
  await chmod(folder, 0o711);
  const cluster = await openCluster(folder, "volatile");
  let server = await startServer(cluster, options);
  let watchdog = watchOver(server.pid, folder);
  const { url, port } = server;
  return {
    url,
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.exited;
    },
    async start() {
      server = await startAgain(() => startServer(cluster, { ...options, port }));
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
