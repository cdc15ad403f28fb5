import { setTimeout as sleep } from "node:timers/promises";
import { readLaneLags } from "@ruaflow/event-log/lanes";
import { type AppName, type AppProcess, startCluster } from "../support/cluster.ts";
import { connectToLog } from "../support/connect-to-log.ts";
import { listNetworkFailures } from "./network-failures.ts";
import { toSqlRows } from "./sql-rows.ts";
import type { ChaosTarget, Disturbance, TargetOptions } from "./target.ts";

/** After this long without a heartbeat the group drops a consumer; the shortest time that Kafka allows. */
const SESSION_TIMEOUT_MS = 6000;
/** Number of each other disturbance per kill. */
const BROKER_KILLS_PER_KILL = 5 / 60;
const POSTGRES_KILLS_PER_KILL = 5 / 60;
const NETWORK_FAILURES_PER_KILL = 10 / 60;
const JOINS_PER_KILL = 20 / 60;
const PAUSES_PER_KILL = 10 / 60;

const RECEIVERS: Readonly<Record<string, AppName>> = { upload: "ingest", smtp: "smtp-receiver" };

/** One API, two keepers, two ingests and three record-writers on Kafka, PostgreSQL and ClickHouse over HTTP. */
export async function startClusterTarget(options: TargetOptions): Promise<ChaosTarget> {
  const { kills, random, nodeOptions, domains, dnsServer, channel } = options;
  const cluster = await startCluster({ throughProxies: true });
  await cluster.run(["domains", "add", "-"], domains.join("\n"));
  // The mails carry no signature.
  if (channel.isMail) await cluster.run(["orgs", "set", cluster.organizationId, "--count-unauthenticated", "yes"]);
  const settings = { KAFKA_SESSION_TIMEOUT_MS: String(SESSION_TIMEOUT_MS), NODE_OPTIONS: nodeOptions };
  const mail = { ...channel.settings, RUAFLOW_SMTP_PORT: "0" };
  const start = (name: AppName) =>
    supervise(() => cluster.startApp(name, { ...settings, ...mail, RUAFLOW_DNS_SERVERS: dnsServer }));
  const api = await start("api");
  const receiver = RECEIVERS[channel.name] ?? "collector";
  const ingests = [await start(receiver), await start(receiver)];
  const writers = [await start("record-writer"), await start("record-writer"), await start("record-writer")];
  const keepers = [await start("keeper"), await start("keeper")];
  const apps = [api, ...ingests, ...writers, ...keepers];
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] ?? pick(items);

  const killApp: Disturbance = { name: "kill an app", run: () => pick(apps).kill() };
  const killEngine: Disturbance = {
    name: "kill ClickHouse",
    async run() {
      await cluster.clickHouse.kill();
      await cluster.clickHouse.start();
    },
  };
  const killBroker: Disturbance = {
    name: "kill the broker",
    async run() {
      await cluster.broker.kill();
      await cluster.broker.start();
    },
  };
  const killPostgres: Disturbance = {
    name: "kill PostgreSQL",
    async run() {
      await cluster.postgres.kill();
      await cluster.postgres.start();
    },
  };
  const join: Disturbance = {
    name: "a record-writer joins and leaves",
    async run() {
      const guest = await cluster.startApp("record-writer", settings);
      await sleep(1000 + random() * 2000);
      await guest.stop();
    },
  };
  const pause: Disturbance = { name: "a record-writer hangs past its session", run: () => pick(writers).pause() };

  const failures = listNetworkFailures(random).map((create) => () => create(pick(cluster.networks)));

  const connect = () => connectToLog(cluster.environment.KAFKA_BROKERS ?? "");
  const count = (share: number) => Math.max(1, Math.round(kills * share));
  const disturbances = [
    ...Array.from({ length: kills }, (_, index) => (index % 5 === 4 ? killEngine : killApp)),
    ...Array.from({ length: count(BROKER_KILLS_PER_KILL) }, () => killBroker),
    ...Array.from({ length: count(POSTGRES_KILLS_PER_KILL) }, () => killPostgres),
    ...Array.from({ length: count(NETWORK_FAILURES_PER_KILL) }, () => failures.map((failure) => failure())).flat(),
    ...Array.from({ length: count(JOINS_PER_KILL) }, () => join),
    ...Array.from({ length: count(PAUSES_PER_KILL) }, () => pause),
  ];
  return {
    channel,
    senders: 4,
    smtpPorts: () => ingests.map((ingest) => ingest.smtpPort()),
    uploadUrls: () => ingests.map((ingest) => ingest.url()),
    api: () => ({ url: api.url() }),
    key: cluster.key,
    organizationId: cluster.organizationId,
    disturbances: shuffle(disturbances, random),
    environment: cluster.environment,
    sql: async (query) => toSqlRows(await cluster.run(["sql", query, "--format", "JSONEachRow"])),
    connectToLog: connect,
    async describe() {
      const log = await connect();
      const { live, bulk } = await readLaneLags(log).finally(() => log.close());
      const toLine = (lag: object) =>
        JSON.stringify(lag, (_, value) => (typeof value === "bigint" ? Number(value) : value));
      return [
        ...live.partitions.map(toLine),
        "bulk:",
        ...bulk.partitions.map(toLine),
        ...writers.map((writer) => writer.tail()),
      ].join("\n");
    },
    async stop() {
      await Promise.all(apps.map((app) => app.stop()));
      await cluster.stop();
    },
  };
}

interface Supervised {
  url(): string;
  /** 0: it receives no mail, or is starting. */
  smtpPort(): number;
  /** The end of its output since its last start. */
  tail(): string;
  /** Sends SIGKILL; the supervisor restarts it meanwhile. */
  kill(): Promise<void>;
  /** Sends SIGSTOP, waits for longer than the session timeout, then sends SIGCONT. */
  pause(): Promise<void>;
  stop(): Promise<void>;
}

/** Keeps an app running as a supervisor would: when it ends by itself, it is restarted. */
async function supervise(start: () => Promise<AppProcess>): Promise<Supervised> {
  let app = await start();
  let starting: Promise<void> = Promise.resolve();
  let isStopping = false;
  const watch = () => {
    app.child.once("exit", () => {
      if (!isStopping) starting = restart();
    });
  };
  async function restart(): Promise<void> {
    while (!isStopping) {
      try {
        app = await start();
        return watch();
      } catch {
        // A server that it needs is not running yet; a supervisor tries again.
        await sleep(500);
      }
    }
  }
  watch();
  return {
    url: () => app.url,
    smtpPort: () => Number(app.output.match(/receives mail on \S+:(\d+):/)?.[1] ?? 0),
    tail: () => app.tail(),
    async kill() {
      await starting;
      // The supervisor restarts it; the next kill need not wait for that.
      await app.kill();
    },
    async pause() {
      await starting;
      const { child } = app;
      child.kill("SIGSTOP");
      await sleep(SESSION_TIMEOUT_MS + 3000);
      child.kill("SIGCONT");
    },
    async stop() {
      isStopping = true;
      await starting;
      await app.stop();
    },
  };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
