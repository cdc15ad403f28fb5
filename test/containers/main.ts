// `npm run test:containers`: the suites that run on our own servers elsewhere, here on Apache Kafka, a ClickHouse server
// and PostgreSQL in containers, of the releases that docker-compose.yml pins.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { GenericContainer, type StartedTestContainer, Wait } from "testcontainers";

const SUITES = [
  "libs/event-log",
  "libs/record-store",
  "libs/metadata-store",
  "apps/record-writer",
  "test/e2e/distributed",
];
const PASSWORD = "test";

const compose = readFileSync(new URL("../../docker-compose.yml", import.meta.url), "utf8");
console.log("starting Apache Kafka, ClickHouse and PostgreSQL in containers …");
const started = await startAll().catch((error: Error) => {
  console.error(`test:containers needs a running Docker: ${error.message}`);
  process.exit(2);
});
const environment = {
  KAFKA_BROKERS: started.brokers,
  RUAFLOW_TEST_CLICKHOUSE_URL: started.clickHouseUrl,
  RUAFLOW_TEST_DATABASE_URL: started.databaseUrl,
};
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const child = spawn(process.execPath, [vitest, "run", ...SUITES], {
  env: { ...process.env, ...environment },
  stdio: "inherit",
});
const [code] = await once(child, "close");
await Promise.all(started.containers.map((container) => container.stop()));
console.log(
  code === 0 ? "all suites passed on the servers in containers" : "a suite failed on the servers in containers",
);
process.exit(code ?? 1);

async function startAll() {
  const kafkaPort = await findFreePort();
  const [kafka, clickHouse, postgres] = await Promise.all([
    startKafka(kafkaPort),
    new GenericContainer(readImage("clickhouse/clickhouse-server"))
      .withEnvironment({ CLICKHOUSE_PASSWORD: PASSWORD, CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: "1" })
      .withExposedPorts(8123)
      .withWaitStrategy(Wait.forHttp("/ping", 8123))
      .start(),
    new GenericContainer(readImage("postgres"))
      .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
      .withExposedPorts(5432)
      // It starts twice: once to make the database, once to serve it.
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
  ]);
  const containers: readonly StartedTestContainer[] = [kafka, clickHouse, postgres];
  const toAddress = (container: StartedTestContainer, port: number) =>
    `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    containers,
    brokers: `${kafka.getHost()}:${kafkaPort}`,
    clickHouseUrl: `http://default:${PASSWORD}@${toAddress(clickHouse, 8123)}/default`,
    databaseUrl: `postgres://postgres:${PASSWORD}@${toAddress(postgres, 5432)}/postgres`,
  };
}

/** The port inside is the port outside, for a broker tells its clients where to go on. */
function startKafka(port: number): Promise<StartedTestContainer> {
  return new GenericContainer(readImage("apache/kafka"))
    .withEnvironment({
      KAFKA_NODE_ID: "1",
      KAFKA_PROCESS_ROLES: "broker,controller",
      KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://localhost:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: "CONTROLLER",
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
      KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: "1",
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: "0",
    })
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
}

function readImage(name: string): string {
  const image = compose.match(new RegExp(`image: (${name}:\\S+)`))?.[1];
  if (image === undefined) throw new Error(`docker-compose.yml pins no ${name}`);
  return image;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await once(server.close(), "close");
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}
