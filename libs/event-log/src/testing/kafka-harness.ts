import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ISocketFactory } from "kafkajs";
import { afterAll, test } from "vitest";
import { type Broker, startBroker } from "../../../../infra/kafka/broker.ts";
import { findTestBroker, type TestBroker } from "../../../../infra/kafka/test-broker.ts";
import type { KafkaConnectionOptions } from "../kafka/kafka-client.ts";
import type { KafkaLogOptions } from "../kafka/kafka-log.ts";
import { createKafkaJsLog } from "../kafka/kafkajs/kafkajs-log.ts";
import type { TopicSettings } from "../topics.ts";
import type { Connection, EventLogHarness } from "./harness.ts";

type KafkaOptions = KafkaConnectionOptions & KafkaLogOptions;

export interface KafkaHarness extends EventLogHarness {
  readonly brokers: readonly string[];
  connect(topics: readonly TopicSettings[], options?: Partial<KafkaOptions>): Promise<KafkaConnection>;
  /** The broker, if it was started for these tests. */
  readonly broker: Broker | null;
  readonly sessionTimeoutMs: number;
}

export interface KafkaConnection extends Connection {
  /** Drops the broker's responses, while requests still arrive, until `restore`. */
  dropResponses(): void;
  restore(): void;
}

/** Runs the tests on a broker, if one is available; otherwise one skipped test stands for them. */
export async function describeOnKafka(describeTests: (start: () => Promise<KafkaHarness>) => void): Promise<void> {
  const found = await findTestBroker();
  if (found.kind === "none") {
    test.skip(`Kafka's tests need ${found.missing}`, () => {});
    return;
  }
  let own: OwnBroker | null = null;
  afterAll(() => own?.stop());
  describeTests(async () => {
    if (found.kind === "own") own ??= await startOwnBroker();
    return startKafkaHarness(found, own);
  });
}

type OwnBroker = Awaited<ReturnType<typeof startOwnBroker>>;

function startKafkaHarness(found: Exclude<TestBroker, { kind: "none" }>, own: OwnBroker | null): KafkaHarness {
  const addresses = own ? [own.broker.address] : found.kind === "given" ? found.addresses : [];
  const sessionTimeoutMs = own ? 3000 : 6000;
  return {
    brokers: addresses,
    broker: own?.broker ?? null,
    sessionTimeoutMs,
    takeoverMs: sessionTimeoutMs + 10_000,
    async connect(topics, options) {
      const sockets = createBreakableSockets();
      const { socketFactory } = sockets;
      const log = createKafkaJsLog({ brokers: addresses, topics, sessionTimeoutMs, ...options, socketFactory });
      return { log, crash: async () => sockets.cut(), dropResponses: sockets.dropResponses, restore: sockets.restore };
    },
    close: async () => {},
  };
}

const settings = {
  "group.min.session.timeout.ms": "1000",
  "transaction.state.log.replication.factor": "1",
  "transaction.state.log.min.isr": "1",
  "transaction.state.log.num.partitions": "1",
};

async function startOwnBroker() {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-kafka-"));
  const broker = await startBroker({ folder, settings });
  return {
    broker,
    async stop() {
      await broker.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createBreakableSockets() {
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "silent" = "open";
  const watch = (socket: Socket) => {
    if (state === "silent") socket.pause();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    if (state === "cut") socket.destroy(new Error("The network is cut."));
  };
  const socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port }, onConnect);
    watch(socket);
    return socket;
  };
  return {
    socketFactory,
    cut() {
      state = "cut";
      for (const socket of sockets) socket.destroy(new Error("The network is cut."));
    },
    dropResponses() {
      state = "silent";
      for (const socket of sockets) socket.pause();
    },
    restore() {
      state = "open";
      for (const socket of sockets) socket.resume();
    },
  };
}
