import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCluster } from "../postgres/cluster.ts";
import { startServer } from "../postgres/server.ts";
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
  stop(): Promise<void>;
}

/**
 * An empty database on the server of `RUAFLOW_TEST_DATABASE_URL`, if set; otherwise on a new PostgreSQL: fast, not
 * durable, in a temporary folder that `stop` removes, with a role that owns the database and is not a superuser.
 */
export function startPostgres(): Promise<TestPostgres> {
  const server = process.env.RUAFLOW_TEST_DATABASE_URL;
  return server === undefined ? startOwnPostgres() : createTestDatabase(server);
}

async function startOwnPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-postgres-"));
  await chmod(folder, 0o711);
  const server = await startServer(await openCluster(folder, "volatile"), { settings });
  const watchdog = watchOver(server.pid, folder);
  return {
    url: server.url,
    async stop() {
      watchdog.kill();
      await server.stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ends the server of a killed test run: the watchdog's input closes when the process ends. */
function watchOver(serverPid: number, folder: string): ChildProcess {
  const script = 'cat > /dev/null; kill -QUIT "$0"; sleep 1; rm -rf "$1"';
  return spawn("sh", ["-c", script, String(serverPid), folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
}
