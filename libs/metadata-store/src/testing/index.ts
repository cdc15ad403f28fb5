import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCluster } from "../embedded/cluster.ts";
import { startServer } from "../embedded/server.ts";

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "64MB",
  max_connections: "100",
};

/**
 * Starts an empty PostgreSQL for tests: fast, not durable, in a temporary folder that `stop` removes. The role owns the
 * database and is not a superuser.
 */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-postgres-"));
  await chmod(folder, 0o711);
  const server = await startServer(await openCluster(folder), { settings });
  const killOnExit = () => process.kill(server.pid, "SIGQUIT");
  process.once("exit", killOnExit);
  return {
    url: server.url,
    async stop() {
      process.off("exit", killOnExit);
      await server.stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
