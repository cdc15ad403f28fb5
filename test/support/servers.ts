import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgresToKill } from "@ruaflow/engines/testing";
import { startTcpProxy, type TcpProxy } from "@ruaflow/event-log/testing";
import { findFreePort } from "../../infra/free-ports.ts";
import { type Broker, startBroker } from "../../infra/kafka/broker.ts";
import { type StartedProcess, startProcess } from "./child-process.ts";

const clickHouse = fileURLToPath(new URL("../../infra/clickhouse/main.ts", import.meta.url));

/** A server that tests may kill and start again. */
export interface Killable {
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
  /** Its process; `undefined` for an external server. */
  pid(): number | undefined;
}

/** The servers that the apps use. */
export interface Servers {
  readonly settings: { readonly KAFKA_BROKERS: string; readonly DATABASE_URL: string; readonly CLICKHOUSE_URL: string };
  readonly broker: Killable;
  readonly clickHouse: Killable;
  readonly postgres: Killable;
  /** The networks in front of the three, for `throughProxies` only. */
  readonly networks: readonly TcpProxy[];
  stop(): Promise<void>;
}

/**
 * Apache Kafka under Java, PostgreSQL, and ClickHouse's engine behind its HTTP interface; or the servers that
 * `KAFKA_BROKERS`, `RUAFLOW_TEST_DATABASE_URL` and `RUAFLOW_TEST_CLICKHOUSE_URL` name.
 */
export async function startServers(folder: string, { throughProxies = false } = {}): Promise<Servers> {
  const networks: TcpProxy[] = [];
  const connect = async (port: number): Promise<number> => {
    if (!throughProxies) return port;
    const network = await startTcpProxy({ host: "127.0.0.1", port });
    networks.push(network);
    return network.port;
  };
  const [postgres, broker, clickHouse] = await Promise.all([
    startPostgresToKill(),
    process.env.KAFKA_BROKERS ? useExternal(process.env.KAFKA_BROKERS) : startOwnBroker(folder, connect),
    process.env.RUAFLOW_TEST_CLICKHOUSE_URL
      ? useExternal(toOwnDatabase(process.env.RUAFLOW_TEST_CLICKHOUSE_URL))
      : startOwnClickHouse(folder),
  ]);
  const reach = async (text: string): Promise<string> => {
    const url = new URL(text);
    url.port = String(await connect(Number(url.port)));
    return url.href;
  };
  return {
    settings: {
      KAFKA_BROKERS: broker.address,
      DATABASE_URL: await reach(postgres.url),
      CLICKHOUSE_URL: await reach(clickHouse.address),
    },
    broker,
    clickHouse,
    postgres,
    networks,
    async stop() {
      await Promise.all([clickHouse.stop(), broker.stop(), postgres.stop()]);
      await Promise.all(networks.map((network) => network.close()));
    },
  };
}

export type Server = Killable & { readonly address: string };

/** A broker tells its clients where to connect, so it must know the address of its network. */
async function startOwnBroker(folder: string, connect: (port: number) => Promise<number>): Promise<Broker> {
  const port = await findFreePort();
  return startBroker({ folder: join(folder, "kafka"), port, advertisedPort: await connect(port) });
}

/** ClickHouse's engine behind its HTTP interface, in a process of its own. */
export async function startOwnClickHouse(folder: string): Promise<Server> {
  const port = await findFreePort();
  const start = () =>
    startProcess({
      args: [clickHouse],
      environment: {
        CLICKHOUSE_DATA_DIR: join(folder, "clickhouse"),
        CLICKHOUSE_PORT: String(port),
        CLICKHOUSE_PASSWORD: "test",
      },
      readyText: "ClickHouse listens",
    });
  let engine: StartedProcess = await start();
  return {
    address: `http://default:test@127.0.0.1:${port}/ruaflow`,
    kill: () => engine.kill(),
    async start() {
      engine = await start();
    },
    async stop() {
      await engine.stop();
    },
    pid: () => engine.child.pid,
  };
}

async function useExternal(address: string): Promise<Server> {
  const refuse = () => Promise.reject(new Error(`${address} is an external server: the tests must not kill it`));
  return { address, kill: refuse, start: refuse, stop: async () => undefined, pid: () => undefined };
}

function toOwnDatabase(server: string): string {
  const url = new URL(server);
  url.pathname = `/ruaflow_test_${randomUUID().replaceAll("-", "")}`;
  return url.href;
}
