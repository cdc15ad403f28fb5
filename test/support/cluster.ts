import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "@ruaflow/metadata-store/testing";
import { type Broker, startBroker } from "../../infra/kafka/broker.ts";
import { type StartedProcess, startProcess } from "./child-process.ts";
import { runOrThrow } from "./service.ts";

const runApp = fileURLToPath(new URL("../../infra/app.mjs", import.meta.url));
const clickHouse = fileURLToPath(new URL("../../infra/clickhouse/main.ts", import.meta.url));

export type AppName = "ingest" | "record-writer" | "api";

/** An app of its own, listening. */
export interface AppProcess extends StartedProcess {
  readonly url: string;
}

/** The servers that the apps run on: Apache Kafka, PostgreSQL, and ClickHouse's engine behind its HTTP interface. */
export interface Cluster {
  readonly broker: Broker;
  /** Settings by which everything reaches the servers. */
  readonly environment: Record<string, string>;
  /** The key of the one organization. */
  readonly key: string;
  readonly organizationId: string;
  startApp(name: AppName, environment?: Record<string, string>): Promise<AppProcess>;
  startClickHouse(): Promise<StartedProcess>;
  clickHouse(): StartedProcess;
  run(args: readonly string[], input?: string): Promise<string>;
  /** Stops what is left, servers included, and removes the data. */
  stop(): Promise<void>;
}

/** Starts the servers, brings the schemas up and makes an organization with a key. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "ruaflow-cluster-"));
  const [postgres, broker, clickHousePort] = await Promise.all([
    startPostgres(),
    startBroker({ folder: join(folder, "kafka") }),
    findFreePort(),
  ]);
  const startClickHouse = () =>
    startProcess({
      args: [clickHouse],
      environment: {
        CLICKHOUSE_DATA_DIR: join(folder, "clickhouse"),
        CLICKHOUSE_PORT: String(clickHousePort),
        CLICKHOUSE_PASSWORD: "test",
      },
      readyText: "ClickHouse listens",
    });
  let engine = await startClickHouse();
  const environment = {
    KAFKA_BROKERS: broker.address,
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: `http://default:test@127.0.0.1:${clickHousePort}/ruaflow`,
    RUAFLOW_LOG_LEVEL: "warn",
    RUAFLOW_DATA_DIR: join(folder, "data"),
  };
  const apps = new Set<AppProcess>();
  const run = (args: readonly string[], input = "") => runOrThrow(args, environment, input);
  await run(["migrate", "up"]);
  const [organization] = JSON.parse(await run(["orgs", "create", "Test", "--json"]));
  const key = (await run(["keys", "create", "test"])).trim();
  return {
    broker,
    environment,
    key,
    organizationId: organization.id,
    run,
    async startApp(name, more = {}) {
      const started = await startProcess({
        args: [runApp, name],
        environment: { ...environment, RUAFLOW_PORT: "0", ...more },
        readyText: "http://",
      });
      const app = { ...started, url: started.output.match(/http:\/\/[^/\s]+/)?.[0] ?? "" };
      apps.add(app);
      return app;
    },
    async startClickHouse() {
      engine = await startClickHouse();
      return engine;
    },
    clickHouse: () => engine,
    async stop() {
      await Promise.all([...apps].map((app) => app.stop()));
      await Promise.all([engine.stop(), broker.stop(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}
