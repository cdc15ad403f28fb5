import { GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import { findFreePort } from "../../infra/free-ports.ts";
import { readComposeFile } from "../support/compose-file.ts";
import { stopUnlessAllStart } from "./stop-unless-all-start.ts";

const PASSWORD = "test";
const STARTUP_TIMEOUT_MS = 180_000;
const CLICKHOUSE_PORT = 8123;
const POSTGRES_PORT = 5432;

const { services } = readComposeFile();

/** Servers in containers, of the releases and with the health checks of docker-compose.yml. */
export interface ContainerServers {
  /** The variables by which the suites find them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops and removes all containers. */
  stop(): Promise<void>;
}

/**
 * Starts Apache Kafka, ClickHouse and PostgreSQL.
 * @throws the error of the first server that does not become healthy; no container is left behind
 */
export async function startContainerServers(): Promise<ContainerServers> {
  const port = await findFreePort();
  const starting = [startKafka(port), startClickHouse(), startPostgres()] as const;
  await stopUnlessAllStart(starting);
  const [kafka, clickHouse, postgres] = await Promise.all(starting);
  return {
    environment: {
      KAFKA_BROKERS: `${kafka.getHost()}:${port}`,
      RUAFLOW_TEST_CLICKHOUSE_URL: `http://default:${PASSWORD}@${toAddress(clickHouse, CLICKHOUSE_PORT)}/default`,
      RUAFLOW_TEST_DATABASE_URL: `postgres://postgres:${PASSWORD}@${toAddress(postgres, POSTGRES_PORT)}/postgres`,
    },
    stop: async () => {
      await Promise.all([kafka, clickHouse, postgres].map((container) => container.stop()));
    },
  };
}

function toAddress(container: StartedTestContainer, port: number): string {
  return `${container.getHost()}:${container.getMappedPort(port)}`;
}

/** A container of a service's image, which is ready when `test` succeeds in it. */
function create(service: string, test: readonly string[]): GenericContainer {
  const { image } = services[service] ?? {};
  if (image === undefined) throw new Error(`docker-compose.yml has no ${service}`);
  return new GenericContainer(image)
    .withHealthCheck({ test: ["CMD", ...test], interval: 1000, timeout: 5000, retries: 120, startPeriod: 0 })
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(STARTUP_TIMEOUT_MS);
}

function startClickHouse(): Promise<StartedTestContainer> {
  return create("clickhouse", ["wget", "--spider", "-q", `http://127.0.0.1:${CLICKHOUSE_PORT}/ping`])
    .withEnvironment({ CLICKHOUSE_PASSWORD: PASSWORD, CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT: "1" })
    .withExposedPorts(CLICKHOUSE_PORT)
    .start();
}

function startPostgres(): Promise<StartedTestContainer> {
  return create("postgres", ["pg_isready", "-h", "127.0.0.1"])
    .withEnvironment({ POSTGRES_PASSWORD: PASSWORD })
    .withExposedPorts(POSTGRES_PORT)
    .start();
}

/** The port inside is the port outside, since a broker tells its clients its address. */
function startKafka(port: number): Promise<StartedTestContainer> {
  return create("kafka", ["bash", "-c", `</dev/tcp/127.0.0.1/${port}`])
    .withEnvironment({
      ...services.kafka?.environment,
      KAFKA_LISTENERS: `PLAINTEXT://:${port},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://localhost:${port}`,
      KAFKA_CONTROLLER_QUORUM_VOTERS: "1@localhost:9093",
    })
    .withExposedPorts({ container: port, host: port })
    .start();
}
