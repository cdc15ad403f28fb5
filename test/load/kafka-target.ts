import { startCluster } from "../support/cluster.ts";
import type { Target } from "./target.ts";

/** The apps as separate processes on Kafka, PostgreSQL and ClickHouse; the import command does the ingest. */
export async function startKafkaTarget(): Promise<Target> {
  const cluster = await startCluster();
  const api = await cluster.startApp("api");
  const writer = await cluster.startApp("record-writer");
  return {
    api,
    key: cluster.key,
    environment: { ...cluster.environment, RUAFLOW_LOG_LEVEL: "error" },
    processes: [{ name: "record-writer", pid: writer.child.pid ?? 0 }],
    databaseUrl: async () => "",
    stop: () => cluster.stop(),
  };
}
